import type { Environment, TokenKind } from '@standpoint/contract';
import { type CryptoKey, compactVerify, importJWK, type JWK } from 'jose';
import { compile, type Validator } from '../compiled.ts';
import { settledEpoch } from '../database/epoch.ts';
import type { Deps } from '../deps.ts';
import { parseJson } from '../json.ts';
import { refuse } from '../refuse.ts';
import { canonicalParts } from './canonical.ts';
import { audience, KINDS } from './kinds.ts';
import type { KeyRing, SigningKey } from './signing-keys.ts';

interface CheckContext {
  keys: KeyRing;
  /** Both base addresses: `iss` names the one that the token was minted on. */
  issuers: readonly string[];
  /** Milliseconds of the database's clock. */
  now: number;
  /** The present epoch of the fence; throws when it is not known. */
  epoch: () => Promise<string>;
}

/** The context of a token that arrives now; with `grace_ms`, of one that ended that long ago at most. */
export const checkContext = (
  { keys, config, clock, epoch }: Pick<Deps, 'keys' | 'config' | 'clock' | 'epoch'>,
  grace_ms = 0,
): CheckContext => ({
  keys,
  issuers: [config.base_url, config.sandbox_base_url],
  now: clock.now() - grace_ms,
  epoch: () => settledEpoch(epoch),
});

export interface Checked<C> {
  kind: TokenKind;
  claims: C;
}

interface AnyClaims {
  iss: string;
  aud: string;
  jti: string;
  iat: number;
  exp: number;
  org: string;
  env: Environment;
  epoch?: string;
}

const validators = new Map<TokenKind, Validator>();
const imported = new WeakMap<SigningKey, Promise<CryptoKey | Uint8Array>>();

function validator(kind: TokenKind): Validator {
  const found = validators.get(kind) ?? compile(KINDS[kind].claims);
  validators.set(kind, found);
  return found;
}

function publicKey(key: SigningKey): Promise<CryptoKey | Uint8Array> {
  const found = imported.get(key) ?? importJWK(key.public_jwk as JWK, 'EdDSA');
  imported.set(key, found);
  return found;
}

/**
 * Reads the header; the kind is the one of `kinds` whose `typ` it names. A token works for one purpose (RFC
 * 8725 §3.11).
 */
function readHeader(bytes: Buffer, kinds: readonly TokenKind[]): { kid: string; kind: TokenKind } | null {
  let header: Record<string, unknown>;
  try {
    header = parseJson(bytes) as Record<string, unknown>;
  } catch {
    return null;
  }
  if (typeof header !== 'object' || header === null || Object.keys(header).sort().join() !== 'alg,kid,typ')
    return null;
  const kind = kinds.find((candidate) => KINDS[candidate].typ === header.typ);
  return header.alg === 'EdDSA' && typeof header.kid === 'string' && kind ? { kid: header.kid, kind } : null;
}

function findKey(keys: KeyRing, kid: string): { env: Environment; key: SigningKey } | null {
  for (const env of ['production', 'sandbox'] as const) {
    const key = keys.of(env).verifying.get(kid);
    if (key) return { env, key };
  }
  return null;
}

/**
 * Checks a token. Every kind of token for every purpose is checked here. Order: length and canonical form →
 * header exactly {alg, typ, kid} → a key of the local set (none is ever taken from the token or the network)
 * → signature → issuer, audience, environment → schema of the claims → expiry → epoch. Every failure before
 * expiry is the same public 401 `token_invalid`.
 */
export async function check<C = AnyClaims>(
  context: CheckContext,
  token: string,
  kinds: readonly TokenKind[],
): Promise<Checked<C>> {
  const parts = canonicalParts(token) ?? refuse('token_invalid', 'not a canonical compact JWS');
  const header =
    readHeader(parts.header, kinds) ?? refuse('token_invalid', 'header is not that of the expected kind');
  const found = findKey(context.keys, header.kid) ?? refuse('token_invalid', 'unknown kid');
  await compactVerify(token, await publicKey(found.key), { algorithms: ['EdDSA'] }).catch((cause) =>
    refuse('token_invalid', 'signature', { cause }),
  );
  const claims = readClaims(parts.payload, header.kind);
  if (claims.env !== found.env) refuse('token_invalid', 'environment differs from the key’s');
  if (!context.issuers.includes(claims.iss)) refuse('token_invalid', 'issuer');
  if (claims.aud !== audience(header.kind, claims.env, claims.org)) refuse('token_invalid', 'audience');
  if (claims.exp <= context.now / 1000) refuse('token_expired', 'exp', { of: claims });
  if (KINDS[header.kind].fenced && claims.epoch !== (await context.epoch()))
    refuse('token_expired', 'epoch_fenced', { of: claims });
  return { kind: header.kind, claims: claims as C };
}

function readClaims(payload: Buffer, kind: TokenKind): AnyClaims {
  let claims: unknown;
  try {
    claims = parseJson(payload);
  } catch (cause) {
    return refuse('token_invalid', 'claims are not strict JSON', { cause });
  }
  if (!validator(kind).Check(claims)) refuse('token_invalid', 'claims do not fit the schema');
  return claims as AnyClaims;
}
