import type { Config } from './config.ts';
import type { onCspBlock } from './csp.ts';
import type { StandpointError } from './errors.ts';
import type { Kind, Read } from './location/claims.ts';

/** What went wrong, in words. Loaded when something did, so that a page that works never loads it. */

const SECRETS: Record<string, string> = {
  sp_: 'an API key',
  sr_: 'a results key',
  pkg_: 'a package token',
  whsec_: 'a webhook secret',
};
/** `typ` of each token, in words, and where it belongs. */
const TOKENS: Record<string, string> = {
  'preflight+jwt': 'a preflight token, which is for verify() and collect()',
  'portal+jwt': 'a portal token, which is for face()',
  'verification+jwt': 'a result token, which is for your backend',
  'face-result+jwt': 'a face result, which is for your backend',
  'handoff+jwt': 'a hand-off token, which is for the phone’s page',
};

/** The error for a text that `readToken()` did not take. It never repeats a secret. */
export const explainToken = (
  config: Config,
  token: unknown,
  kind: Kind,
  read: Read | undefined,
): StandpointError => {
  const { origin, environment } = config;
  if (!token)
    return config.error('token_missing', {
      detail: `got ${token === '' ? '""' : token} for a ${kind} token: look at the answer of your own route,`,
    });
  const text = String(token);
  const secret = Object.keys(SECRETS).find((prefix) => text.startsWith(prefix));
  if (secret)
    return config.error('key_in_browser', {
      detail: `${secret}… is ${SECRETS[secret]}, which a browser must never get: revoke it,`,
    });
  if (!read || typeof read.claims?.jti !== 'string')
    return config.error('token_invalid', {
      detail: text.startsWith('{') ? 'this is JSON: pass its field token,' : 'this is not one of our tokens,',
    });
  const { typ, claims, issuer } = read;
  if (typ !== `${kind}+jwt`)
    return config.error('token_wrong_purpose', { detail: `this is ${TOKENS[String(typ)] ?? typ},` });
  if (environment && claims.env !== environment)
    return config.error('environment_mismatch', {
      detail: `the token is for ${claims.env}, but environment is ${environment},`,
    });
  if (issuer !== origin)
    return config.error('base_url_mismatch', {
      detail: `this ${claims.env} token was made at ${issuer}, but baseUrl is ${origin}: use one address in both,`,
    });
  return config.error('token_invalid', { detail: 'it lacks the payload key enc,' });
};

const PROBE_MS = 700;

/**
 * Whether anything answers at this address; its content stays hidden from this page. True too where this page's own
 * policy allows it no requests to it, and so nothing can be found out.
 */
const answers = async (address: string, watch: typeof onCspBlock): Promise<boolean> => {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), PROBE_MS);
  let forbidden = false;
  watch('connect-src', address, end.signal, () => {
    forbidden = true;
  });
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: end.signal });
    return true;
  } catch {
    // The event of a policy violation comes after the failed fetch.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return forbidden;
  } finally {
    clearTimeout(timer);
    end.abort();
  }
};

const whyNoFrame = async (base: string, began: boolean, watch: typeof onCspBlock): Promise<string> => {
  const { origin, href } = new URL(base, location.href);
  if (began) return `the face app of ${origin} began to load and did not get ready`;
  if (crossOriginIsolated)
    return `Cross-Origin-Embedder-Policy of this page refuses the frame of ${origin}: use credentialless or no header`;
  if (await answers(href, watch))
    return (
      `Content-Security-Policy: frame-ancestors of ${origin} refuses this page: ` +
      `add ${location.origin} to workflow.origins and publish, ` +
      'or use the sandbox address (port 4001) in page and backend on http://localhost'
    );
  return `${origin} does not answer: is the service running, and is url right?`;
};

/**
 * Why the frame does not show the face app. No browser says it, so it is told from what can be tried.
 *
 * @param base Address of the face app.
 * @param began Whether its script has run.
 * @param watch `onCspBlock`; imported here, it would become a file of its own.
 */
export const explainFrame = async (
  config: Config,
  base: string,
  began: boolean,
  watch: typeof onCspBlock,
): Promise<StandpointError> =>
  navigator.onLine
    ? config.error('iframe_load_failed', { detail: `${await whyNoFrame(base, began, watch)},` })
    : config.error('offline');
