import { useDeferredValue, useMemo } from 'react';
import { boxOf, clipped, type Ring, touch } from '../clip.ts';
import styles from '../drawing.module.css';
import type { Flat } from '../mercator.ts';
import type { Area, FlatRing } from '../outlines.ts';
import { type Bounds, seen, toPixels, type View, zoomOf } from '../view.ts';
import { ASPECT, type Rings, roomiest } from './roomiest.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const MOST_NAMES = 9;
/** The largest areas are looked at alone: most of the others have no room. */
const MOST_LOOKED_AT = 24;
const LEAST_SIZE = 900;
/** About what a capital of 11 px takes. */
const LETTER = 8;
const LEAST_ROOM = 6;
/** The part of a name that must lie within its place: the rest may reach over a border. */
const WITHIN = 0.6;

/** From here on, islands that the coast leaves out are seen by their waters, and named there. */
const ISLETS_FROM = 5;

interface NamesProps {
  areas: readonly Area[];
  /** Where there is land, as far as the coast is known. */
  land: readonly FlatRing[];
  /** What is painted over the areas: a coarse outline reaches into another country that has exact lines. */
  painted: readonly Painted[];
  view: View;
  /** What has a label of its own, on the world's square: a name stands away from it. */
  marks: readonly Flat[];
}

interface Painted {
  code: string;
  rings: readonly FlatRing[];
}

interface Name {
  text: string;
  /** On the world's square. */
  at: Flat;
}

/**
 * Each on the land of its place where the most room is, and none where there is too little. While the map moves, they
 * move with it, and are chosen anew when there is time.
 */
export function Names(props: NamesProps) {
  const rested = useDeferredValue(props);
  const names = useMemo(() => namesOf(rested), [rested]);
  return names.map(({ text, at }) => {
    const [x, y] = toPixels(props.view, at);
    return (
      <text key={text} className={styles.name} x={x} y={y + 4} textAnchor="middle">
        {text}
      </text>
    );
  });
}

interface Found {
  text: string;
  x: number;
  y: number;
  room: number;
}

export function namesOf({ areas, land, painted, view, marks }: NamesProps): Name[] {
  const inside = seen(view, -24);
  const pixels = marks.flatMap((mark) => labelled(toPixels(view, mark)));
  const far = zoomOf(view) < ISLETS_FROM;
  const shore = ringsIn(land, view, inside);
  const over = painted.map(({ code, rings }) => ({ code, rings: ringsIn(rings, view, inside) }));
  const found = areas
    .map((area) => ({ area, size: sizeOf(area, inside) * view.scale ** 2 }))
    .filter(({ size }) => size > LEAST_SIZE)
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_LOOKED_AT)
    .flatMap(({ area }): Found[] => {
      const text = area.name ?? area.code ?? COUNTRIES.of(area.country) ?? area.country;
      const rings = ringsIn(area.rings, view, inside);
      const least = Math.max(LEAST_ROOM, WITHIN * halfOf(text) * ASPECT);
      const ashore = area.coastal || far ? [near(shore, rings)] : [];
      // Within a country the outlines share their lines.
      const abroad = over
        .filter(({ code }) => !code.startsWith(area.country))
        .map((other) => near(other.rings, rings))
        .filter(({ length }) => length > 0);
      const best = roomiest([rings, ...ashore, ...abroad.map(outside)], pixels, least);
      return best ? [{ text, x: best.at[0], y: best.at[1], room: best.room }] : [];
    })
    .sort((a, b) => b.room - a.room);
  return apart(found)
    .slice(0, MOST_NAMES)
    .map(({ text, x, y }) => ({ text, at: fromPixels(view, x, y) }));
}

const fromPixels = ({ centre, scale, width, height }: View, x: number, y: number): Flat => [
  centre[0] + (x - width / 2) / scale,
  centre[1] + (y - height / 2) / scale,
];

/** A mark has its own label, most often to the right of it. */
const labelled = ([x, y]: readonly [number, number]) => [x, y, x + 50, y, x + 100, y];

const halfOf = (text: string): number => (text.length * LETTER) / 2;

/** Two pieces of one country have one name, and no name lies over another. */
function apart(names: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const name of names) {
    const over = (other: Found) =>
      other.text === name.text ||
      (Math.abs(other.y - name.y) < 16 &&
        Math.abs(other.x - name.x) < halfOf(other.text) + halfOf(name.text));
    if (!kept.some(over)) kept.push(name);
  }
  return kept;
}

/** Pixels that a line may be off here: nothing is drawn by these points. */
const COARSE = 2;

/** What of the rings is seen, in pixels and with no more points than that needs. */
function ringsIn(rings: readonly FlatRing[], view: View, box: Bounds): Rings {
  return rings
    .filter((ring) => touch(ring.box, box))
    .map((ring) => coarse(holds(box, ring.box) ? ring.points : clipped(ring.points, box), view))
    .filter(({ length }) => length >= 6);
}

const holds = (a: Bounds, b: Bounds): boolean => a[0] <= b[0] && a[1] <= b[1] && b[2] <= a[2] && b[3] <= a[3];

function coarse(points: Ring, view: View): number[] {
  const kept: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = toPixels(view, [points[i]!, points[i + 1]!]);
    const last = kept.length - 2;
    if (last < 0 || Math.abs(x - kept[last]!) + Math.abs(y - kept[last + 1]!) > COARSE) kept.push(x, y);
  }
  return kept;
}

/** Only the land near a place counts for it. */
function near(land: Rings, rings: Rings): Rings {
  const box = around(rings.map(boxOf));
  return land
    .filter((ring) => touch(boxOf(ring), box))
    .map((ring) => clipped(ring, box))
    .filter(({ length }) => length >= 6);
}

/** Around every view, so that its edges are near to nothing. */
const FRAME = [-1e6, -1e6, 1e6, -1e6, 1e6, 1e6, -1e6, 1e6];
const outside = (rings: Rings): Rings => [FRAME, ...rings];

const around = (boxes: readonly Bounds[]): Bounds => [
  Math.min(...boxes.map(([left]) => left)),
  Math.min(...boxes.map(([, top]) => top)),
  Math.max(...boxes.map(([, , right]) => right)),
  Math.max(...boxes.map(([, , , bottom]) => bottom)),
];

/** The size of the box around the largest part that is seen. */
const sizeOf = ({ rings }: Area, [left, top, right, bottom]: Bounds): number =>
  rings.reduce((most, { box }) => {
    const width = Math.min(box[2], right) - Math.max(box[0], left);
    const height = Math.min(box[3], bottom) - Math.max(box[1], top);
    return width > 0 && height > 0 ? Math.max(most, width * height) : most;
  }, 0);
