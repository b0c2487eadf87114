import { varint } from './varint.ts';

const EXTENT = 4_096;
/** How protocol buffers write a value: a number, or bytes with their length before them. */
const [NUMBER, BYTES] = [0, 2];

const field = (number: number, value: number | number[] | Buffer): number[] =>
  typeof value === 'number'
    ? [...varint(number * 8 + NUMBER), ...varint(value)]
    : [...varint(number * 8 + BYTES), ...varint(value.length), ...value];
const text = (value: string): Buffer => Buffer.from(value, 'utf8');
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const command = (id: number, count: number): number => id + 8 * count;

export type Point = readonly [x: number, y: number];

/** What a layer holds: areas by their corners, or named points; places from 0 to 1 across the tile. */
export interface Shape {
  kind: string;
  name?: string;
  at?: Point;
  area?: readonly Point[];
}

/** A vector tile (MVT 2.1) with the layers given. */
export const vectorTile = (layers: Record<string, readonly Shape[]>): Buffer =>
  Buffer.from(Object.entries(layers).flatMap(([name, shapes]) => field(3, layer(name, shapes))));

function layer(name: string, shapes: readonly Shape[]): number[] {
  const values = [
    ...new Set(shapes.flatMap(({ kind, name: called }) => [kind, ...(called ? [called] : [])])),
  ];
  return [
    ...field(15, 2),
    ...field(1, text(name)),
    ...shapes.flatMap((shape) => field(2, feature(shape, values))),
    ...['kind', 'name'].flatMap((key) => field(3, text(key))),
    ...values.flatMap((value) => field(4, field(1, text(value)))),
    ...field(5, EXTENT),
  ];
}

function feature({ kind, name, at, area }: Shape, values: readonly string[]): number[] {
  const tags = [0, values.indexOf(kind), ...(name ? [1, values.indexOf(name)] : [])];
  const geometry = area ? polygon(area) : [command(1, 1), ...steps([at ?? [0.5, 0.5]]).flat()];
  return [
    ...field(2, tags.flatMap(varint)),
    ...field(3, area ? 3 : 1),
    ...field(4, geometry.flatMap(varint)),
  ];
}

function polygon(corners: readonly Point[]): number[] {
  const [first, ...others] = steps(corners);
  return [command(1, 1), ...first!, command(2, others.length), ...others.flat(), command(7, 1)];
}

/** From point to point, as both parts of each step. */
function steps(points: readonly Point[]): number[][] {
  const placed = points.map(([x, y]) => [Math.round(x * EXTENT), Math.round(y * EXTENT)] as const);
  return placed.map(([x, y], i) => {
    const [before_x, before_y] = placed[i - 1] ?? [0, 0];
    return [zigzag(x - before_x), zigzag(y - before_y)];
  });
}
