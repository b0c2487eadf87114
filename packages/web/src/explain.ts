import type { Config } from './config.ts';
import type { StandpointError } from './errors.ts';
import type { Kind, Read } from './location/token.ts';

/** What went wrong, in words. Loaded when something did, so that a page that works never loads it. */

const SECRETS: Record<string, string> = {
  sp_: 'an API key',
  sr_: 'a results key',
  pkg_: 'a package token',
  whsec_: 'a webhook secret',
};
const CALLS: Record<Kind, string> = { preflight: 'verify() and collect()', portal: 'face()' };
/** `typ` of each token, in words, and where it belongs. */
const TOKENS: Record<string, string> = {
  'preflight+jwt': 'a preflight token, which is for verify() and collect()',
  'portal+jwt': 'a portal token, which is for face()',
  'verification+jwt': 'a result token, which is for your backend',
  'face-result+jwt': 'a face result, which is for your backend',
  'handoff+jwt': 'a hand-off token, which is for the phone\u2019s page',
};

/** The error for a text that `readToken()` did not take. It never repeats a secret. */
export const explainToken = (
  config: Config,
  token: unknown,
  kind: Kind,
  read: Read | undefined,
): StandpointError => {
  const { origin, environment } = config;
  if (!token) return config.error('token_missing', { detail: `${CALLS[kind]} need a ${kind} token,` });
  const text = String(token);
  const secret = Object.keys(SECRETS).find((prefix) => text.startsWith(prefix));
  if (secret)
    return config.error('key_in_browser', {
      detail: `${secret}\u2026 is ${SECRETS[secret]}, which a browser must never get: revoke it,`,
    });
  if (!read || typeof read.claims?.jti !== 'string')
    return config.error('token_invalid', { detail: 'this is not one of our tokens,' });
  const { typ, claims, issuer } = read;
  if (typ !== `${kind}+jwt`)
    return config.error('token_wrong_purpose', { detail: `this is ${TOKENS[String(typ)] ?? typ},` });
  if (environment && claims.env !== environment)
    return config.error('environment_mismatch', {
      detail: `the token is for ${claims.env}, but environment is ${environment},`,
    });
  if (issuer !== origin)
    return config.error('base_url_mismatch', {
      detail: `this ${claims.env} token was made at ${issuer}, but baseUrl is ${origin},`,
    });
  return config.error('token_invalid', { detail: 'it lacks the payload key enc,' });
};

const PROBE_MS = 700;

/** Whether anything answers at this address. Its content stays hidden from this page. */
const answers = async (address: string): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
};

const whyNoFrame = async (base: string, began: boolean): Promise<string> => {
  const { origin } = new URL(base, location.href);
  if (began) return `the face app of ${origin} began to load and did not get ready`;
  if (crossOriginIsolated)
    return `Cross-Origin-Embedder-Policy of this page refuses the frame of ${origin}: use credentialless or no header`;
  if (await answers(base))
    return `Content-Security-Policy: frame-ancestors of ${origin} refuses this page: add ${location.origin} to the workflow.origins and publish`;
  return `${origin} does not answer this page: check url, and connect-src if this page has a policy`;
};

/**
 * Why the frame does not show the face app. No browser says it, so it is told from what can be tried.
 *
 * @param base Address of the face app.
 * @param began Whether its script has run.
 */
export const explainFrame = async (config: Config, base: string, began: boolean): Promise<StandpointError> =>
  navigator.onLine
    ? config.error('iframe_load_failed', { detail: `${await whyNoFrame(base, began)},` })
    : config.error('offline');
