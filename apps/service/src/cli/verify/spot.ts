import { isIP } from 'node:net';
import type { Spot } from '../../geolocation/spot/evidence.ts';
import { Misuse, number } from '../command.ts';

/** Options for the position of a device. */
export const SPOT = {
  lat: { type: 'string', value: 'DEGREES', required: true, meaning: 'latitude, e.g. 40.7128' },
  lng: { type: 'string', value: 'DEGREES', required: true, meaning: 'longitude, e.g. -74.006' },
  accuracy: {
    type: 'string',
    value: 'METRES',
    meaning: 'radius in metres that contains the device with 95 % (default: 30)',
  },
  ip: { type: 'string', value: 'ADDRESS', meaning: 'public address of the device' },
} as const;

export const spotOf = (options: { lat: string; lng: string; accuracy?: string }): Spot => ({
  lat: number('lat', options.lat, -90, 90),
  lng: number('lng', options.lng, -180, 180),
  accuracy_m: number('accuracy', options.accuracy ?? '30', 0, 1_000_000),
});

export function addressOf(ip: string | undefined): string | null {
  if (ip === undefined) return null;
  if (isIP(ip) === 0) throw new Misuse(`--ip: ${ip} is not an IP address.`);
  return ip;
}
