import { useDeferredValue, useMemo } from 'react';
import styles from '../drawing.module.css';
import type { Flat } from '../mercator.ts';
import type { Area, FlatRing } from '../outlines.ts';
import { type Bounds, seen, toPixels, type View, zoomOf } from '../view.ts';
import { near, outside, ringsIn, sizeOf } from './pixels.ts';
import { ASPECT, roomiest } from './roomiest.ts';

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
  /** The countries whose parts are among them. */
  wholes?: readonly Area[];
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
  of: Area;
  x: number;
  y: number;
  room: number;
}

export function namesOf(props: NamesProps): Name[] {
  const { areas, wholes = [], view } = props;
  const inside = seen(view, -24);
  const room = roomFor(props, inside);
  const parts = roomyNames(areas, inside, view, room);
  // Two parts with a name would stand for their whole country, when most of it has no room for names of parts.
  const crowded = wholes.filter(({ country }) => !isTold(areas, parts, country, inside));
  const told = new Set(crowded.map(({ country }) => country));
  const ashore = new Set(crowded.filter(({ coastal }) => coastal).map(({ country }) => country));
  // The waters of its islands have more room than many a country, and are not where one looks for its name.
  const main = crowded.filter(({ country, coastal }) => coastal || !ashore.has(country));
  const found = [
    ...parts.filter(({ of }) => !told.has(of.country)),
    ...roomyNames(main, inside, view, room),
  ].sort((a, b) => b.room - a.room);
  return apart(found)
    .slice(0, MOST_NAMES)
    .map(({ text, x, y }) => ({ text, at: fromPixels(view, x, y) }));
}

/** The share of a country's seen area that has names of its parts, from which on it needs none of its own. */
const TOLD = 0.5;

function isTold(areas: readonly Area[], named: readonly Found[], country: string, inside: Bounds): boolean {
  const size = (of: readonly Area[]) =>
    of.filter((area) => area.country === country).reduce((sum, area) => sum + sizeOf(area, inside), 0);
  return size(named.map(({ of }) => of)) >= TOLD * size(areas);
}

/** The names of the largest areas, where they have room. */
function roomyNames(
  areas: readonly Area[],
  inside: Bounds,
  view: View,
  room: (area: Area, text: string) => ReturnType<typeof roomiest>,
): Found[] {
  return areas
    .map((area) => ({ area, size: sizeOf(area, inside) * view.scale ** 2 }))
    .filter(({ size }) => size > LEAST_SIZE)
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_LOOKED_AT)
    .flatMap(({ area }): Found[] => {
      const text = area.name ?? area.code ?? COUNTRIES.of(area.country) ?? area.country;
      const best = room(area, text);
      return best ? [{ text, of: area, x: best.at[0], y: best.at[1], room: best.room }] : [];
    });
}

/** Where a name has the most room: on the land of its area, and away from the marks. */
function roomFor({ land, painted, view, marks }: NamesProps, inside: Bounds) {
  const pixels = marks.flatMap((mark) => labelled(toPixels(view, mark)));
  const far = zoomOf(view) < ISLETS_FROM;
  const shore = ringsIn(land, view, inside);
  const over = painted.map(({ code, rings }) => ({ code, rings: ringsIn(rings, view, inside) }));
  return (area: Area, text: string) => {
    const rings = ringsIn(area.rings, view, inside);
    const least = Math.max(LEAST_ROOM, WITHIN * halfOf(text) * ASPECT);
    const ashore = area.coastal || far ? [near(shore, rings)] : [];
    // Within a country the outlines share their lines.
    const abroad = over
      .filter(({ code }) => !code.startsWith(area.country))
      .map((other) => near(other.rings, rings))
      .filter(({ length }) => length > 0);
    return roomiest([rings, ...ashore, ...abroad.map(outside)], pixels, least);
  };
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
