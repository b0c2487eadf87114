import { textFromBase64url } from '../base64url.ts';
import type { Config } from '../config.ts';
import { IS_0_3 } from '../generation.ts';
import type { ClaimsOf, Kind, Read } from './claims.ts';

const read = (token: unknown): Read | undefined => {
  try {
    const parts = String(token).split('.');
    const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(textFromBase64url(part)));
    if (parts.length === 3) return { typ: header.typ, claims, issuer: new URL(claims.iss).origin };
  } catch {}
};

/**
 * Reads a token's claims; undefined when it is not a token for this call. Only the service checks the signature;
 * these claims are not trusted, and only prevent that a token is sent to the wrong place. `exp` is not looked at,
 * because a device's clock may be wrong.
 */
export const readToken = <K extends Kind>(
  config: Config,
  token: unknown,
  kind: K,
): ClaimsOf[K] | undefined => {
  const { typ, claims, issuer } = read(token) ?? {};
  const fits =
    typ === `${kind}+jwt` &&
    issuer === config.origin &&
    claims?.jti &&
    (claims.enc || kind === 'portal') &&
    (!IS_0_3 || claims.env === config.environment);
  return fits ? (claims as unknown as ClaimsOf[K]) : undefined;
};

/** Rejects with what is wrong with a token. The explanation is loaded when it is needed. */
export const refuseToken = async (config: Config, token: unknown, kind: Kind): Promise<never> => {
  const { explainToken } = await import('../explain.ts').catch((cause) => {
    throw config.error('token_invalid', { cause });
  });
  throw explainToken(config, token, kind, read(token));
};
