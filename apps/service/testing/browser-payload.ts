import { randomUUID } from 'node:crypto';
import type { Evidence, PreflightClaims } from '@standpoint/contract';
import { CompactEncrypt, importJWK } from 'jose';
import { whole } from './engines/whole-evidence.ts';

/** Claims of a token, unchecked. */
export const claimsOf = <C = PreflightClaims>(token: string): C =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as C;

export const NEW_YORK = { lat: 40.7128, lng: -74.006 };
const TIMES = 'America/New_York';

/**
 * Evidence as an honest browser in New York would send it now, with everything that the SDK of its platform
 * always sends.
 */
export function browserEvidence(change: Partial<Evidence> = {}, at = Date.now()): Evidence {
  return whole({
    attempt_id: randomUUID(),
    purpose: 'verify',
    collected_at: new Date(at).toISOString(),
    platform: 'web',
    permission: { state: 'granted', precise: true },
    positions: [
      {
        ...NEW_YORK,
        accuracy_m: 20 + Math.random(),
        accuracy_basis: 'p95',
        measured_at: new Date(at - 500).toISOString(),
      },
    ],
    clock: {
      epoch_ms: at,
      monotonic_ms: 9_000 + Math.random(),
      time_zone: TIMES,
      utc_offset_min: isSummerTime(at) ? -240 : -300,
    },
    ...change,
  });
}

const OFFSET = new Intl.DateTimeFormat('en', { timeZone: TIMES, timeZoneName: 'shortOffset' });

const isSummerTime = (at: number): boolean =>
  OFFSET.formatToParts(at).find((part) => part.type === 'timeZoneName')!.value === 'GMT-4';

/** A reading at that place, half a second old, whose accuracy no two readings share. */
export const readingAt = (lat: number, lng: number, now: number, accuracy_m = 20): Partial<Evidence> => ({
  positions: [
    {
      lat,
      lng,
      accuracy_m: accuracy_m + Math.random(),
      accuracy_basis: 'p95',
      measured_at: new Date(now - 500).toISOString(),
    },
  ],
});

export interface SealOptions {
  jti?: string;
  path?: string;
  origin?: string;
  /** Replaces header members. */
  header?: Record<string, unknown>;
  /** Replaces the plaintext. */
  content?: string;
}

/** Seals evidence as a client does: compact JWE, ECDH-ES on P-256, A256GCM, to the key in the token. */
export async function seal(token: string, evidence: Evidence, options: SealOptions = {}): Promise<string> {
  const claims = claimsOf(token);
  const { kid, x, y } = claims.enc;
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ECDH-ES');
  const { integrity = { kind: 'none' as const }, ...core } = evidence;
  const content =
    options.content ?? JSON.stringify({ core: JSON.stringify({ jti: claims.jti, ...core }), integrity });
  const header = {
    alg: 'ECDH-ES',
    enc: 'A256GCM',
    kid,
    sp_jti: options.jti ?? claims.jti,
    sp_htm: 'POST',
    sp_path: options.path ?? '/geolocation/verify',
    sp_sdk: 'web/0.5.0',
    ...(options.origin ? { sp_origin: options.origin } : {}),
    ...options.header,
  };
  return new CompactEncrypt(new TextEncoder().encode(content))
    .setProtectedHeader(header as never)
    .encrypt(key);
}
