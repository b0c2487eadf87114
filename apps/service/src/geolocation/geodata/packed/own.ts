import { joined } from './joined.ts';
import { indexPack, type Region } from './pack.ts';
import { linesOf } from './pack-file.ts';
import { type Packs, packsOf } from './packs.ts';
import type { PackedLines } from './unpacked.ts';

export type Compiled = Record<'countries' | 'surveyed' | 'world', PackedLines>;

/** Degrees per unit of every pack with precise lines. */
const SCALE: [number, number] = [0.00001, 0.00001];

/**
 * Puts the operator's own lines in the place of the compiled ones of the same codes. Subdivisions take the
 * place of all lines inside of their country; coarser data keep what lies within one of them, as its parts.
 * The area of a whole country says only where that country ends.
 */
export function withOwn({ countries, surveyed, world }: Compiled, own: PackedLines | undefined): Packs {
  const whole = (file: PackedLines) => indexPack(linesOf(file));
  if (!own) return packsOf({ countries: whole(countries), surveyed: whole(surveyed), world: whole(world) });
  const { regions } = own.header;
  const codes = new Set(regions.flatMap(({ code }) => code ?? []));
  const replaced = new Set(regions.flatMap(({ country, code }) => (code ? [country] : [])));
  const stays = ({ country }: Region) => !replaced.has(country);
  const inWorld = (number: number) => {
    const region = world.header.regions[number]!;
    return stays(region) || region.within.some((code) => codes.has(code));
  };
  const takes = (number: number) => stays(surveyed.header.regions[number]!);
  const { id, scale } = world.header;
  const packs = {
    countries: whole(countries),
    surveyed: joined([{ file: own }, { file: surveyed, takes }], { id: surveyed.header.id, scale: SCALE }),
    world: replaced.size === 0 ? whole(world) : joined([{ file: world, takes: inWorld }], { id, scale }),
  };
  return packsOf(packs, own.header.arc_points.length);
}
