import {
  closed,
  formed,
  latitude,
  longitude,
  oneOf,
  open,
  optional,
  type Static,
  Type,
  text,
  timestamp,
} from '../schema.ts';
import { Signals } from './signals.ts';

/** One reading of a position source. */
export const Position = closed({
  lat: latitude(),
  lng: longitude(),
  /**
   * Radius in metres. `accuracy_basis` says what it means: p95 on the web (W3C), p68 on Android, rms on iOS.
   */
  accuracy_m: Type.Number({ minimum: 0 }),
  accuracy_basis: oneOf('p95', 'p68', 'rms'),
  altitude_m: optional(Type.Number()),
  heading_deg: optional(Type.Number()),
  speed_mps: optional(Type.Number()),
  measured_at: timestamp(),
  source: optional(text(40)),
});
export type Position = Static<typeof Position>;

/** Bytes in base64 or base64url, padded or not. */
const base64 = (maxLength: number) =>
  formed('^[A-Za-z0-9+/_-]+={0,2}$', 'bytes in base64 or base64url', { minLength: 1, maxLength });

/**
 * Proof of origin beside the sealed `core`. A device attests or signs the binding, 32 bytes:
 * `SHA-256("sp-geo-v1\n" + jti + "\n" + attestation_challenge + "\n" + hex(SHA-256(core)))`. `jti` and
 * `attestation_challenge` are claims of the preflight token.
 *
 * - `app_attest`: `key_id` and either `attestation` (once per key; the binding is its `clientDataHash`) or
 *   `assertion` (afterwards).
 * - `android_key_attestation`: `key_id` and either `chain` (once per key, leaf first; the binding is its
 *   `attestationChallenge`) or `signature` (afterwards: SHA256withECDSA over the 32 bytes, DER).
 * - `play_integrity`: `token` of a standard request whose `requestHash` is the binding in base64url.
 */
export const Integrity = Type.Object(
  {
    kind: oneOf('app_attest', 'android_key_attestation', 'play_integrity', 'none'),
    /** 32 bytes: App Attest's key id; on Android SHA-256 of the key's SubjectPublicKeyInfo. */
    key_id: optional(base64(64)),
    /** The attestation object, CBOR. */
    attestation: optional(base64(24_000)),
    /** The assertion object, CBOR. */
    assertion: optional(base64(4_000)),
    /** Certificates, DER, leaf first. */
    chain: optional(Type.Array(base64(8_000), { maxItems: 10 })),
    signature: optional(base64(2_000)),
    /** For `play_integrity`: the package that the token is for; the only configured one when absent. */
    package: optional(Type.String({ minLength: 1, maxLength: 255 })),
    token: optional(
      formed('^[A-Za-z0-9+/_=.-]+$', 'a token of Play Integrity', { minLength: 1, maxLength: 20_000 }),
    ),
  },
  { additionalProperties: Type.Unknown(), maxProperties: 20 },
);
export type Integrity = Static<typeof Integrity>;

/**
 * The facts that a client saw. Absent is not false: a missing signal makes its check `skipped`. What an SDK
 * always sends must be there all the same: without it the evidence is `evidence_incomplete`.
 */
export const Evidence = closed({
  attempt_id: text(64),
  /** The token's jti in verify; absent when collect() was called without a token. */
  jti: optional(text(64)),
  purpose: optional(oneOf('verify', 'collect')),
  collected_at: timestamp(),
  platform: oneOf('web', 'ios', 'android'),
  sdk: optional(closed({ name: text(64), version: text(32) })),
  permission: optional(
    closed({
      state: oneOf('granted', 'denied', 'prompt', 'dismissed', 'blocked_by_policy', 'unknown'),
      precise: optional(Type.Boolean()),
    }),
  ),
  positions: Type.Array(Position, { maxItems: 5 }),
  position_error: optional(
    oneOf('permission_denied', 'position_unavailable', 'position_timeout', 'unsupported'),
  ),
  clock: optional(
    closed({
      epoch_ms: Type.Number(),
      monotonic_ms: optional(Type.Number()),
      time_zone: optional(text(64)),
      utc_offset_min: optional(Type.Number({ minimum: -1440, maximum: 1440 })),
      locale: optional(text(64)),
      languages: optional(Type.Array(text(64), { maxItems: 20 })),
    }),
  ),
  device: optional(open()),
  signals: optional(Signals),
  integrity: optional(Integrity),
  install_id: optional(Type.String({ maxLength: 128 })),
  ip_stamp: optional(Type.String({ maxLength: 4096 })),
  nonce: optional(text(128)),
});
export type Evidence = Static<typeof Evidence>;

/** Content of the JWE. `core` parses to the evidence; attestations bind its exact bytes. */
export const SealedContent = closed({ core: Type.String(), integrity: optional(Integrity) });

/** Protected header of the payload JWE (RFC 7516 compact; ECDH-ES on P-256, A256GCM). */
export const SealHeader = Type.Object(
  {
    alg: Type.Literal('ECDH-ES'),
    enc: Type.Literal('A256GCM'),
    kid: Type.String(),
    epk: Type.Object({
      kty: Type.Literal('EC'),
      crv: Type.Literal('P-256'),
      x: Type.String(),
      y: Type.String(),
    }),
    sp_jti: optional(Type.String()),
    sp_htm: optional(Type.String()),
    sp_path: optional(Type.String()),
    sp_origin: optional(Type.String()),
    sp_sdk: optional(Type.String()),
  },
  { additionalProperties: false },
);
export type SealHeader = Static<typeof SealHeader>;
