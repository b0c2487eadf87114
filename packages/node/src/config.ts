export interface Config {
  /** Mints tokens and does nothing else: `sp_live_…` or `sp_test_…`. A server secret. */
  apiKey: string;
  /** For reads, evaluate, sessions and erasure: `sr_live_…` or `sr_test_…`. Most integrators need none. */
  resultsKey?: string;
  /**
   * Your organization (`org_…`): a result token of another one on the same service is refused. Learned from
   * the first token that this client mints; needed where a process only checks results.
   */
  organization?: string;
  /** Base address of the service. */
  baseUrl: string;
  /** `iss` of result tokens, when the service is reached under another address than its public one. */
  issuer?: string;
  /**
   * Where the signing keys are. Default `{baseUrl}/.well-known/jwks.json`; with a test key
   * `{baseUrl}/sandbox/.well-known/jwks.json`.
   */
  jwksUrl?: string;
  /** Of one try. Default 10,000. */
  timeoutMs?: number;
  /** After the first try. Default 2. */
  maxRetries?: number;
  fetch?: typeof fetch;
  userAgent?: string;
}

export interface Options {
  /**
   * Makes the service keep the answer, so that the same key and body give it again. Never sent unless given.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
}

export type Settings = Required<Omit<Config, 'resultsKey' | 'organization'>> &
  Pick<Config, 'resultsKey' | 'organization'>;

const keyOf = (value: unknown, prefix: string, name: string): string => {
  if (typeof value === 'string' && new RegExp(`^${prefix}_(live|test)_`).test(value)) return value;
  throw new TypeError(`${name} must begin with ${prefix}_live_ or ${prefix}_test_`);
};

const addressOf = (value: unknown, name: string): string => {
  const url = URL.canParse(value as string) ? new URL(value as string) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, '');
  throw new TypeError(`${name} must be an http(s) address`);
};

/**
 * Production's key set never lists a sandbox key: what a test key mints is checked against the sandbox's set.
 */
const defaultJwks = (baseUrl: string, apiKey: string): string =>
  `${baseUrl}${apiKey.startsWith('sp_test_') ? '/sandbox' : ''}/.well-known/jwks.json`;

export const settingsOf = (config: Config): Settings => {
  if ('window' in globalThis) {
    throw new TypeError('An API key in a browser is anybody’s key: use @standpoint/node on your server only');
  }
  const baseUrl = addressOf(config.baseUrl, 'baseUrl');
  return {
    apiKey: keyOf(config.apiKey, 'sp', 'apiKey'),
    ...(config.resultsKey && { resultsKey: keyOf(config.resultsKey, 'sr', 'resultsKey') }),
    ...(config.organization && { organization: config.organization }),
    baseUrl,
    issuer: config.issuer ? addressOf(config.issuer, 'issuer') : baseUrl,
    jwksUrl: config.jwksUrl ? addressOf(config.jwksUrl, 'jwksUrl') : defaultJwks(baseUrl, config.apiKey),
    timeoutMs: config.timeoutMs ?? 10_000,
    maxRetries: config.maxRetries ?? 2,
    fetch: config.fetch ?? ((input, init) => fetch(input, init)),
    userAgent: config.userAgent ?? 'standpoint-node/0.5.0',
  };
};
