import { createHash } from 'node:crypto';
import type { Evidence } from '@standpoint/contract';

/**
 * Hash of what makes two pieces of evidence the same recording: positions, their times and the monotonic
 * clock. The same bytes under a new token are a replay; equal coordinates alone are not (a desktop's Wi-Fi
 * fix repeats). Null without a position.
 */
export function evidenceContent(evidence: Evidence): Buffer | null {
  if (evidence.positions.length === 0) return null;
  const content = evidence.positions.map(({ lat, lng, accuracy_m, measured_at }) => [
    lat,
    lng,
    accuracy_m,
    measured_at,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([content, evidence.clock?.monotonic_ms ?? null]))
    .digest();
}

const BUCKET_MS = 6 * 3_600_000;
const KEPT_MS = 24 * 3_600_000;

/**
 * The time at which a hash seen now is forgotten: one day after the end of its 6-hour bucket. It is part of
 * the key, so racers must agree on it.
 */
export const contentExpiry = (now_ms: number): Date =>
  new Date((Math.floor(now_ms / BUCKET_MS) + 1) * BUCKET_MS + KEPT_MS);

/** Every expiry that a hash from the last 24 h can have. */
export const liveExpiries = (now_ms: number): Date[] =>
  [0, 1, 2, 3, 4].map((back) => contentExpiry(now_ms - back * BUCKET_MS));
