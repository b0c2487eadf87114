import { type Flat, flat, type LngLat, metresAcross, round } from './mercator.ts';

/** What of the world is seen, in pixels. `scale` is the side of the world's square. */
export interface View {
  centre: Flat;
  scale: number;
  width: number;
  height: number;
}

/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number];

export const TILE = 256;
const CLOSEST = TILE * 2 ** 19;
const PADDING = 36;

export const zoomOf = ({ scale }: View): number => Math.log2(scale / TILE);

export const toPixels = ({ centre, scale, width, height }: View, [x, y]: Flat): [number, number] => [
  (x - centre[0]) * scale + width / 2,
  (y - centre[1]) * scale + height / 2,
];

export const metresPerPixel = (view: View, lat: number): number => metresAcross(lat) / view.scale;

export const latOf = ({ centre }: View): number => round(centre)[1];

/** The view in which all of `bounds` is seen, with room around it. */
export function fitted([west, south, east, north]: Bounds, width: number, height: number): View {
  const [left, bottom] = flat([west, south]);
  const [right, top] = flat([east, north]);
  const room = (pixels: number) => Math.max(40, pixels - 2 * PADDING);
  const wanted = Math.min(
    room(width) / Math.max(right - left, 1e-9),
    room(height) / Math.max(bottom - top, 1e-9),
  );
  const least = Math.min(width, height) / 2;
  const scale = Math.max(least, Math.min(CLOSEST, wanted));
  return { centre: [(left + right) / 2, (top + bottom) / 2], scale, width, height };
}

/** Around every point given, each with a radius in metres. */
export function boundsOf(points: readonly { at: LngLat; radius_m: number }[]): Bounds | null {
  if (points.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { at, radius_m } of points) {
    const up = radius_m / 111_320;
    const across = up / Math.max(0.05, Math.cos((at[1] * Math.PI) / 180));
    [west, east] = [Math.min(west, at[0] - across), Math.max(east, at[0] + across)];
    [south, north] = [Math.min(south, at[1] - up), Math.max(north, at[1] + up)];
  }
  return [west, south, east, north];
}

/** The part of the world's square that is seen, with `margin` pixels around it. */
export function seen({ centre, scale, width, height }: View, margin: number): Bounds {
  const [x, y] = [(width / 2 + margin) / scale, (height / 2 + margin) / scale];
  return [centre[0] - x, centre[1] - y, centre[0] + x, centre[1] + y];
}
