import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Turns a Play Integrity token into its verdict. Rejects when Google cannot be asked; it never makes a
 * verdict up.
 */
export interface PlayDecoder {
  decode(package_name: string, token: string): Promise<unknown>;
}

/** Google could not be asked, or did not answer. */
export class PlayUnavailable extends Error {
  override name = 'PlayUnavailable';
}

interface ServiceAccount {
  client_email: string;
  private_key: string;
  token_uri: string;
}

const SCOPE = 'https://www.googleapis.com/auth/playintegrity';
const API = 'https://playintegrity.googleapis.com';
const WITHIN_MS = 5_000;

/**
 * Asks Google's server with the operator's service account, `geo/play-service-account.json` in the data
 * directory (the key file as Google issues it). Without that file every token is `unavailable`. Only tests
 * set `api`.
 */
export function openPlayDecoder(data_dir: string, now: () => number, api = API): PlayDecoder {
  let access: { token: string; until: number } | null = null;

  const accessToken = async (): Promise<string> => {
    if (access && access.until > now()) return access.token;
    const account = readAccount(data_dir);
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signedClaim(account, now()),
    });
    const { access_token, expires_in } = (await ask(account.token_uri, { body })) as {
      access_token?: unknown;
      expires_in?: unknown;
    };
    if (typeof access_token !== 'string') throw new PlayUnavailable('no access token in the answer');
    const life_s = typeof expires_in === 'number' ? expires_in : 0;
    access = { token: access_token, until: now() + (life_s - 60) * 1000 };
    return access_token;
  };

  return {
    async decode(package_name, token) {
      const bearer = await accessToken();
      return ask(`${api}/v1/${encodeURIComponent(package_name)}:decodeIntegrityToken`, {
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ integrity_token: token }),
      });
    },
  };
}

function readAccount(data_dir: string): ServiceAccount {
  try {
    return JSON.parse(readFileSync(join(data_dir, 'geo', 'play-service-account.json'), 'utf8'));
  } catch (cause) {
    throw new PlayUnavailable('there is no service account', { cause });
  }
}

/** Signs a claim with the account's key, to exchange it for an access token (RFC 7523). */
function signedClaim({ client_email, private_key, token_uri }: ServiceAccount, now_ms: number): string {
  const iat = Math.floor(now_ms / 1000);
  const claims = { iss: client_email, scope: SCOPE, aud: token_uri, iat, exp: iat + 3_600 };
  const text = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  try {
    return `${text}.${sign('sha256', Buffer.from(text), createPrivateKey(private_key)).toString('base64url')}`;
  } catch (cause) {
    throw new PlayUnavailable('the service account’s key cannot be read', { cause });
  }
}

async function ask(
  address: string,
  request: { headers?: Record<string, string>; body: string | URLSearchParams },
) {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
      ...request,
    });
    if (!answer.ok) throw new PlayUnavailable(`answered ${answer.status}`);
    return (await answer.json()) as unknown;
  } catch (cause) {
    if (cause instanceof PlayUnavailable) throw cause;
    throw new PlayUnavailable('could not be reached', { cause });
  }
}
