import type { BoundaryPack, Region } from '../packed/pack.ts';
import { type Packs, packFor } from '../packed/packs.ts';
import { arcStarts, type Line, ringsOf } from './rings.ts';
import { simplified } from './simplify.ts';

/** One area of a map: a country or a part of one. */
interface OutlinedArea {
  country: string;
  /** ISO 3166-2; null for a whole country, or where no single code covers the area. */
  code: string | null;
  /** Upper-level codes that also cover it. */
  within: string[];
  /** Of a subdivision; pages name countries themselves. */
  name: string | null;
  /** Filled by the even-odd rule. Coordinates are longitude, latitude, … in one flat list. */
  rings: number[][];
}

interface OutlineFile {
  /** 95 % error of these lines in metres; null for the overview, which decides nothing. */
  boundary_error_m: number | null;
  areas: OutlinedArea[];
  /**
   * The country as a whole, whose border with its neighbours decides about rules that name it; null in the
   * overview.
   */
  whole: { boundary_error_m: number; rings: number[][] } | null;
}

/** Land as maps of small scale show it: where the lines of decisions end in the sea, a country looks like a box. */
interface LandFile {
  /** Filled by the even-odd rule; coordinates as above. */
  land: number[][];
}
type WorldFile = OutlineFile & LandFile;

/** Degrees; a pixel of a map of the whole world is about 0.3. */
const OVERVIEW = 0.08;
/** Islands below this many square degrees are dots that cost more than they tell on the overview. */
const TOO_SMALL = 0.03;
/** Degrees; a pixel where the lines of decisions take over is about 0.05. */
const COAST = 0.02;
/** Degrees: surveyed lines have more points than a map can show. */
const SURVEYED = 0.004;

export interface Outlines {
  /** Every country and the land, for small pictures. */
  world(): WorldFile;
  /** The land for maps of a continent. */
  coasts(): LandFile;
  /** The lines that decisions use: of the country itself, or of its parts where the data have them. */
  country(code: string): OutlineFile | null;
  countries: readonly string[];
}

/** Outlines for maps, out of the lines that decisions are made with. */
export function outlinesOf(
  packs: Packs,
  nameOf: NameOf,
  coasts: Record<'coarse' | 'fine', () => Iterable<Line>>,
): Outlines {
  const countries = [...new Set(packs.countries.regions.map(({ country }) => country))].sort();
  return {
    countries,
    world: () => ({
      boundary_error_m: null,
      areas: areasOf(packs.countries, nameOf, () => true, OVERVIEW),
      whole: null,
      land: landOf(coasts.coarse(), OVERVIEW),
    }),
    coasts: () => ({ land: landOf(coasts.fine(), COAST) }),
    country(code) {
      if (!countries.includes(code)) return null;
      const of = ({ country }: { country: string }) => country === code;
      const fine = packFor(packs, code);
      const tolerance = fine === packs.surveyed ? SURVEYED : 0;
      const part = (region: Region) => of(region) && (region.code !== null || fine !== packs.surveyed);
      const parts = areasOf(fine, nameOf, part, tolerance);
      const { areas, boundary_error_m } = wholeOf(packs, nameOf, code);
      const whole = { boundary_error_m, rings: areas.flatMap(({ rings }) => rings) };
      if (parts.length === 0) return { boundary_error_m, areas, whole };
      const [own] = fine.regions.filter(part);
      return { boundary_error_m: own?.boundary_error_m ?? fine.boundary_error_m, areas: parts, whole };
    },
  };
}

/** The country by its outline where the operator has one, else by the coarse lines. */
function wholeOf({ countries, surveyed, outlined }: Packs, nameOf: NameOf, of: string) {
  const own = outlined.has(of);
  const wanted = ({ country, code }: Region) => country === of && (!own || code === null);
  const pack = own ? surveyed : countries;
  const areas = areasOf(pack, nameOf, wanted, own ? SURVEYED : 0);
  return { areas, boundary_error_m: pack.regions.find(wanted)?.boundary_error_m ?? pack.boundary_error_m };
}

type NameOf = (code: string) => string | null;

/** Rings with two decimals, without points that fall on one another and islands that fall on one point. */
function landOf(lines: Iterable<Line>, tolerance: number): number[][] {
  const land: number[][] = [];
  for (const line of lines) {
    const coarse = simplified(line, tolerance).map((point): [number, number] => [
      coarsely(point[0]),
      coarsely(point[1]),
    ]);
    const ring = coarse.filter(([x, y], i) => i === 0 || x !== coarse[i - 1]![0] || y !== coarse[i - 1]![1]);
    if (ring.length > 3) land.push(flat(ring));
  }
  return land;
}

const coarsely = (degrees: number): number => Math.round(degrees * COARSE) / COARSE;

function areasOf(
  pack: BoundaryPack,
  nameOf: NameOf,
  wanted: (region: BoundaryPack['regions'][number]) => boolean,
  tolerance: number,
): OutlinedArea[] {
  const starts = arcStarts(pack);
  const areas = new Map<number, OutlinedArea>();
  for (const [region, ...arcs] of pack.polygons as [number, ...number[]][]) {
    const of = pack.regions[region]!;
    if (!wanted(of)) continue;
    const { country, code, within } = of;
    const name = code && nameOf(code);
    const area = areas.get(region) ?? { country, code, within, name, rings: [] };
    areas.set(region, area);
    const lines = arcs.map((arc) => lineOf(pack, starts, arc, tolerance));
    for (const ring of ringsOf(lines))
      if (tolerance < COAST || area.rings.length === 0 || sizeOf(ring) > TOO_SMALL)
        area.rings.push(flat(ring));
  }
  return [...areas.values()];
}

/** Five decimals are a metre; two are enough where a pixel is a third of a degree. */
const FINE = 1e5;
const COARSE = 1e2;

function lineOf(pack: BoundaryPack, starts: number[], arc: number, tolerance: number): Line {
  const { scale, translate, points, arc_points } = pack;
  const digits = tolerance < COAST ? FINE : COARSE;
  const degrees = (axis: 0 | 1, value: number) =>
    Math.round((translate[axis] + value * scale[axis]) * digits) / digits;
  const line = Array.from({ length: arc_points[arc]! }, (_, i): [number, number] => {
    const at = 2 * (starts[arc]! + i);
    return [degrees(0, points[at]!), degrees(1, points[at + 1]!)];
  });
  return simplified(line, tolerance);
}

const flat = (ring: Line): number[] => ring.flat();

/** Of the box around a ring, in square degrees. */
function sizeOf(ring: Line): number {
  let [w, s, e, n] = [180, 90, -180, -90];
  for (const [x, y] of ring) [w, s, e, n] = [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)];
  return (e - w) * (n - s);
}
