import Flatbush from 'flatbush';
import { normaliseLng } from '../places/position.ts';
import { type Circle, fromCentre, rim, sagittaM } from './circle.ts';
import { mapInSteps, type Steps } from './steps.ts';
import type { Work } from './work.ts';

/** An operator's own area. GeoJSON order: longitude, latitude; rings closed, holes by even-odd. */
export interface PlaceShape {
  effect: 'allow' | 'deny' | 'exclusion';
  name?: string;
  polygon?: readonly (readonly [number, number])[][];
  circle?: Circle;
  /** Metres by which the allowed side shrinks at this shape's border; the rule's buffer when absent. */
  buffer_m?: number;
  /** 95 % error of the drawn border, metres; the rule's error when absent. */
  boundary_error_m?: number;
}

/** A prepared shape: rings unrolled in longitude, a box, and an index when there are many edges. */
interface ReadyShape {
  shape: PlaceShape;
  rings: readonly (readonly (readonly [number, number])[])[];
  /** Farthest that a drawn edge may lie from the true one, metres. */
  drawn_m: number;
  edges: Flatbush | null;
  ends: Float64Array;
}

const STRENGTH = { exclusion: 2, deny: 1, allow: 0 } as const;
const FEW_EDGES = 48;

/** The operator's shapes that cover a point. Exclusion wins over deny, deny over allow. */
export class Shapes {
  readonly ready: ReadyShape[];
  readonly allows_some: boolean;
  readonly work: Work;
  private readonly index: Flatbush | null;
  private readonly item: number[] = [];

  static *preparing(shapes: readonly PlaceShape[], work: Work): Steps<Shapes> {
    return new Shapes(yield* mapInSteps(shapes, readyShape, 1), work);
  }

  private constructor(ready: ReadyShape[], work: Work) {
    this.work = work;
    this.ready = ready;
    this.allows_some = ready.some(({ shape }) => shape.effect === 'allow');
    const boxes = this.ready.flatMap((ready, i) => boxesOf(ready).map((box) => ({ i, box })));
    if (boxes.length === 0) {
      this.index = null;
      return;
    }
    this.index = new Flatbush(boxes.length, 8);
    for (const { i, box } of boxes) {
      this.item.push(i);
      this.index.add(...box);
    }
    this.index.finish();
  }

  /**
   * Number of the strongest shape that covers the point; −1 when no shape does. `lng` may lie past ±180: beside the
   * 180th meridian, where an area is cut into two shapes, the cut would otherwise be a border.
   */
  at(lat: number, lng_any: number): number {
    const lng = normaliseLng(lng_any);
    let best = -1;
    const there = this.index?.search(lng, lat, lng, lat) ?? [];
    this.work.add(1 + there.length);
    for (const found of there) {
      const i = this.item[found]!;
      const strength = STRENGTH[this.ready[i]!.shape.effect];
      if (best >= 0) {
        const held = STRENGTH[this.ready[best]!.shape.effect];
        if (strength < held || (strength === held && i > best)) continue;
      }
      if (covers(this.ready[i]!, lat, lng, this.work)) best = i;
    }
    return best;
  }

  /** Whether a shape may reach into a box of degrees. */
  touches(x0: number, y0: number, x1: number, y1: number): boolean {
    return this.index !== null && this.index.search(x0, y0, x1, y1).length > 0;
  }
}

function readyShape(shape: PlaceShape): ReadyShape {
  const rings = shape.circle ? [rim(shape.circle)] : (shape.polygon ?? []);
  const ends = endsOf(rings);
  const count = ends.length / 4;
  let edges: Flatbush | null = null;
  if (!shape.circle && count > FEW_EDGES) {
    edges = new Flatbush(count, 16);
    for (let i = 0; i < ends.length; i += 4) {
      const [x0, y0, x1, y1] = [ends[i]!, ends[i + 1]!, ends[i + 2]!, ends[i + 3]!];
      edges.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
    }
    edges.finish();
  }
  return { shape, rings, drawn_m: shape.circle ? sagittaM(shape.circle) : 0, edges, ends };
}

function endsOf(rings: ReadyShape['rings']): Float64Array {
  const ends = new Float64Array(4 * rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 1), 0));
  let at = 0;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      ends.set(ring[i - 1]!, at);
      ends.set(ring[i]!, at + 2);
      at += 4;
    }
  return ends;
}

type Box = [number, number, number, number];

function boxesOf({ shape, ends }: ReadyShape): Box[] {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ends.length; i += 2) {
    box[0] = Math.min(box[0], ends[i]!);
    box[1] = Math.min(box[1], ends[i + 1]!);
    box[2] = Math.max(box[2], ends[i]!);
    box[3] = Math.max(box[3], ends[i + 1]!);
  }
  // A circle over a pole covers every meridian up to the pole. A chord lies inside the circle, so boxes are a
  // little larger.
  const margin = shape.circle ? 0.002 * (box[3] - box[1]) : 0;
  const { lat, radius_m = 0 } = shape.circle ?? { lat: 0 };
  if (shape.circle && Math.abs(lat) * 111_000 + radius_m > 90 * 110_500)
    return [[-180, lat > 0 ? box[1] - margin : -90, 180, lat > 0 ? 90 : box[3] + margin]];
  const [x0, y0, x1, y1] = [box[0] - 2 * margin, box[1] - margin, box[2] + 2 * margin, box[3] + margin];
  const turns = [0, ...(x0 < -180 ? [360] : []), ...(x1 >= 180 ? [-360] : [])];
  return turns.map((turn) => [x0 + turn, y0, x1 + turn, y1]);
}

function covers({ shape, edges, ends }: ReadyShape, lat: number, lng: number, work: Work): boolean {
  if (shape.circle) return fromCentre(shape.circle, lat, lng) <= shape.circle.radius_m;
  let inside = false;
  const cross = (i: number) => {
    const y0 = ends[i + 1]!;
    const y1 = ends[i + 3]!;
    if (y0 > lat === y1 > lat) return;
    const x0 = ends[i]!;
    if (lng < x0 + ((lat - y0) / (y1 - y0)) * (ends[i + 2]! - x0)) inside = !inside;
  };
  const beside = edges?.search(lng, lat, Infinity, lat);
  work.add(beside?.length ?? ends.length / 4);
  if (beside) for (const edge of beside) cross(4 * edge);
  else for (let i = 0; i < ends.length; i += 4) cross(i);
  return inside;
}
