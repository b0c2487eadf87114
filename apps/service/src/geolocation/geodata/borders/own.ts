import { joined } from './joined.ts';
import { indexPack, type PackLines, type Region } from './pack.ts';
import { type Packs, packsOf } from './packs.ts';

type Compiled = Record<'countries' | 'surveyed' | 'world', PackLines>;

/** Degrees per unit of every pack with precise lines. */
const SCALE: [number, number] = [0.00001, 0.00001];

/**
 * Puts the operator's own lines in the place of the compiled ones of the same codes. Subdivisions take the
 * place of all lines inside of their country; coarser data keep what lies within one of them, as its parts.
 * The area of a whole country says only where that country ends.
 */
export function withOwn({ countries, surveyed, world }: Compiled, own: PackLines | undefined): Packs {
  if (!own)
    return packsOf({
      countries: indexPack(countries),
      surveyed: indexPack(surveyed),
      world: indexPack(world),
    });
  const codes = new Set(own.regions.flatMap(({ code }) => code ?? []));
  const replaced = new Set(own.regions.flatMap(({ country, code }) => (code ? [country] : [])));
  const stays = ({ country }: Region) => !replaced.has(country);
  const inWorld = (region: number) =>
    stays(world.regions[region]!) || world.regions[region]!.within.some((code) => codes.has(code));
  const takes = (region: number) => stays(surveyed.regions[region]!);
  const { id, scale } = world;
  return packsOf({
    countries: indexPack(countries),
    surveyed: joined([{ pack: own }, { pack: surveyed, takes }], { id: surveyed.id, scale: SCALE }),
    world: replaced.size === 0 ? indexPack(world) : joined([{ pack: world, takes: inWorld }], { id, scale }),
  });
}
