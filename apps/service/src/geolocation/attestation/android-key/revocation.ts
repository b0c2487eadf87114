import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Google's status list of attestation certificates (https://android.googleapis.com/attestation/status). */
export interface RevocationList {
  /** Time at which the operator fetched the list, Unix milliseconds. */
  fetched_ms: number;
  /** Lower-case hex serial without leading zeros → REVOKED, SUSPENDED or a later word. */
  entries: ReadonlyMap<string, string>;
}

export interface Revocations {
  /** The list in force; null when no readable list exists. */
  current(): RevocationList | null;
}

/** A list older than this proves nothing: a key box that leaked since would pass. */
export const REVOCATION_MAX_AGE_MS = 14 * 86_400_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Reads the list's JSON as Google publishes it. `fetched_at` beside `entries` overrides the file's
 * modification time.
 */
export function parseRevocations(json: string, file_ms: number): RevocationList {
  const { entries, fetched_at } = JSON.parse(json) as {
    entries?: Record<string, { status?: unknown }>;
    fetched_at?: string;
  };
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    throw new Error('a revocation list has entries');
  const stated = fetched_at === undefined ? file_ms : Date.parse(fetched_at);
  if (!Number.isFinite(stated)) throw new Error('fetched_at is not a time');
  return {
    fetched_ms: stated,
    entries: new Map(
      Object.entries(entries).map(([serial, entry]) => [
        BigInt(`0x${serial}`).toString(16),
        typeof entry?.status === 'string' ? entry.status : 'REVOKED',
      ]),
    ),
  };
}

/** Reads `geo/android-revocation.json` of the data directory, and reads it again when it changes. */
export function openRevocations(data_dir: string, warn: (error: unknown) => void = () => {}): Revocations {
  const file = join(data_dir, 'geo', 'android-revocation.json');
  let list: RevocationList | null = null;
  let [looked, changed] = [Number.NEGATIVE_INFINITY, -1];
  return {
    current() {
      if (performance.now() - looked < LOOK_EVERY_MS) return list;
      looked = performance.now();
      const mtime = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (mtime === undefined) list = null;
      else if (mtime !== changed) {
        try {
          list = parseRevocations(readFileSync(file, 'utf8'), mtime);
        } catch (error) {
          // A broken refresh must not discard the last good list; that list expires by its own age.
          warn(error);
        }
      }
      changed = mtime ?? -1;
      return list;
    },
  };
}
