import Flatbush from 'flatbush';
import type { BoundaryPack } from '../packed/pack.ts';
import { metresPerDegree } from '../places/position.ts';
import { mapInSteps, type Steps } from '../rules/steps.ts';
import type { Work } from '../rules/work.ts';
import { closer, type Nearest, type Spot } from './distance.ts';

/**
 * A straight part of a border, degrees. `owner` is the number of its shape; −1 for a line of the bundled
 * data.
 */
export interface Edge {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  owner: number;
  /** The data that the line comes from; null for a shape. */
  pack: BoundaryPack | null;
  /** 95 % error of the line, metres. */
  error_m: number;
}

/** Long edges are cut, so that each part can be judged by its middle. */
const LONGEST_M = 2_000;
const MOST_PARTS = 64;
const FIRST_WINDOW_M = 500;

/**
 * Cuts every edge where another one crosses it. Between two cuts a border has the same two neighbours all
 * along, so one look at both sides tells whether it is a border of the whole rule.
 */
export function* cutAtCrossings(edges: readonly Edge[], work: Work): Steps<Edge[]> {
  if (edges.length === 0) return [];
  const index = boxIndex(edges);
  yield;
  const cut = yield* mapInSteps(edges, (edge, i) => {
    const cuts: number[] = [];
    const near = index.search(...box(edge));
    work.add(near.length);
    for (const j of near) {
      const t = j === i ? null : crossing(edge, edges[j]!);
      if (t !== null) cuts.push(t);
    }
    const metres = metresPerDegree((edge.y0 + edge.y1) / 2);
    const length = Math.hypot((edge.x1 - edge.x0) * metres.lng, (edge.y1 - edge.y0) * metres.lat);
    const parts = Math.min(MOST_PARTS, Math.ceil(length / LONGEST_M));
    work.add(parts);
    for (let p = 1; p < parts; p++) cuts.push(p / parts);
    if (cuts.length === 0) return [part(edge, 0, 1)];
    const at = [...new Set([0, ...cuts, 1])].sort((a, b) => a - b);
    return at.slice(1).map((to, k) => part(edge, at[k]!, to));
  });
  return cut.flat();
}

const part = (e: Edge, from: number, to: number): Edge => ({
  ...e,
  x0: e.x0 + from * (e.x1 - e.x0),
  y0: e.y0 + from * (e.y1 - e.y0),
  x1: e.x0 + to * (e.x1 - e.x0),
  y1: e.y0 + to * (e.y1 - e.y0),
});

/** The point along `a`, 0 to 1, at which the edge `b` meets it; null when they do not meet at a point. */
function crossing(a: Edge, b: Edge): number | null {
  const [ax, ay, bx, by] = [a.x1 - a.x0, a.y1 - a.y0, b.x1 - b.x0, b.y1 - b.y0];
  const cross = ax * by - ay * bx;
  if (cross === 0) return null;
  const t = ((b.x0 - a.x0) * by - (b.y0 - a.y0) * bx) / cross;
  const u = ((b.x0 - a.x0) * ay - (b.y0 - a.y0) * ax) / cross;
  return t > 0 && t < 1 && u >= 0 && u <= 1 ? t : null;
}

type Box = [number, number, number, number];

const box = ({ x0, y0, x1, y1 }: Edge): Box => [
  Math.min(x0, x1),
  Math.min(y0, y1),
  Math.max(x0, x1),
  Math.max(y0, y1),
];

function boxIndex(edges: readonly Edge[]): Flatbush {
  const index = new Flatbush(edges.length, 16);
  for (const edge of edges) index.add(...box(edge));
  index.finish();
  return index;
}

/** Edges that are borders of the rule, indexed for the search of the nearest one. */
export class Pieces {
  private readonly edges: Edge[];
  private readonly index: Flatbush;
  private readonly work: Work;

  constructor(edges: readonly Edge[], work: Work) {
    this.work = work;
    // A border close to the 180th meridian is seen from both of its sides.
    const turned = edges.flatMap((edge) => {
      const [x0, , x1] = box(edge);
      const turns = [...(x0 < -179 ? [360] : []), ...(x1 > 179 ? [-360] : [])];
      return turns.map((turn) => ({ ...edge, x0: edge.x0 + turn, x1: edge.x1 + turn }));
    });
    this.edges = [...edges, ...turned];
    this.index = boxIndex(this.edges);
  }

  nearest(at: Spot): (Nearest & { owner: number; error_m: number }) | null {
    // A reach that is no number would never end.
    if (!(at.reach_m >= 0)) return null;
    const metres = metresPerDegree(at.lat);
    for (let radius = Math.min(FIRST_WINDOW_M, at.reach_m); ; radius = Math.min(4 * radius, at.reach_m)) {
      const best = { distance_m: radius, east_m: 0, north_m: 0, owner: -2 };
      let error_m = 0;
      for (const item of this.window(at, metres, radius)) {
        if (this.look(item, at, metres, best)) ({ owner: best.owner, error_m } = this.edges[item]!);
      }
      if (best.owner > -2) return { ...best, error_m };
      if (radius >= at.reach_m) return null;
    }
  }

  each(at: Spot, visit: (east_m: number, north_m: number) => void): void {
    const metres = metresPerDegree(at.lat);
    for (const item of this.window(at, metres, at.reach_m)) {
      const single: Nearest = { distance_m: at.reach_m, east_m: 0, north_m: 0 };
      if (this.look(item, at, metres, single)) visit(single.east_m, single.north_m);
    }
  }

  private window({ lat, lng }: Spot, metres: { lat: number; lng: number }, radius: number): number[] {
    const [dx, dy] = [radius / metres.lng, radius / metres.lat];
    const found = this.index.search(lng - dx, lat - dy, lng + dx, lat + dy);
    this.work.add(1 + found.length);
    return found;
  }

  private look(item: number, at: Spot, metres: { lat: number; lng: number }, best: Nearest): boolean {
    const { x0, y0, x1, y1 } = this.edges[item]!;
    const ax = (x0 - at.lng) * metres.lng;
    const ay = (y0 - at.lat) * metres.lat;
    return closer(ax, ay, (x1 - x0) * metres.lng, (y1 - y0) * metres.lat, best);
  }
}
