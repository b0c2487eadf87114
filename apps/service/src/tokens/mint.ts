import { sign } from 'node:crypto';
import type { Environment, TokenKind } from '@standpoint/contract';
import { newJti } from '../ids.ts';
import { audience, KINDS } from './kinds.ts';
import type { KeyRing, SigningKey } from './signing-keys.ts';

export interface Minted {
  token: string;
  jti: string;
  /** NumericDate. */
  iat: number;
  exp: number;
}

export interface MintContext {
  env: Environment;
  org: string;
  /** Base address that the token is minted on. */
  iss: string;
  /** Milliseconds of the database's clock. */
  now: number;
  /** Seconds (default: the life of the kind). */
  life_s?: number;
  /** NumericDate that the token must not outlive, e.g. the portal token's. */
  not_after?: number;
  jti?: string;
}

const headers = new WeakMap<SigningKey, Map<string, string>>();

function encodedHeader(key: SigningKey, typ: string): string {
  const byTyp = headers.get(key) ?? new Map<string, string>();
  headers.set(key, byTyp);
  let header = byTyp.get(typ);
  if (!header) {
    header = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ, kid: key.kid })).toString('base64url');
    byTyp.set(typ, header);
  }
  return header;
}

/** Signs a token: compact JWS, EdDSA (RFC 8037), header exactly {alg, typ, kid}. Pure computation, no I/O. */
export function mint(keys: KeyRing, kind: TokenKind, context: MintContext, claims: object): Minted {
  const traits = KINDS[kind];
  const key = keys.of(context.env).active;
  const iat = Math.floor(context.now / 1000);
  const life = context.life_s ?? traits.life_s;
  if (life === null) throw new Error(`a ${kind} token needs a lifetime`);
  const exp = Math.min(iat + life, context.not_after ?? Number.POSITIVE_INFINITY);
  const jti = context.jti ?? newJti();
  const payload = JSON.stringify({
    iss: context.iss,
    aud: audience(kind, context.env, context.org),
    jti,
    iat,
    exp,
    org: context.org,
    env: context.env,
    ...claims,
  });
  const signed = `${encodedHeader(key, traits.typ)}.${Buffer.from(payload).toString('base64url')}`;
  const signature = sign(null, Buffer.from(signed), key.private_key).toString('base64url');
  return { token: `${signed}.${signature}`, jti, iat, exp };
}
