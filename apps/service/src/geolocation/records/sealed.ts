import type { Environment } from '@standpoint/contract';

/**
 * Plaintext of `verification.position_sealed`. It is sealed apart from the bundle, so that history and maps
 * need not open the bundle.
 */
export interface SealedPosition {
  lat: number;
  lng: number;
  p95_m: number;
  measured_at: string;
  /** Time of receipt, Unix milliseconds. */
  at_ms: number;
  /** Age of the fix at receipt. */
  age_ms: number;
  country: string | null;
  subdivision: string | null;
  altitude_m: number | null;
  speed_mps: number | null;
  /** The fix is so coarse, on such an address, that it may be a guess from the address. */
  by_address: boolean;
}

/**
 * Additional authenticated data of `verification.position_sealed`. A value that was moved to another row does
 * not open.
 */
export const positionAad = (org: string, env: Environment, verification_id: string): string =>
  `verification|${org}|${env}|${verification_id}|position`;

/** Additional authenticated data of `verification.sealed`, the bundle. */
export const bundleAad = (org: string, env: Environment, verification_id: string): string =>
  `verification|${org}|${env}|${verification_id}`;
