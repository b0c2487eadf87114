import { boxOf, clipped, touch } from '../clip.ts';
import { goesAround, ringAround, sidesFor } from '../globe/circle.ts';
import { asDecided } from '../globe/edges.ts';
import { joinedAtSeam } from '../globe/joined.ts';
import { seesAll, turnedView } from '../globe/turns.ts';
import type { Layer, MapLayer } from '../layers.ts';
import { flat, type LngLat } from '../mercator.ts';
import type { FlatRing } from '../outlines.ts';
import { linePath } from '../paths.ts';
import { type Bounds, metresPerPixel, seen, type View } from '../view.ts';

/** The paths of a shape. `border` is null where the border runs all around `inside`. */
export interface Drawn {
  inside: string;
  border: string | null;
}

interface Rim extends FlatRing {
  /** Whether it runs along all meridians, so that it is the same one a turn further on. */
  around: boolean;
}

const MARGIN = 60;
const NOTHING: Drawn = { inside: '', border: null };
/** A map is drawn anew on each frame while it is moved: the rings of a layer stay as they are meanwhile. */
const rims = new WeakMap<MapLayer, Map<number, Rim[]>>();
const lastDrawn = new WeakMap<MapLayer, { view: View; drawn: Drawn }>();

export const line = (points: readonly LngLat[]): number[] => points.flatMap((at) => [...flat(at)]);

/** An area; it has any number of rings. */
export const drawnArea = (layer: Layer<'polygon'>, view: View): Drawn =>
  once(layer, view, () => rimsOf(layer, 0, () => joinedAtSeam(layer.rings).map(asDecided)));

/** A circle of a policy, or the disc around a position. */
export const drawnCircle = (layer: Layer<'circle'> | Layer<'disc'>, view: View): Drawn =>
  once(layer, view, () => {
    const { at, radius_m } = layer;
    if (!turnsOf(roughBox(at, radius_m), false, view).length) return [];
    const sides = 2 ** Math.ceil(Math.log2(sidesFor(radius_m / metresPerPixel(view, at[1]))));
    return rimsOf(layer, sides, () => [ringAround(at, radius_m, sides)]);
  });

/** Over tiles, each shape is drawn twice for the same view. */
function once(layer: MapLayer, view: View, make: () => Rim[]): Drawn {
  const known = lastDrawn.get(layer);
  if (known?.view === view) return known.drawn;
  const drawn = everywhere(make(), view);
  lastDrawn.set(layer, { view, drawn });
  return drawn;
}

function rimsOf(layer: MapLayer, sides: number, make: () => LngLat[][]): Rim[] {
  const known = rims.get(layer) ?? new Map<number, Rim[]>();
  rims.set(layer, known);
  const made =
    known.get(sides) ??
    make().map((ring): Rim => {
      const points = Float64Array.from(line(ring));
      return { points, box: boxOf(points), around: goesAround(ring) };
    });
  known.set(sides, made);
  return made;
}

const DEGREE_M = 111_195;
/** The ellipsoid differs from the sphere by less. */
const ROOM = 1.01;

/** A circle lies in it, on the world's square: a rim has up to a thousand places, and most circles are not seen. */
function roughBox([lng, lat]: LngLat, radius_m: number): Bounds {
  const degrees = (ROOM * radius_m) / DEGREE_M;
  const [, top] = flat([lng, lat + degrees]);
  const [, bottom] = flat([lng, lat - degrees]);
  if (Math.abs(lat) + degrees >= 90) return [-Infinity, top, Infinity, bottom];
  const sine = Math.sin((degrees * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180);
  const across = Math.asin(Math.min(1, sine)) / (2 * Math.PI);
  const [x] = flat([lng, lat]);
  return [x - across, top, x + across, bottom];
}

/** The worlds that show some of a box, with the part of each that is seen; where all is seen, it is seen once. */
function turnsOf(own: Bounds, around: boolean, view: View): { there: View; box: Bounds }[] {
  const [west, east] = seesAll(view) ? [0, 1] : [-Infinity, Infinity];
  return (around ? [0] : [-1, 0, 1]).flatMap((turn) => {
    const there = turnedView(view, turn);
    const [left, top, right, bottom] = seen(there, MARGIN);
    const box = [Math.max(left, west - turn), top, Math.min(right, east - turn), bottom] as const;
    // What ends at the 180th meridian is not in the world that begins there.
    return touch(own, box) && own[0] < box[2] && own[2] > box[0] ? [{ there, box }] : [];
  });
}

function everywhere(all: readonly Rim[], view: View): Drawn {
  const pieces = all.flatMap(({ points, box: own, around }) =>
    turnsOf(own, around, view).map(({ there, box }) => {
      const piece = clipped(points, box);
      const inside = linePath(piece, there, true);
      const parts = borderParts(piece, box, own);
      return { inside, border: parts?.map((part) => linePath(part, there, false)).join('') ?? null };
    }),
  );
  if (pieces.length === 0) return NOTHING;
  const inside = pieces.map((piece) => piece.inside).join('');
  if (pieces.every(({ border }) => border === null)) return { inside, border: null };
  return { inside, border: pieces.map((piece) => piece.border ?? piece.inside).join('') };
}

const [TOP, BOTTOM] = [flat([0, 90])[1], flat([0, -90])[1]];

/**
 * A closed piece of a ring without what runs along the edge of what is seen: the ring goes on beyond it, and around a
 * pole it has no border at the end of the map. Null: all of it is border.
 */
function borderParts(piece: readonly number[], box: Bounds, own: Bounds): number[][] | null {
  const left = own[0] < box[0] ? box[0] : -Infinity;
  const right = own[2] > box[2] ? box[2] : Infinity;
  const [top, bottom] = [Math.max(TOP, box[1]), Math.min(BOTTOM, box[3])];
  const off = (i: number, k: number) =>
    (piece[i]! <= left && piece[k]! <= left) ||
    (piece[i]! >= right && piece[k]! >= right) ||
    (piece[i + 1]! <= top && piece[k + 1]! <= top) ||
    (piece[i + 1]! >= bottom && piece[k + 1]! >= bottom);
  const parts: number[][] = [];
  let [part, lifted] = [[] as number[], false];
  for (let i = 0; i < piece.length; i += 2) {
    const next = (i + 2) % piece.length;
    if (off(i, next)) {
      if (part.length > 0) parts.push(part);
      [part, lifted] = [[], true];
    } else {
      if (part.length === 0) part = [piece[i]!, piece[i + 1]!];
      part.push(piece[next]!, piece[next + 1]!);
    }
  }
  if (part.length > 0) parts.push(part);
  return lifted ? parts : null;
}
