import { nearestSegment } from '../borders/distance.ts';
import { beyondOf, type Region } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { regionsAt } from './regions-at.ts';

/** The world's country lines differ by up to this much from the surveyed ones. */
const COARSE_M = 12_000;
/** Land this near to the end of the surveyed data at a border is the neighbour's. */
const BANK_M = 4_000;
/** The coarse lines end this many degrees short of the 180th meridian. */
const SEAM = 0.02;

/**
 * Country or territory of a point by the best data there; undefined on the open sea. `lng` in [−180, 180).
 */
export function landAt(packs: Packs, lat: number, lng: number): Region | undefined {
  const land = coarseLand(packs, lat, lng);
  if (land && (land.disputed || !(packs.drawn.has(land.country) || packs.beside.has(land.country))))
    return land;
  const areas = regionsAt(packs.surveyed, lat, lng);
  const area = outlineAmong(areas, land) ?? areas.find(({ code }) => code !== null);
  if (area) return land && covers(land, area) ? land : landOf(packs, area);
  return land && packs.drawn.has(land.country) ? (neighbourAt(packs, lat, lng) ?? land) : land;
}

/**
 * The outline that decides about the country. Outlines run out to sea, farther than any land of the other data: they
 * tell countries apart, and never make a country of open water. Where two countries claim a place, the coarser
 * lines say whose it is.
 */
function outlineAmong(areas: readonly Region[], land: Region | undefined): Region | undefined {
  if (!land && areas.every(({ code }) => code === null)) return undefined;
  const outlines = areas.filter(({ code }) => code === null);
  return outlines.find(({ country }) => country === land?.country) ?? outlines[0];
}

function coarseLand({ countries }: Packs, lat: number, lng: number): Region | undefined {
  const land = regionsAt(countries, lat, lng)[0];
  if (land || 180 - Math.abs(lng) > SEAM) return land;
  return [-180 + SEAM, 180 - SEAM].flatMap((beside) => regionsAt(countries, lat, beside))[0];
}

const covers = (land: Region, { country, code }: Region) =>
  land.country === country && (code === null || land.within.length === 0 || land.within.includes(code));

/** The region of the coarse data that stands for a surveyed area. */
function landOf({ countries }: Packs, area: Region): Region {
  const own = countries.regions.filter(({ country, disputed }) => country === area.country && !disputed);
  return (
    own.find(({ within }) => area.code !== null && within.includes(area.code)) ??
    own.find(({ within }) => within.length === 0) ?? { country: area.country, code: null, within: [] }
  );
}

/**
 * The other country, for a point beyond the end of the surveyed data at a border that the coarser country
 * lines do not show.
 */
function neighbourAt(packs: Packs, lat: number, lng: number): Region | undefined {
  const { surveyed, world, countries } = packs;
  const edge = (chunk: number) => (surveyed.arc_sides[2 * surveyed.arc_of_chunk[chunk]! + 1]! < 0 ? -1 : 0);
  const near = nearestSegment(surveyed, surveyed.chunk_index, edge, { lat, lng, reach_m: COARSE_M });
  const country = near && beyondOf(surveyed, near.chunk, near.bit);
  if (!country) return undefined;
  const theirs = near.distance_m <= BANK_M || regionsAt(world, lat, lng)[0]?.country === country;
  return theirs ? countries.regions.find((region) => region.country === country) : undefined;
}
