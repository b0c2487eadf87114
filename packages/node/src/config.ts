export interface Config {
  /** API key, which can only create tokens: `sp_live_…` or `sp_test_…`. Keep it secret on your server. */
  apiKey: string;
  /** Results key for reads, evaluate, sessions and erasure: `sr_live_…` or `sr_test_…`. Optional. */
  resultsKey?: string;
  /**
   * Your organization (`org_…`). A result token of another organization on the same service is refused. The
   * client learns it from the first token that it creates; set it in a process that only checks results.
   */
  organization?: string;
  /** Base address of the service. */
  baseUrl: string;
  /** `iss` of result tokens, if you reach the service at another address than its public one. */
  issuer?: string;
  /**
   * Address of the signing keys. Default `{baseUrl}/.well-known/jwks.json`; with a test key
   * `{baseUrl}/sandbox/.well-known/jwks.json`.
   */
  jwksUrl?: string;
  /** Time limit of one try. Default 10,000. */
  timeoutMs?: number;
  /** Number of further tries after the first. Default 2. */
  maxRetries?: number;
  fetch?: typeof fetch;
  userAgent?: string;
}

export interface Options {
  /**
   * Makes the service store the answer, so that the same key and body return it again. Sent only if you set
   * it.
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
 * Production's key set never lists a sandbox key, so results of a test key are checked against the sandbox's
 * set.
 */
const defaultJwks = (baseUrl: string, apiKey: string): string =>
  `${baseUrl}${apiKey.startsWith('sp_test_') ? '/sandbox' : ''}/.well-known/jwks.json`;

export const settingsOf = (config: Config): Settings => {
  if ('window' in globalThis) {
    throw new TypeError('An API key in a browser is public: use @standpoint/node on your server only');
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
