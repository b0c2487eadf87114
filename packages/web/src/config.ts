import { type ErrorCode, type ErrorFacts, fail, StandpointError } from './errors.ts';
import { IS_0_3 } from './generation.ts';

export interface ClientOptions {
  /** Base address of the service; its origin must be the origin of the tokens' `iss`. */
  baseUrl: string;
  /** Removed in 0.5: the token says which environment it belongs to. */
  environment?: never;
  fetch?: typeof fetch;
  /** Language of the reasons and of the face app (BCP 47). Default: the browser's. */
  locale?: string;
  /** Progress messages for developers. They never contain a token or a position. */
  debug?: boolean | ((line: { level: 'debug' | 'warn'; message: string }) => void);
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Time limit of the whole call, prompts included. Default 120,000. */
  timeoutMs?: number;
}

export interface Config {
  /** Without a trailing slash. */
  baseUrl: string;
  origin: string;
  fetch: typeof fetch;
  locale: string | undefined;
  /** Of the 0.3 line only. */
  environment?: 'production' | 'sandbox';
  log(message: string, level?: 'debug' | 'warn'): void;
  /** Makes an error that links to the documentation of the service in use. */
  error(code: ErrorCode, facts?: ErrorFacts): StandpointError;
}

/** What the 0.3 line takes instead: the address of the environment that it is told to use. */
export interface EarlierOptions extends Omit<ClientOptions, 'environment'> {
  /** `production` for live traffic, `sandbox` for testing and development. */
  environment: 'production' | 'sandbox';
  /** Base address of the sandbox. */
  sandboxBaseUrl?: string;
}

const parseUrl = (text: unknown): URL => {
  try {
    const url = new URL(text as string);
    if (/^https?:$/.test(url.protocol) && !url.search && !url.hash) return url;
  } catch {}
  return fail('config_invalid', { detail: `${IS_0_3 ? 'its address' : 'baseUrl'} must be http(s),` });
};

/** The base address. The 0.3 line has two, and its option `environment` chooses. */
const addressOf = (options: ClientOptions | EarlierOptions): unknown => {
  if (IS_0_3) {
    const { environment, baseUrl, sandboxBaseUrl } = options as EarlierOptions;
    if (environment === 'production') return baseUrl;
    if (environment === 'sandbox') return sandboxBaseUrl;
    fail('config_invalid', { detail: 'environment must be production or sandbox,' });
  } else if (options.environment) fail('config_invalid', { detail: 'environment is gone,' });
  return options.baseUrl;
};

export const readConfig = (options: ClientOptions | EarlierOptions): Config => {
  const url = parseUrl(addressOf(options ?? {}));
  const { debug } = options;
  const baseUrl = url.href.replace(/\/+$/, '');
  const config: Config = {
    baseUrl,
    origin: url.origin,
    // Called without a receiver, because a browser's fetch refuses another `this`.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    locale: options.locale,
    log: (message, level = 'debug') => {
      if (typeof debug === 'function') debug({ level, message });
      else if (debug) console[level](`standpoint: ${message}`);
    },
    error: (code, facts) =>
      new StandpointError(code, { ...facts, docsUrl: facts?.docsUrl ?? `${baseUrl}/docs/errors#${code}` }),
  };
  if (IS_0_3) config.environment = options.environment;
  return config;
};

/** Every browser-only call starts here, so that importing and rendering on a server have no effect. */
export const needBrowser = (): void => {
  if (typeof document === 'undefined') fail('ssr_unavailable');
  if (!isSecureContext || !crypto?.subtle) fail('insecure_context');
};

/**
 * Runs a call under one signal, for the caller's abort and the call's own time limit. The reason is a
 * `StandpointError`.
 */
export const withSignal = async <T>(
  config: Config,
  { signal, timeoutMs = 120_000 }: CallOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const abort = () => controller.abort(config.error('aborted', { cause: signal?.reason }));
  const timer = setTimeout(() => controller.abort(config.error('timeout')), timeoutMs);
  signal?.addEventListener('abort', abort, controller);
  if (signal?.aborted) abort();
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    // Ends work that still runs, e.g. the search for a position after the other request failed, and removes
    // the listeners.
    controller.abort();
  }
};
