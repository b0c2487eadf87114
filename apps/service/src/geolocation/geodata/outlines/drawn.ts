import type { outlines } from '@standpoint/contract';
import type { BoundaryPack, Region } from '../packed/pack.ts';
import { type Packs, packFor } from '../packed/packs.ts';
import { areasOf, COAST, coarsely, flat, type NameOf, regionsIn } from './areas.ts';
import { redrawn } from './redrawn.ts';
import type { Line } from './rings.ts';
import { type Box, simplified } from './simplify.ts';

/** Degrees; a pixel of a map of the whole world is about 0.3. */
const OVERVIEW = 0.08;
/** Degrees: surveyed lines have more points than a map of a whole country can show. */
const SURVEYED = 0.004;

export interface Outlines {
  /** Every country and the land, for small pictures. */
  world(): outlines.WorldFile;
  /** The land for maps of a continent. */
  coasts(): outlines.LandFile;
  /**
   * The lines that decisions use: of the country itself, or of its parts where the data have them. Surveyed lines have
   * fewer points here.
   */
  country(code: string): outlines.CountryFile | null;
  /**
   * What of that file has surveyed lines within `CLOSE` degrees of a place, with all of their points there, for a map
   * from near. Null for a country without such lines.
   */
  close(code: string, lat: number, lng: number): outlines.CountryFile | null;
  countries: readonly string[];
  /** The countries with surveyed lines. */
  surveyed: readonly string[];
}

/** To every side of the place. */
const CLOSE = 1;

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
      areas: areasOf(packs.countries, nameOf, () => true, { tolerance: OVERVIEW }),
      land: landOf(coasts.coarse(), OVERVIEW),
    }),
    coasts: () => ({ land: landOf(coasts.fine(), COAST) }),
    country(code) {
      if (packs.drawn.has(code)) return surveyedFileOf(packs, nameOf, code);
      return countries.includes(code) ? coarseFileOf(packs, nameOf, code) : null;
    },
    close(code, lat, lng) {
      const near = [lng - CLOSE, lat - CLOSE, lng + CLOSE, lat + CLOSE] as const;
      return packs.drawn.has(code) ? surveyedFileOf(packs, nameOf, code, near) : null;
    },
    surveyed: [...packs.drawn],
  };
}

/** Of a country without surveyed lines. */
function coarseFileOf(packs: Packs, nameOf: NameOf, of: string): outlines.CountryFile {
  const lines = redrawn(packs, of);
  const isOf = ({ country }: Region) => country === of;
  const whole = areasOf(packs.countries, nameOf, isOf, { redraw: lines.country });
  const parts = areasOf(packs.world, nameOf, isOf, { redraw: lines.provinces });
  for (const { rings } of [...whole, ...parts]) rings.push(...lines.holesIn(rings));
  return { areas: parts.length > 0 ? parts : whole, whole: whole.flatMap(({ rings }) => rings) };
}

/** Of a country with surveyed lines; with `near`, what `close` gives of it. */
function surveyedFileOf(packs: Packs, nameOf: NameOf, of: string, near?: Box): outlines.CountryFile {
  const { surveyed, outlined } = packs;
  const fine = packFor(packs, of);
  const isPart = ({ country, code }: Region) => country === of && (code !== null || fine !== surveyed);
  const isWhole = ({ country, code }: Region) => country === of && code === null;
  const there = new Set(near && regionsIn(surveyed, near));
  const drawn = (pack: BoundaryPack, wanted: (region: Region) => boolean) => {
    if (near && pack !== surveyed) return [];
    const isNear = (region: Region) => wanted(region) && (!near || there.has(region));
    return areasOf(pack, nameOf, isNear, { tolerance: pack === surveyed ? SURVEYED : 0, exact: near });
  };
  // The operator's own outline decides about a country that has one, and its surveyed parts about another.
  const whole = outlined.has(of) ? drawn(surveyed, isWhole) : [];
  return {
    areas: fine.regions.some(isPart) ? drawn(fine, isPart) : whole,
    whole: whole.flatMap(({ rings }) => rings),
  };
}

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
