import { type OuterBorders, outerBorders } from './outer.ts';
import type { BoundaryPack } from './pack.ts';

/**
 * The three packs that answer together. Boundaries of US states come from finer data than those elsewhere.
 */
export interface Packs {
  countries: BoundaryPack;
  us: BoundaryPack;
  world: BoundaryPack;
  /** The lines where the US data end at another country. */
  outer: OuterBorders;
}

export const packsOf = (countries: BoundaryPack, us: BoundaryPack, world: BoundaryPack): Packs => ({
  countries,
  us,
  world,
  outer: outerBorders(us, countries, world),
});

export function packFor(packs: Packs, country: string): BoundaryPack {
  return country === 'US' ? packs.us : packs.world;
}
