import { nearestSegment } from '../borders/distance.ts';
import type { Region } from '../borders/pack.ts';
import type { Packs } from '../borders/packs.ts';
import { regionsAt } from './regions-at.ts';

/** The world's country lines differ by up to this much from the finer US data. */
const COARSE_M = 12_000;
/** Land this near to the end of the US data at a border is the neighbour's. */
const BANK_M = 4_000;

/**
 * Country or territory of a point by the best data there; undefined on the open sea. `lng` in [−180, 180).
 */
export function landAt(packs: Packs, lat: number, lng: number): Region | undefined {
  const land = regionsAt(packs.countries, lat, lng)[0];
  if (land && land.country !== 'US' && !packs.outer.countries.includes(land.country)) return land;
  const state = regionsAt(packs.us, lat, lng)[0];
  if (state) return land?.country === 'US' ? land : usLand(packs, state);
  return land?.country === 'US' ? (neighbourAt(packs, lat, lng) ?? land) : land;
}

function usLand({ countries }: Packs, state: Region): Region {
  const us = countries.regions.filter(({ country }) => country === 'US');
  return us.find(({ within }) => within.includes(state.code!)) ?? us.find(({ within }) => !within.length)!;
}

/**
 * The other country, for a point beyond the end of the US data at a border that the coarser country lines do
 * not show.
 */
function neighbourAt(packs: Packs, lat: number, lng: number): Region | undefined {
  const { us, world, outer, countries } = packs;
  const edge = (chunk: number) => (us.arc_sides[2 * us.arc_of_chunk[chunk]! + 1]! < 0 ? -1 : 0);
  const near = nearestSegment(us, us.chunk_index, edge, { lat, lng, reach_m: COARSE_M });
  const country = near && outer.countries[outer.beyond[32 * near.chunk + near.bit]!];
  if (!country) return undefined;
  const theirs = near.distance_m <= BANK_M || regionsAt(world, lat, lng)[0]?.country === country;
  return theirs ? countries.regions.find((region) => region.country === country) : undefined;
}
