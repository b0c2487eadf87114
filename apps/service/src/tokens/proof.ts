import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { refuse } from '../refuse.ts';
import { openProof } from './open-proof.ts';

/**
 * `Standpoint-Proof`, proof of possession in the form of DPoP (RFC 9449 §4.2). A compact JWS: header exactly
 * `{typ: "dpop+jwt", alg: "ES256" | "EdDSA", jwk: <public key only>}`; claims exactly `{htm, htu, iat, jti}`
 * and one of
 * - `ath`: base64url(SHA-256(token)) on calls with a portal or hand-off JWT,
 * - `ch`: base64url(SHA-256(code)) when a short code is redeemed, the code in its one form (upper case, no
 *   hyphens). `htu` is the address that was called, without query and fragment. `iat` is NumericDate, ±120 s
 *   of the database's clock.
 */
export interface ProofExpectation {
  method: string;
  /** Path of the endpoint, with its parameters filled in. */
  path: string;
  /** What the proof is bound to. */
  bound: { ath: string } | { ch: string };
  /** Milliseconds of the database's clock. */
  now: number;
}

export const PROOF_WINDOW_S = 120;

export const sha256Base64url = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');

/**
 * Checks a proof; returns the thumbprint of its key (RFC 7638) and its single-use name. 401 `proof_invalid`.
 */
export async function checkProof(
  config: Config,
  proof: string,
  expected: ProofExpectation,
): Promise<{ jkt: string; jti: string }> {
  const { claims, jkt } = await openProof(proof);
  const known = new Set(['htm', 'htu', 'iat', 'jti', ...Object.keys(expected.bound)]);
  if (Object.keys(claims).some((name) => !known.has(name))) invalid('unexpected claim');
  if (claims.htm !== expected.method) invalid('htm');
  if (!addressFits(config, claims.htu, expected.path)) invalid('htu');
  const { iat, jti } = claims;
  if (typeof iat !== 'number' || Math.abs(expected.now / 1000 - iat) > PROOF_WINDOW_S) invalid('iat');
  if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) return invalid('jti');
  const [[name, value]] = Object.entries(expected.bound) as [[string, string]];
  if (claims[name] !== value) invalid(name);
  return { jkt, jti };
}

const invalid = (reason: string): never => refuse('proof_invalid', reason);

/** What the check of a call's proof needs of the world. */
interface ProofWorld {
  config: Config;
  clock: { now(): number };
  proofs: SeenProofs;
}

/**
 * Thumbprint of the key that made the call's proof; null when the call brings no proof. 401 `proof_invalid`
 * for a proof that is wrong or was seen before.
 */
export async function keyOfProof(
  { config, clock, proofs }: ProofWorld,
  call: { header(name: string): string | undefined },
  expected: Omit<ProofExpectation, 'now'>,
): Promise<string | null> {
  const proof = call.header('standpoint-proof');
  if (proof === undefined) return null;
  const now = clock.now();
  const { jkt, jti } = await checkProof(config, proof, { ...expected, now });
  if (!proofs.first(jkt, jti, now)) invalid('proof was seen before');
  return jkt;
}

/**
 * One of the addresses under which this service is known; never what the Host header says, which an attacker
 * relays.
 */
function addressFits(config: Config, htu: unknown, path: string): boolean {
  if (typeof htu !== 'string') return false;
  const bases = [config.base_url, config.sandbox_base_url, new URL(config.face_base_url).origin];
  const called = URL.parse(htu);
  if (!called || called.search || called.hash) return false;
  return bases.some((base) => new URL(`${base}${path}`).href === called.href);
}

/** The same for a call with a token, to which the proof is bound. */
export const proofKey = (
  world: ProofWorld,
  call: { header(name: string): string | undefined; caller: { token: string } },
  where: { method: string; path: string },
): Promise<string | null> =>
  keyOfProof(world, call, { ...where, bound: { ath: sha256Base64url(call.caller.token) } });

/** A bound token works only with its key: a caller that merely has a copy of the token is another device. */
export function requireBoundKey(bound: string | null | undefined, jkt: string | null): void {
  if (bound && bound !== jkt)
    refuse('not_active_device', jkt ? 'another key' : 'a bound token without a proof');
}

/**
 * Proofs that were seen, in memory and per node. An attacker that intercepts a proof and its token can repeat
 * the same call on another node within 120 s, and no more: what such a call changes is single-use by the
 * database anyway. A row per status poll would cost more than that protection is worth (RFC 9449 §11.1 leaves
 * it open).
 */
export class SeenProofs {
  readonly #seen = new Map<string, number>();

  /** True the first time. `now` in ms. */
  first(jkt: string, jti: string, now: number): boolean {
    for (const [name, until] of this.#seen) {
      if (until > now && this.#seen.size < 200_000) break;
      this.#seen.delete(name);
    }
    const name = `${jkt}.${jti}`;
    if (this.#seen.has(name)) return false;
    this.#seen.set(name, now + 2 * PROOF_WINDOW_S * 1_000);
    return true;
  }
}
