import { type BoundaryPack, type Region, sidesOf } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { drawnFiner } from './finer.ts';

/** Lines of one pack: bit i of a chunk's mask stands for its segment i. */
export interface Lines {
  pack: BoundaryPack;
  mask(chunk: number): number;
}

/**
 * Whether a line of the coarse subdivisions is the best there is. Borders between countries, and between surveyed
 * areas, come from better packs.
 */
export const isInner = ({ divided }: Packs, a: Region, b: Region): boolean => {
  const area = ({ within }: Region) => within.find((code) => divided.has(code));
  return a.country === b.country && area(a) === area(b);
};

/** The lines between two countries, each drawn once by its best source. */
export const countryLines = (packs: Packs): Lines[] => [
  {
    pack: packs.surveyed,
    mask: (chunk) => between(packs.surveyed, chunk, (a, b) => a.country !== b.country) || packs.outer[chunk]!,
  },
  {
    pack: packs.countries,
    mask(chunk) {
      const [a, b] = sidesOf(packs.countries, chunk);
      return a && b ? ~drawnFiner(packs, chunk, a, b) : 0;
    },
  },
];

/** The lines between two subdivisions of one country. */
export const innerLines = (packs: Packs): Lines[] => [
  {
    pack: packs.surveyed,
    mask: (chunk) => between(packs.surveyed, chunk, (a, b) => a.country === b.country),
  },
  { pack: packs.world, mask: (chunk) => between(packs.world, chunk, (a, b) => isInner(packs, a, b)) },
];

/** A missing side is the sea, which is no jurisdiction, or the edge of the data. */
function between(pack: BoundaryPack, chunk: number, counts: (a: Region, b: Region) => boolean): number {
  const [a, b] = sidesOf(pack, chunk);
  return a && b && counts(a, b) ? -1 : 0;
}
