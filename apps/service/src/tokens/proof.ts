import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
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
interface ProofExpectation {
  method: string;
  /** Path of the endpoint, with its parameters filled in. */
  path: string;
  /** The hash of the token (`ath`) or of the short code (`ch`) that the proof is bound to. */
  bound: { ath: string } | { ch: string };
  /** Milliseconds of the database's clock. */
  now: number;
}

const PROOF_WINDOW_S = 120;

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

/** The parts of the world that the check of a call's proof needs. */
interface ProofWorld {
  config: Config;
  clock: { now(): number };
  proofs: SeenProofs;
  database: { pool: Pick<Pool, 'query'> };
}

type ProvedCall = { header(name: string): string | undefined };

/** A proof that this node has not seen before. */
export interface Proof {
  /** Thumbprint of the key. */
  jkt: string;
  jti: string;
}

/**
 * Checks the call's proof; null when the call brings none. 401 `proof_invalid` for a proof that is wrong or
 * that this node has seen before. A call that changes something must also be the first with this proof on all
 * nodes: `acceptOnce`.
 */
export async function readProof(
  { config, clock, proofs }: ProofWorld,
  call: ProvedCall,
  expected: Omit<ProofExpectation, 'now'>,
): Promise<Proof | null> {
  const text = call.header('standpoint-proof');
  if (text === undefined) return null;
  const now = clock.now();
  const proof = await checkProof(config, text, { ...expected, now });
  if (!proofs.first(proof.jkt, proof.jti, now)) invalid(SEEN);
  return proof;
}

const SEEN = 'proof was seen before';

const ACCEPT = `
  INSERT INTO seen_proof (proof_sha256, expires_at) VALUES ($1, now() + $2 * interval '1 second')
  ON CONFLICT DO NOTHING RETURNING 1`;

/**
 * Accepts a proof once over all nodes. A caller whose insert returns no row has lost, as with tokens: an
 * attacker who intercepts a proof and its token must not repeat the call on another node. The row outlives
 * the proof, and is not undone with the call: a client makes a new proof for each try.
 */
export async function acceptOnce({ database }: ProofWorld, { jkt, jti }: Proof): Promise<void> {
  const name = createHash('sha256').update(`${jkt}.${jti}`).digest();
  const { rows } = await database.pool.query({
    name: 'accept-proof',
    text: ACCEPT,
    values: [name, 2 * PROOF_WINDOW_S],
  });
  if (rows.length === 0) invalid(SEEN);
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

/**
 * Thumbprint of the key that made the proof of a call with a token; null without a proof. A proof of a call
 * that only reads may come once to each node: a row per status poll would cost more than it protects.
 */
export async function proofKey(
  world: ProofWorld,
  call: ProvedCall & { caller: { token: string } },
  where: { method: string; path: string },
): Promise<string | null> {
  const proof = await readProof(world, call, {
    ...where,
    bound: { ath: sha256Base64url(call.caller.token) },
  });
  if (proof && where.method !== 'GET') await acceptOnce(world, proof);
  return proof?.jkt ?? null;
}

/** A bound token works only with its key: a caller that merely has a copy of the token is another device. */
export function requireBoundKey(bound: string | null | undefined, jkt: string | null): void {
  if (bound && bound !== jkt)
    refuse('not_active_device', jkt ? 'another key' : 'a bound token without a proof');
}

/**
 * Proofs that this node has seen. For calls that only read, nothing more is remembered (RFC 9449 §11.1
 * leaves it open); for the others this saves the losers a query.
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
