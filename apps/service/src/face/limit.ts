import { LIMITS, type Limit } from '@standpoint/contract';
import type { Deps } from '../deps.ts';

/** A limit that area B enforces itself, as the operator's file sets it; null when it is switched off. */
export function limitOf({ address_limits }: Deps, name: 'short_code_miss' | 'session_status'): Limit | null {
  const entry = address_limits[name];
  if (entry === undefined) return LIMITS[name];
  const { rate, burst } = typeof entry === 'number' ? { rate: entry, burst: undefined } : entry;
  return rate === 0 ? null : { rate, burst: burst ?? Math.max(1, rate * 2) };
}
