import { randomUUID } from 'node:crypto';
import type { Evidence } from '@standpoint/contract';

export interface Place {
  lat: number;
  lng: number;
  /** Radius in metres that the position is within in 95 of 100 cases. Default 20. */
  accuracy_m?: number;
  /** Of the device's clock, like `America/New_York`. Default: that of this process, which may not fit the place. */
  time_zone?: string;
}

const LOCALE = 'en-US';

/** Minutes east of UTC. Throws a `RangeError` for a time zone that does not exist. */
const offsetOf = (timeZone: string, now: Date): number => {
  const parts = new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
};

/** What an app sends that runs on an honest device at this place, or on one that knows no position. */
export function evidenceOf(place: Place | undefined): Evidence {
  const now = new Date();
  const time_zone = place?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const measured = { accuracy_basis: 'p95', measured_at: now.toISOString(), source: 'simulated' } as const;
  return {
    attempt_id: randomUUID(),
    purpose: 'verify',
    collected_at: now.toISOString(),
    platform: 'ios',
    sdk: { name: 'standpoint-node', version: '0.5.0' },
    permission: { state: 'granted', precise: true },
    positions: place
      ? [{ lat: place.lat, lng: place.lng, accuracy_m: place.accuracy_m ?? 20, ...measured }]
      : [],
    ...(!place && { position_error: 'position_unavailable' }),
    clock: {
      epoch_ms: now.getTime(),
      monotonic_ms: performance.now(),
      time_zone,
      utc_offset_min: offsetOf(time_zone, now),
      locale: LOCALE,
      languages: [LOCALE],
    },
    device: { model: 'simulated' },
    signals: { emulator: false },
    integrity: { kind: 'none' },
  };
}
