import type { PortalClaims, PreflightClaims } from '@standpoint/contract';
import { type Config, originOf } from './config.ts';
import { fromBase64url, textOf } from './sealing/bytes.ts';

interface ClaimsOf {
  preflight: PreflightClaims;
  portal: PortalClaims;
}

/** Secrets of a backend that end up in an app by mistake. The message never repeats them. */
const SECRETS: [prefix: RegExp, name: string][] = [
  [/^sp_(live|test)_/, 'an API key'],
  [/^sr_(live|test)_/, 'a results key'],
  [/^whsec_/, 'a webhook secret'],
  [/^pkg_/, 'a package token'],
];

const decode = (part: string | undefined): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(textOf(fromBase64url(part!)));
  } catch {
    return undefined;
  }
};

/**
 * Reads a token's claims. Only the service checks the signature; these claims only prevent that a token is sent to
 * the wrong place. `exp` is ignored, because a device's clock may be wrong.
 */
export const readToken = <K extends keyof ClaimsOf>(config: Config, token: unknown, kind: K): ClaimsOf[K] => {
  if (!token) throw config.error('token_missing');
  const secret = SECRETS.find(([prefix]) => prefix.test(String(token)))?.[1];
  if (secret) {
    throw config.error('key_in_browser', { detail: `${secret} must never get into an app: revoke it,` });
  }
  const parts = String(token).split('.');
  const [header, claims] = [decode(parts[0]), decode(parts[1])];
  const issuer = originOf(claims?.iss);
  if (parts.length !== 3 || !header || !issuer || typeof claims?.jti !== 'string') {
    throw config.error('token_invalid');
  }
  if (header.typ !== `${kind}+jwt`) {
    throw config.error('token_wrong_purpose', { detail: `${header.typ} for ${kind},` });
  }
  if (config.environment && claims.env !== config.environment) {
    throw config.error('environment_mismatch', {
      detail: `the token is for ${claims.env}, but environment is ${config.environment},`,
    });
  }
  if (issuer !== config.origin) {
    throw config.error('base_url_mismatch', { detail: `iss ${issuer}, baseUrl ${config.origin},` });
  }
  if (kind === 'preflight' && (!claims.enc || typeof claims.attestation_challenge !== 'string')) {
    throw config.error('token_invalid');
  }
  return claims as unknown as ClaimsOf[K];
};
