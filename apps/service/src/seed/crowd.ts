import type { Deps } from '../deps.ts';
import { findAddresses } from './addresses.ts';
import { chanceOf } from './chance.ts';
import type { Crowd } from './people.ts';
import { HOME_SPOTS } from './spots.ts';

export const DAYS = 30;
const DAY_MS = 86_400_000;

/** The same people for the same seed and number of people. */
export async function crowdOf(
  deps: Deps,
  org: string,
  now_ms: number,
  { seed, customers }: { seed: number; customers: number },
): Promise<Crowd> {
  const countries = [...new Set(HOME_SPOTS.map(({ country }) => country))];
  return {
    org,
    addresses: await findAddresses(deps.network, countries, chanceOf(seed + 1), customers),
    install_key: deps.envelope.subkey('install'),
    since_ms: now_ms - 2 * DAYS * DAY_MS,
    seed,
  };
}
