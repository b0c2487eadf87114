import { randomUUID } from 'node:crypto';
import type { Evidence } from '@standpoint/contract';
import { CHECKS } from '../decision/checks/all.ts';
import { skipped } from '../decision/checks/check.ts';
import { override } from '../decision/checks/override.ts';
import { type Places, utcOffsetsNear } from '../geodata/places/places.ts';
import { browserFacts } from './browser-facts.ts';

export interface Spot {
  lat: number;
  lng: number;
  accuracy_m: number;
}

/**
 * All checks but the one for typed-in positions: this spot was typed in, so that check says nothing about it.
 */
export const SPOT_CHECKS = CHECKS.map((check) =>
  check === override
    ? { ...check, run: () => Object.keys(check.codes).map((code) => skipped(code, 'simulated')) }
    : check,
);

/** Evidence as an honest browser at this spot would send it now: clock and time zone fit the place. */
export function simulatedEvidence(places: Places, { lat, lng, accuracy_m }: Spot, now_ms: number): Evidence {
  const { time_zone } = places.locate(lat, lng);
  const [utc_offset_min] = utcOffsetsNear(lat, lng, accuracy_m, now_ms);
  const monotonic_ms = performance.now();
  const measured_at = new Date(now_ms - 500).toISOString();
  return {
    ...browserFacts(1, now_ms, monotonic_ms),
    attempt_id: randomUUID(),
    collected_at: new Date(now_ms).toISOString(),
    platform: 'web',
    sdk: { name: 'cli', version: '0.5.0' },
    permission: { state: 'granted', precise: true },
    positions: [{ lat, lng, accuracy_m, accuracy_basis: 'p95', measured_at, source: 'cli' }],
    clock: {
      epoch_ms: now_ms,
      monotonic_ms,
      time_zone: time_zone ?? undefined,
      utc_offset_min: utc_offset_min ?? 0,
      locale: 'en-US',
      languages: ['en-US'],
    },
  };
}
