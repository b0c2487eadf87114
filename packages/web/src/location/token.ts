import type { PortalClaims, PreflightClaims, TokenKind } from '@standpoint/contract';
import { textFromBase64url } from '../base64url.ts';
import type { Config } from '../config.ts';

interface ClaimsOf {
  preflight: PreflightClaims;
  portal: PortalClaims;
}

const decode = (token: string): [{ typ?: unknown }, Record<string, unknown>, issuer: string] | undefined => {
  try {
    const parts = token.split('.');
    const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(textFromBase64url(part)));
    return parts.length === 3 ? [header, claims, new URL(claims.iss).origin] : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads a token's claims. Only the service checks the signature; these claims are not trusted, and only
 * prevent that a token is sent to the wrong place. `exp` is ignored, because a device's clock may be wrong.
 */
export const readToken = <K extends keyof ClaimsOf & TokenKind>(
  config: Config,
  token: unknown,
  kind: K,
): ClaimsOf[K] => {
  if (!token) throw config.error('token_missing');
  const [header, claims, issuer] = decode(String(token)) ?? [];
  if (!header || typeof claims?.jti !== 'string') throw config.error('token_invalid');
  if (header.typ !== `${kind}+jwt`) {
    throw config.error('token_wrong_purpose', { detail: `${header.typ} for ${kind},` });
  }
  if (issuer !== config.origin) {
    throw config.error('base_url_mismatch', { detail: `iss ${issuer}, baseUrl ${config.origin},` });
  }
  if (kind === 'preflight' && !claims.enc) throw config.error('token_invalid');
  return claims as unknown as ClaimsOf[K];
};
