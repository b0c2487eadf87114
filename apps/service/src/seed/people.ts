import type { KeyObject } from 'node:crypto';
import { newInstallId } from '../geolocation/preflight/install-id.ts';
import type { AddressPool } from './addresses.ts';
import { between, type Chance, chanceOf, weighted } from './chance.ts';
import { HOME_SPOTS, type HomeSpot } from './spots.ts';

const HABITS = [
  { name: 'honest', weight: 86 },
  { name: 'coarse', weight: 5 },
  { name: 'refusing', weight: 2 },
  { name: 'hidden', weight: 2.2 },
  { name: 'hosted', weight: 0.8 },
  { name: 'travelling', weight: 1.2 },
  { name: 'automated', weight: 0.8 },
  { name: 'skewed', weight: 1 },
  { name: 'typing', weight: 1 },
] as const;
/** `zoned`: no person is always so. */
type Habit = (typeof HABITS)[number]['name'] | 'zoned';

/** A made-up customer, the same for the same number. */
export interface SeedPerson {
  customer_id: string;
  home: HomeSpot;
  lat: number;
  lng: number;
  ip: string;
  /** Where they are seldom: an address of a data centre, as of an office or a relay. */
  away_ip: string;
  habit: Habit;
  installs: string[];
}

export interface Crowd {
  org: string;
  addresses: AddressPool;
  /** Of the tags on install ids. */
  install_key: KeyObject;
  /** When the oldest install was made. */
  since_ms: number;
  seed: number;
}

/** Every 40th person uses the device of the person before, as couples do. */
export const sharesDevice = (index: number) => index % 40 === 39;

export function personOf(crowd: Crowd, index: number): SeedPerson {
  const chance = chanceOf(crowd.seed * 7_919 + index);
  const home = weighted(chance, HOME_SPOTS);
  const habit = weighted(chance, HABITS).name;
  const around = nearby(chance, home, home.spread);
  const ip =
    (habit === 'hidden' && crowd.addresses.hidden(chance)) ||
    (habit === 'hosted' && crowd.addresses.hosting(chance)) ||
    crowd.addresses.home(home.country, chance) ||
    '198.51.100.7';
  const install = (owner: number, which: number) => {
    const random = Buffer.alloc(5);
    random.writeUInt32BE(owner >>> 0, 0);
    random[4] = which;
    return newInstallId(crowd.install_key, crowd.org, 'sandbox', crowd.since_ms, random);
  };
  const own = [install(index, 0), ...(chance() < 0.12 ? [install(index, 1)] : [])];
  return {
    customer_id: `cus_${(100_000 + index).toString()}`,
    home,
    ...around,
    ip,
    away_ip: crowd.addresses.hosting(chance) ?? ip,
    habit,
    installs: sharesDevice(index) ? [...own, install(index - 1, 0)] : own,
  };
}

/** A place within so many kilometres, more often near than far. */
export function nearby(chance: Chance, { lat, lng }: { lat: number; lng: number }, km: number) {
  const angle = between(chance, 0, 2 * Math.PI);
  const far = km * chance();
  return {
    lat: lat + (far * Math.cos(angle)) / 111.2,
    lng: lng + (far * Math.sin(angle)) / (111.2 * Math.cos((lat * Math.PI) / 180)),
  };
}
