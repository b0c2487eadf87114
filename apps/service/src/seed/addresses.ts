import { setImmediate as breath } from 'node:timers/promises';
import type { Network } from '../geolocation/geodata/network/network.ts';
import { type Chance, pick } from './chance.ts';

/** Public addresses by what the service's own data say of them. */
export interface AddressPool {
  /** Of homes in a country. */
  home(country: string, chance: Chance): string | null;
  hosting(chance: Chance): string | null;
  hidden(chance: Chance): string | null;
}

/** About one random address in 2,000 is of a rare kind, and about one person in 45 needs such an address. */
const TRIES = { least: 5_000, each: 50, most: 40_000 };
const HIDING = ['vpn', 'proxy', 'residential_proxy', 'tor'];

/** Asks the address data about random addresses and keeps what they answer. Made-up answers would be none. */
export async function findAddresses(
  network: Network,
  countries: readonly string[],
  chance: Chance,
  people: number,
): Promise<AddressPool> {
  const tries = Math.min(TRIES.most, TRIES.least + TRIES.each * people);
  const homes = new Map<string, string[]>(countries.map((country) => [country, []]));
  const hosting: string[] = [];
  const hidden: string[] = [];
  for (let i = 0; i < tries; i++) {
    // The watch of the fence must go on meanwhile.
    if (i % 100 === 0) await breath();
    const ip = [1 + chance() * 222, chance() * 256, chance() * 256, 1 + chance() * 253]
      .map(Math.floor)
      .join('.');
    const { ip_class, country, country_confidence, usage } = network.lookup(ip);
    if (ip_class !== 'public' || country === null) continue;
    const kinds = usage.map(({ kind }) => kind as string);
    if (kinds.some((kind) => HIDING.includes(kind))) hidden.push(ip);
    else if (kinds.includes('hosting')) hosting.push(ip);
    else if (country_confidence > 0.6) homes.get(country)?.push(ip);
  }
  const from = (ips: readonly string[] | undefined, chance: Chance) =>
    ips?.length ? pick(chance, ips) : null;
  return {
    home: (country, draw) => from(homes.get(country), draw),
    hosting: (draw) => from(hosting, draw),
    hidden: (draw) => from(hidden, draw) ?? from(hosting, draw),
  };
}
