import type { Home, HomeRange } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { envPath, type Place } from '../../app/place.ts';

export const RANGE_WORDS: Record<HomeRange, { short: string; before: string }> = {
  '1h': { short: '1 h', before: 'the hour before' },
  '24h': { short: '24 h', before: 'the day before' },
  '7d': { short: '7 d', before: 'the week before' },
  '30d': { short: '30 d', before: 'the 30 days before' },
};
export const RANGES = Object.keys(RANGE_WORDS) as HomeRange[];

export interface Chosen {
  range: HomeRange;
  /** The id of a policy, or `default`. */
  policy: string | undefined;
}

/** What the address asks for; anything else is the last day, of all policies. */
export function chosenIn(search: Readonly<Record<string, unknown>>): Chosen {
  const { range, policy } = search;
  return {
    range: RANGES.find((each) => each === range) ?? '24h',
    policy: typeof policy === 'string' && /^(default|pol_[0-9A-Z]{26})$/.test(policy) ? policy : undefined,
  };
}

const AGAIN_MS = 30_000;

export const homeQuery = (place: Place, { range, policy }: Chosen, zone: string) =>
  queryOptions({
    queryKey: [place.org, place.env, 'home', range, policy ?? '', zone],
    queryFn: ({ signal }) => read<Home>(`${envPath(place)}/home`, { range, policy, zone }, signal),
    refetchInterval: AGAIN_MS,
    // Another range of the same environment stands there until the new one has come.
    placeholderData: (before, query) =>
      query?.queryKey[0] === place.org && query.queryKey[1] === place.env ? before : undefined,
  });
