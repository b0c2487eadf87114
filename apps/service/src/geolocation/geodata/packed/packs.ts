import { shared } from './memory.ts';
import type { BoundaryPack } from './pack.ts';

/** The three packs that answer together. */
export interface Packs {
  /** Countries of the whole world, from coarse lines. */
  countries: BoundaryPack;
  /**
   * Areas from precise lines; for a country that is drawn here, they decide about the country too. An area without
   * a code is a whole country as the operator's own data outline it.
   */
  surveyed: BoundaryPack;
  /** Arcs of `surveyed` from the operator's own data; they are its first ones. */
  own_arcs: number;
  /** Subdivisions elsewhere, and the finer level inside of a surveyed area. */
  world: BoundaryPack;
  /** Bit i of a chunk: its segment i is the end of the surveyed data at another country. */
  outer: Int32Array;
  /** Countries whose lines are surveyed. */
  drawn: ReadonlySet<string>;
  /** Countries with an outline of the operator's own: it decides, and no survey's outer line does. */
  outlined: ReadonlySet<string>;
  /** Countries that have a surveyed line with one of those. */
  beside: ReadonlySet<string>;
  /** Countries whose subdivisions are surveyed. */
  coded: ReadonlySet<string>;
  /** Surveyed subdivisions whose parts are in `world`. */
  divided: ReadonlySet<string>;
}

type Compiled = Pick<Packs, 'countries' | 'surveyed' | 'world'>;

export function packsOf({ countries, surveyed, world }: Compiled, own_arcs = 0): Packs {
  const coded = new Set(surveyed.regions.flatMap(({ country, code }) => (code ? [country] : [])));
  const outlined = new Set(surveyed.regions.flatMap(({ country, code }) => (code ? [] : [country])));
  return {
    countries,
    surveyed,
    own_arcs,
    world,
    outer: outerMasks(surveyed, outlined),
    outlined,
    drawn: new Set(surveyed.regions.map(({ country }) => country)),
    beside: new Set(surveyed.beyond?.countries),
    coded,
    divided: new Set(
      world.regions.flatMap(({ country, code, within }) => (code && coded.has(country) ? within : [])),
    ),
  };
}

/** The pack with the subdivisions of a country. */
export function packFor(packs: Packs, country: string): BoundaryPack {
  return packs.coded.has(country) ? packs.surveyed : packs.world;
}

function outerMasks(surveyed: BoundaryPack, outlined: ReadonlySet<string>): Int32Array {
  const { piece_beyond, chunk_first, chunk_segments, regions, arc_sides, arc_of_chunk } = surveyed;
  const masks = new Int32Array(shared(4 * chunk_first.length));
  if (!piece_beyond) return masks;
  const outlines = surveyed.beyond!.countries.map((country) => outlined.has(country));
  const surveys = regions.map(({ country, code }) => ({ code, outlined: outlined.has(country) }));
  for (let chunk = 0; chunk < masks.length; chunk++) {
    const first = chunk_first[chunk]!;
    const side = surveys[arc_sides[2 * arc_of_chunk[chunk]!]!];
    let mask = 0;
    for (let bit = 0; bit < chunk_segments[chunk]!; bit++) {
      const beyond = piece_beyond[first + bit]!;
      if (beyond < 0) continue;
      const decided = side!.code !== null && (side!.outlined || outlines[beyond]!);
      if (!decided) mask |= 1 << bit;
    }
    masks[chunk] = mask;
  }
  return masks;
}
