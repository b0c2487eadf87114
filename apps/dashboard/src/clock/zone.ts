import type { Me } from '@standpoint/contract';
import { useWatched, watched } from '../api/watched.ts';

const ASK_MS = 15_000;
let own = { zone: 'UTC', asked_at: Number.NEGATIVE_INFINITY };

/** The browser's own zone. It is asked now and then: each answer costs as much as drawing a row. */
export function ownZone(): string {
  const now = performance.now();
  if (now - own.asked_at > ASK_MS)
    own = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', asked_at: now };
  return own.zone;
}

const chosen = watched<string | null>(null);

/**
 * Set from the person's preferences; null for the browser's own. A zone that this browser does not know is
 * not taken.
 */
export function chooseZone(zone: Me['preferences']['time_zone'] | null): void {
  chosen.set(zone && isZone(zone) ? zone : null);
}

export const useZone = (): string => useWatched(chosen) ?? ownZone();

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** "2026-11-03": the day of a moment, as a date field writes it. */
export const zonedDay = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
