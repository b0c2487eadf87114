import { ADDRESSES, PLACES } from '../../../data/sentinels.ts';
import type { Network } from './network/network.ts';
import type { Places } from './places/places.ts';

/** One known answer that the data gave wrongly. */
export interface FailedSentinel {
  /** `34.0094 -118.4973` or an address. */
  of: string;
  expected: string;
  found: string;
}

export interface SentinelReport {
  places: number;
  addresses: number;
  failed_places: FailedSentinel[];
  failed_addresses: FailedSentinel[];
  /** Whether the data may be used. */
  ok: boolean;
}

/**
 * A network can move to another country; a town cannot. This many of a hundred addresses may answer
 * differently.
 */
const MOVED_PER_HUNDRED = 3;

const parseRows = (table: string) =>
  table
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(' '));

/**
 * Compares the data with answers that are known for certain: towns, coasts, disputed land, both address
 * families.
 */
export function proveSentinels(places: Places, network: Network): SentinelReport {
  const place_rows = parseRows(PLACES);
  const address_rows = parseRows(ADDRESSES);
  const failed_places = place_rows.flatMap(([lat, lng, country, subdivision]) => {
    const found = places.locate(Number(lat), Number(lng));
    const right =
      found.country === (country ?? null) && (subdivision === undefined || found.subdivision === subdivision);
    if (right) return [];
    return [
      {
        of: `${lat} ${lng}`,
        expected: subdivision ?? country ?? 'no country',
        found: found.subdivision ?? found.country ?? 'no country',
      },
    ];
  });
  const failed_addresses = address_rows.flatMap(([ip, country]) => {
    const found = network.lookup(ip!).country;
    return found === country ? [] : [{ of: ip!, expected: country!, found: found ?? 'no country' }];
  });
  const may_move = Math.floor((MOVED_PER_HUNDRED * address_rows.length) / 100);
  return {
    places: place_rows.length,
    addresses: address_rows.length,
    failed_places,
    failed_addresses,
    ok: failed_places.length === 0 && failed_addresses.length <= may_move,
  };
}
