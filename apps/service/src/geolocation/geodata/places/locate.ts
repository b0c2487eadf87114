import { nearestSegment } from '../borders/distance.ts';
import { type BoundaryPack, errorOf, type Region } from '../packed/pack.ts';
import { type Packs, packFor } from '../packed/packs.ts';
import { claimantOf } from './disputes.ts';
import { landAt } from './land-at.ts';
import { normaliseLng } from './position.ts';
import { regionsAt } from './regions-at.ts';
import { timeZoneAt } from './time-zone.ts';

/** Where a position lies. Deterministic for the same data, so a stored decision can be recomputed. */
export interface Place {
  /**
   * ISO 3166-1 alpha-2; null on the open sea. A territory with its own code has that code (`PR`, not `US`).
   */
  country: string | null;
  /** ISO 3166-2, lowest level known; null when unknown. Always a subdivision of `country`. */
  subdivision: string | null;
  /** Upper-level ISO 3166-2 codes of the place (`FR-IDF`, `GB-ENG`). */
  within: string[];
  /**
   * `polygon`: inside a subdivision's border. `nearest`: beside the coast or a coarse border, the nearest
   * subdivision of the same country within 20 km. `country_only`: no subdivision is known. `none`: no country
   * either.
   */
  source: 'polygon' | 'nearest' | 'country_only' | 'none';
  /** Error of the border data behind the answer, 95 %, metres. */
  boundary_error_m: number;
  /** IANA name; null only when the position is not one. */
  time_zone: string | null;
  /** The state that claims or controls the place beside `country`, which follows ISO 3166. */
  disputed: { by: string } | null;
}

const COAST_REACH_M = 20_000;

export function locate(packs: Packs, lat: number, lng_any: number): Place {
  if (!(Math.abs(lat) <= 90) || !Number.isFinite(lng_any)) throw new RangeError('not a position');
  const lng = normaliseLng(lng_any);
  const time_zone = timeZoneAt(lat, lng);
  const land = landAt(packs, lat, lng);
  if (!land) {
    const boundary_error_m = packs.countries.boundary_error_m;
    return {
      country: null,
      subdivision: null,
      within: [],
      source: 'none',
      boundary_error_m,
      time_zone,
      disputed: null,
    };
  }
  const found = findSubdivision(packs, land, lat, lng);
  const by = claimantOf(land) ?? (found.region && claimantOf(found.region));
  return {
    country: land.country,
    subdivision: found.region?.code ?? null,
    within: [...new Set([...land.within, ...(found.region?.within ?? [])])],
    source: found.source,
    boundary_error_m: found.boundary_error_m,
    time_zone,
    disputed: by === null ? null : { by },
  };
}

interface Subdivision {
  region: Region | null;
  source: 'polygon' | 'nearest' | 'country_only';
  boundary_error_m: number;
}

/**
 * Finds the subdivision. The country is already known from better country borders, so a subdivision polygon
 * of another country is never believed. Instead the nearest one of the right country is taken, and the error
 * grows by its distance.
 */
export function findSubdivision(packs: Packs, land: Region, lat: number, lng: number): Subdivision {
  const pack = packFor(packs, land.country);
  const country_only = {
    region: null,
    source: 'country_only',
    boundary_error_m: packs.countries.boundary_error_m,
  } as const;
  // A surveyed area without a code is a whole country.
  const ours = ({ country, code }: Region) =>
    country === land.country && (code !== null || pack !== packs.surveyed);
  const hit = regionsAt(pack, lat, lng).find(ours);
  if (hit) {
    if (hit.code === null) return country_only;
    const region = partOf(packs, hit, lat, lng);
    // A finer part has coarse lines, whatever the survey around it.
    const own = region === hit ? hit.boundary_error_m : packs.world.boundary_error_m;
    return { region, source: 'polygon', boundary_error_m: own ?? pack.boundary_error_m };
  }
  const near = nearestRegion(pack, ours, lat, lng);
  if (!near || near.region.code === null) return country_only;
  return {
    region: partOf(packs, near.region, lat, lng),
    source: 'nearest',
    boundary_error_m: Math.round(near.boundary_error_m + near.distance_m),
  };
}

/**
 * The finer part of a surveyed area, whose own lines are coarse. A part of another area is never believed:
 * the nearest part of the right one is taken.
 */
export function partOf(packs: Packs, area: Region, lat: number, lng: number): Region {
  if (!packs.divided.has(area.code!)) return area;
  const inside = ({ within, code }: Region) => code !== null && within.includes(area.code!);
  const hits = regionsAt(packs.world, lat, lng).filter(({ country }) => country === area.country);
  if (hits.some(({ code }) => code === null)) return area;
  const part = hits.find(inside);
  if (part) return part;
  return nearestRegion(packs.world, inside, lat, lng)?.region ?? area;
}

function nearestRegion(pack: BoundaryPack, wanted: (region: Region) => boolean, lat: number, lng: number) {
  const side = (arc: number) => {
    for (const s of [pack.arc_sides[2 * arc]!, pack.arc_sides[2 * arc + 1]!]) {
      if (s >= 0 && wanted(pack.regions[s]!)) return pack.regions[s]!;
    }
    return null;
  };
  const mask = (chunk: number) => (side(pack.arc_of_chunk[chunk]!) ? -1 : 0);
  const near = nearestSegment(pack, pack.chunk_index, mask, { lat, lng, reach_m: COAST_REACH_M });
  if (!near) return null;
  const region = side(pack.arc_of_chunk[near.chunk]!)!;
  return { region, distance_m: near.distance_m, boundary_error_m: errorOf(pack, near.chunk, near.bit) };
}
