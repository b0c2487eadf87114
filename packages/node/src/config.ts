import { addressOf, baseUrlOf } from './base-url.ts';
import { isSandboxKey, keyOf } from './credentials.ts';

export interface Config {
  /**
   * API key, which can only create tokens: `sp_live_…` or `sp_test_…`. Keep it secret on your server. Leave it
   * out in a process that only reads results.
   */
  apiKey?: string;
  /** Results key for reads, evaluate, sessions, reviews, webhooks and erasure: `sr_live_…` or `sr_test_…`. */
  resultsKey?: string;
  /**
   * Your organization (`org_…`). A result token of another organization on the same service is refused. The
   * client learns it from the first token that it creates; set it in a process that only checks results.
   */
  organization?: string;
  /** Base address of the service. */
  baseUrl: string;
  /** Lets keys travel over plain http to a public name. Only for a network that is your own. */
  allowHttp?: boolean;
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
   * Makes the service store the answer, so that the same key and body return it again: 1 to 255 visible ASCII
   * characters. Calls that create tokens send none unless you set it; writes that must not happen twice send
   * one of their own.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
}

type Optional = 'apiKey' | 'resultsKey' | 'organization';
export type Settings = Required<Omit<Config, Optional | 'allowHttp'>> & Pick<Config, Optional>;

/** Throws a `TypeError` for a number that would mean no try at all, or tries without end. */
export const checkTries = ({ timeoutMs, maxRetries }: Pick<Options, 'timeoutMs' | 'maxRetries'>): void => {
  // A timer of 2^31 ms or more fires at once.
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw new TypeError('`timeoutMs` must be a number of milliseconds above 0 and below 2^31');
  if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0))
    throw new TypeError('`maxRetries` must be a whole number from 0 on');
};

/** A sandbox token that is read with a key of production is never found, and the mistake would be silent. */
const checkEnvironments = ({ apiKey, resultsKey }: Pick<Config, 'apiKey' | 'resultsKey'>): void => {
  if (apiKey && resultsKey && isSandboxKey(apiKey) && !isSandboxKey(resultsKey))
    throw new TypeError('apiKey is of the sandbox (sp_test_), and resultsKey of production (sr_live_)');
};

/**
 * Production's key set never lists a sandbox key, so results of a test key are checked against the sandbox's
 * set.
 */
const defaultJwks = (baseUrl: string, key: string): string =>
  `${baseUrl}${isSandboxKey(key) ? '/sandbox' : ''}/.well-known/jwks.json`;

const keysOf = (config: Config): Pick<Config, 'apiKey' | 'resultsKey'> => {
  const { apiKey, resultsKey } = config;
  // A variable that is not set arrives as undefined. An empty one is a mistake in any case.
  const keys = {
    ...((apiKey !== undefined || !resultsKey) && { apiKey: keyOf(apiKey, 'sp', 'apiKey') }),
    ...(resultsKey !== undefined && { resultsKey: keyOf(resultsKey, 'sr', 'resultsKey') }),
  };
  checkEnvironments(keys);
  return keys;
};

export const settingsOf = (config: Config): Settings => {
  if ('window' in globalThis) {
    throw new TypeError('An API key in a browser is public: use @standpoint/node on your server only');
  }
  const allowHttp = config.allowHttp === true;
  const keys = keysOf(config);
  const baseUrl = baseUrlOf(config.baseUrl, 'baseUrl', allowHttp);
  checkTries(config);
  return {
    ...keys,
    ...(config.organization && { organization: config.organization }),
    baseUrl,
    issuer: config.issuer ? addressOf(config.issuer, 'issuer') : baseUrl,
    // Keys that were exchanged on their way would make any result genuine.
    jwksUrl: config.jwksUrl
      ? jwksUrlOf(config.jwksUrl, allowHttp)
      : defaultJwks(baseUrl, keys.apiKey ?? keys.resultsKey!),
    timeoutMs: config.timeoutMs ?? 10_000,
    maxRetries: config.maxRetries ?? 2,
    fetch: config.fetch ?? ((input, init) => fetch(input, init)),
    userAgent: config.userAgent ?? 'standpoint-node/0.5.0',
  };
};

const jwksUrlOf = (value: unknown, allowHttp: boolean): string => {
  const address = addressOf(value, 'jwksUrl');
  baseUrlOf(new URL(address).origin, 'jwksUrl', allowHttp);
  return address;
};
