import { boxIndex, CLASSES, errorClass } from '../borders/classes.ts';
import { eachSegment, type Nearest, nearestSegment, type Spot } from '../borders/distance.ts';
import { codeBorders } from '../borders/of-codes.ts';
import { cutAtCrossings, type Edge, Pieces } from '../borders/pieces.ts';
import { type CodeBorder, pointOn } from '../borders/sides.ts';
import { type BoundaryPack, errorOf } from '../packed/pack.ts';
import { metresPerDegree } from '../places/position.ts';
import { byShape, type RuleParts, standingAt } from '../places/standing.ts';
import { sagittaM } from './circle.ts';
import type { PlaceRule } from './codes.ts';
import { mapInSteps, type Steps } from './steps.ts';

/** A border as it is met: `error_m` is the line's 95 % error there, metres. */
export interface MetBorder extends Nearest {
  /** Number of the shape; −1 for a line of the bundled data. */
  owner: number;
  error_m: number;
}

/** Some of the rule's borders, all with the same source, buffer and class of error. */
export interface Borders {
  /** Metres that the allowed side loses at these lines. */
  buffer_m: number;
  /** The data that the lines come from; null for an operator's shapes. */
  pack: BoundaryPack | null;
  nearest(at: Spot): MetBorder | null;
  each(at: Spot, visit: (east_m: number, north_m: number) => void): void;
}

/**
 * Collects every border of the whole rule. Lines that are no border are left out: between two allowed areas,
 * or inside an area that a stronger part of the rule decides alone.
 */
export function* ruleBorders(parts: RuleParts, rule: PlaceRule): Steps<Borders[]> {
  const lines = yield* codeBorders(parts.packs, parts.codes, parts.coast);
  const edges = parts.shapes.ready.flatMap(({ ends }, owner) => shapeEdges(ends, owner));
  yield;
  for (const line of lines) for (const edge of yield* takeOut(parts, line)) edges.push(edge);
  const groups = new Map<string, { like: Omit<Borders, 'nearest' | 'each'>; edges: Edge[] }>();
  const cut = yield* cutAtCrossings(edges, parts.shapes.work);
  const are = yield* mapInSteps(cut, (piece) => isBorder(parts, piece));
  for (const [i, piece] of cut.entries()) {
    if (!are[i]) continue;
    const shape = parts.shapes.ready[piece.owner]?.shape;
    const buffer_m = shape?.buffer_m ?? rule.buffer_m ?? 0;
    const error_m = piece.pack ? piece.error_m : (shape?.boundary_error_m ?? rule.boundary_error_m ?? 0);
    const like = { buffer_m, pack: piece.pack };
    const key = `${like.pack?.id} ${piece.pack ? errorClass(error_m) : error_m} ${like.buffer_m}`;
    const group = groups.get(key) ?? { like, edges: [] };
    groups.set(key, group);
    group.edges.push({ ...piece, error_m });
  }
  yield;
  const own = yield* mapInSteps(
    [...groups.values()],
    ({ like, edges }) => {
      const pieces = new Pieces(edges, parts.shapes.work);
      return { ...like, nearest: (at: Spot) => pieces.nearest(at), each: pieces.each.bind(pieces) };
    },
    1,
  );
  return [...lines.flatMap((line) => chunkBorders(line, rule.buffer_m ?? 0)), ...own];
}

const shapeEdges = (ends: Float64Array, owner: number): Edge[] =>
  Array.from({ length: ends.length / 4 }, (_, i) => ({
    x0: ends[4 * i]!,
    y0: ends[4 * i + 1]!,
    x1: ends[4 * i + 2]!,
    y1: ends[4 * i + 3]!,
    owner,
    pack: null,
    error_m: 0,
  }));

/** They are looked at in a step. */
const CHUNKS_AT_ONCE = 256;

/** Removes from the line the segments that a shape may cover; those are cut and judged one by one. */
function* takeOut({ shapes }: RuleParts, { pack, masks }: CodeBorder): Steps<Edge[]> {
  const taken: Edge[] = [];
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    if (masks[chunk] === 0 || !shapes.touches(...chunkDegrees(pack, chunk))) continue;
    shapes.work.add(pack.chunk_segments[chunk]!);
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
      if ((masks[chunk]! & (1 << bit)) === 0) continue;
      const [x0, y0] = pointOn(pack, chunk, bit, 0);
      const [x1, y1] = pointOn(pack, chunk, bit, 1);
      if (!shapes.touches(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1))) continue;
      masks[chunk]! &= ~(1 << bit);
      taken.push({ x0, y0, x1, y1, owner: -1, pack, error_m: errorOf(pack, chunk, bit) });
    }
  }
  return taken;
}

function chunkDegrees({ chunk_box, scale, translate }: BoundaryPack, chunk: number) {
  const at = (i: number) => chunk_box[4 * chunk + i]! * scale[i % 2]! + translate[i % 2]!;
  return [at(0), at(1), at(2), at(3)] as const;
}

/**
 * A line of the data is no border where a shape decides alone. An edge of a shape is a border where its two
 * sides differ.
 */
function isBorder(parts: RuleParts, piece: Edge): boolean {
  const { x0, y0, x1, y1, owner } = piece;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  if (owner < 0) return byShape(parts, y, x) === null;
  const metres = metresPerDegree(y);
  const [east, north] = [(x1 - x0) * metres.lng, (y1 - y0) * metres.lat];
  const length = Math.hypot(east, north) || 1;
  // The chord of a rim lies inside the circle, so the step to either side has to be longer than that.
  const { circle } = parts.shapes.ready[owner]!.shape;
  const step = 1 + (circle ? 2 * sagittaM(circle) : 0);
  const [dx, dy] = [(step * north) / length / metres.lng, (-step * east) / length / metres.lat];
  const allowed = (side: number) => standingAt(parts, y + side * dy, x + side * dx).inside === true;
  return allowed(1) !== allowed(-1);
}

function chunkBorders({ pack, masks }: CodeBorder, buffer_m: number): Borders[] {
  const classes = Array.from({ length: CLASSES }, () => new Map<number, number>());
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (masks[chunk] === 0) continue;
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
      if ((masks[chunk]! & (1 << bit)) === 0) continue;
      const group = classes[errorClass(errorOf(pack, chunk, bit))]!;
      group.set(chunk, (group.get(chunk) ?? 0) | (1 << bit));
    }
  }
  return classes.filter(({ size }) => size > 0).map((group) => classBorders(pack, group, buffer_m));
}

function classBorders(pack: BoundaryPack, group: ReadonlyMap<number, number>, buffer_m: number): Borders {
  const chunks = Uint32Array.from(group.keys());
  const index = boxIndex(pack, chunks);
  const mask = (chunk: number) => group.get(chunk) ?? 0;
  return {
    buffer_m,
    pack,
    nearest: (at) => {
      const near = nearestSegment(pack, index, mask, at, chunks);
      return near && { ...near, owner: -1, error_m: errorOf(pack, near.chunk, near.bit) };
    },
    each: (at, visit) => eachSegment(pack, index, mask, at, chunks, visit),
  };
}
