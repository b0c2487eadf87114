import type { Random } from '../borders/random.ts';

/** A city, its time zone, and the prefixes of access networks that serve its country. */
export interface City {
  name: string;
  country: string;
  lat: number;
  lng: number;
  time_zone: string;
  locale: string;
  /**
   * The first two or three numbers of IPv4 prefixes of large consumer networks, by the operators' own
   * registration.
   */
  fixed: readonly string[];
  mobile: readonly string[];
}

// Registered to Comcast, Verizon, AT&T; T-Mobile. Sprint.
const US = {
  country: 'US',
  locale: 'en-US',
  fixed: ['73.', '71.160.', '99.20.'],
  mobile: ['172.56.', '172.58.'],
};
// BT, Sky; EE.
const GB = { country: 'GB', locale: 'en-GB', fixed: ['86.128.', '90.192.'], mobile: ['31.94.'] };
// Deutsche Telekom; Telefónica Germany.
const DE = { country: 'DE', locale: 'de-DE', fixed: ['87.128.', '79.192.'], mobile: ['176.0.'] };
// Orange, Free; Bouygues.
const FR = { country: 'FR', locale: 'fr-FR', fixed: ['90.0.', '82.64.'], mobile: ['176.128.'] };

/**
 * The cities of honest people. The networks were chosen by their registration, not by the service's own
 * data.
 */
export const CITIES: readonly City[] = [
  { ...US, name: 'Trenton', lat: 40.2206, lng: -74.7597, time_zone: 'America/New_York' },
  { ...US, name: 'Chicago', lat: 41.8781, lng: -87.6298, time_zone: 'America/Chicago' },
  { ...US, name: 'Denver', lat: 39.7392, lng: -104.9903, time_zone: 'America/Denver' },
  { ...US, name: 'Phoenix', lat: 33.4484, lng: -112.074, time_zone: 'America/Phoenix' },
  { ...US, name: 'Seattle', lat: 47.6062, lng: -122.3321, time_zone: 'America/Los_Angeles' },
  { ...US, name: 'Honolulu', lat: 21.3069, lng: -157.8583, time_zone: 'Pacific/Honolulu' },
  { ...GB, name: 'Leeds', lat: 53.8008, lng: -1.5491, time_zone: 'Europe/London' },
  { ...GB, name: 'Belfast', lat: 54.5973, lng: -5.9301, time_zone: 'Europe/London' },
  { ...DE, name: 'Kassel', lat: 51.3127, lng: 9.4797, time_zone: 'Europe/Berlin' },
  { ...DE, name: 'Aachen', lat: 50.7753, lng: 6.0839, time_zone: 'Europe/Berlin' },
  { ...FR, name: 'Lyon', lat: 45.764, lng: 4.8357, time_zone: 'Europe/Paris' },
  {
    name: 'Madrid',
    country: 'ES',
    lat: 40.4168,
    lng: -3.7038,
    time_zone: 'Europe/Madrid',
    locale: 'es-ES',
    fixed: ['83.32.'],
    mobile: ['95.124.'],
  },
  {
    name: 'Sydney',
    country: 'AU',
    lat: -33.8688,
    lng: 151.2093,
    time_zone: 'Australia/Sydney',
    locale: 'en-AU',
    fixed: ['101.160.', '1.120.'],
    mobile: ['1.144.'],
  },
  {
    name: 'Osaka',
    country: 'JP',
    lat: 34.6937,
    lng: 135.5023,
    time_zone: 'Asia/Tokyo',
    locale: 'ja-JP',
    fixed: ['60.32.', '126.0.'],
    mobile: ['49.96.'],
  },
  {
    name: 'Toronto',
    country: 'CA',
    lat: 43.6532,
    lng: -79.3832,
    time_zone: 'America/Toronto',
    locale: 'en-CA',
    fixed: ['70.24.', '99.224.'],
    mobile: ['72.136.'],
  },
];

/** Addresses of hosting providers, by their owners' registration. VPN exits use such addresses. */
export const HOSTING = {
  US: ['45.55.', '23.92.', '104.236.'],
  NL: ['5.79.', '185.107.80.'],
  DE: ['78.46.', '88.198.'],
  FR: ['51.254.'],
} as const;

const byte = (random: Random) => 1 + Math.floor(random.uniform() * 254);

/** A random address under one of the prefixes. */
export function addressIn(prefixes: readonly string[], random: Random): string {
  const prefix = prefixes[Math.floor(random.uniform() * prefixes.length)]!;
  const parts = prefix.split('.').filter(Boolean);
  while (parts.length < 4) parts.push(String(byte(random)));
  return parts.join('.');
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** The offset in minutes east of UTC at a time, as a device in that zone reports it. */
export function offsetAt(time_zone: string, at_ms: number): number {
  const parts = formatOf(time_zone).formatToParts(at_ms);
  const text = parts.find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
