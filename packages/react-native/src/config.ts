import type { CallOptions } from '../../web/src/config.ts';
import { type ErrorCode, type ErrorFacts, fail, StandpointError } from '../../web/src/errors.ts';
import { openCryptography } from './sealing/cryptography.ts';
import type { Cryptography, CryptoSource } from './sealing/operations.ts';
import type { Line } from './version.ts';

export type { CallOptions };

/** Options of both lines. */
export interface CommonOptions {
  /** Base address of the service; its origin must be the origin of the tokens' `iss`. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** Language of the reasons and of the face app (BCP 47). Default: the device's. */
  locale?: string;
  /** Progress messages for developers. They never contain a token or a position. */
  debug?: boolean | ((line: { level: 'debug' | 'warn'; message: string }) => void);
  /**
   * Where random numbers come from. Default: `globalThis.crypto`, which `react-native-get-random-values` provides;
   * else the linked native module. `expo-crypto` can be passed as it is.
   */
  crypto?: CryptoSource;
}

/** What the 0.3 line has besides. */
export interface EarlierOptions {
  /** `production` for live traffic, `sandbox` for testing and development. */
  environment: 'production' | 'sandbox';
  /** Base address of the sandbox. */
  sandboxBaseUrl?: string;
}

/** The base address. The 0.3 line has two, and its option `environment` chooses. */
export const addressOf = (options: CommonOptions & Partial<EarlierOptions>, { generation }: Line): string => {
  const { environment, baseUrl, sandboxBaseUrl } = options ?? {};
  if (generation === '0.5') {
    if (environment) fail('config_invalid', { detail: 'environment is gone,' });
    return baseUrl;
  }
  if (environment === 'production') return baseUrl;
  if (environment === 'sandbox') return sandboxBaseUrl ?? '';
  return fail('config_invalid', { detail: 'environment must be production or sandbox,' });
};

export interface Config {
  line: Line;
  /** Without a trailing slash. */
  baseUrl: string;
  origin: string;
  fetch: typeof fetch;
  locale: string | undefined;
  /** Of the 0.3 line only. */
  environment?: 'production' | 'sandbox';
  /** Throws `config_invalid` when there is no source of randomness. */
  cryptography(): Cryptography;
  log(message: string, level?: 'debug' | 'warn'): void;
  /** Makes an error that links to the documentation of the service in use. */
  error(code: ErrorCode, facts?: ErrorFacts): StandpointError;
}

/**
 * The origin of an http(s) address; undefined for anything else. The `URL` of React Native cannot be relied on: for
 * years its `origin` threw.
 */
export const originOf = (address: unknown): string | undefined => {
  const [, scheme, host] =
    /^(https?):\/\/([\w.-]+(?::\d{1,5})?|\[[\da-f:.]+\](?::\d{1,5})?)(?:[/?#]|$)/i.exec(
      typeof address === 'string' ? address : '',
    ) ?? [];
  if (!scheme || !host) return undefined;
  const standard = scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/;
  return `${scheme}://${host.replace(standard, '')}`.toLowerCase();
};

export const readConfig = (
  options: CommonOptions & Partial<EarlierOptions>,
  line: Line,
  spare?: () => CryptoSource | undefined,
): Config => {
  const address = addressOf(options, line);
  const origin = originOf(address);
  if (!origin || /[?#\s]/.test(address)) {
    const name = options.environment === 'sandbox' ? 'sandboxBaseUrl' : 'baseUrl';
    fail('config_invalid', { detail: `${name} must be http(s),` });
  }
  const { debug } = options;
  const baseUrl = address.replace(/\/+$/, '');
  return {
    line,
    baseUrl,
    origin: origin!,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    locale: options.locale,
    ...(line.generation === '0.3' && { environment: options.environment }),
    cryptography: () => {
      // Looked for at each call, because the module that provides it may be imported after this client is made.
      const found =
        options.crypto ?? (typeof globalThis.crypto?.getRandomValues === 'function' ? undefined : spare?.());
      return openCryptography(found);
    },
    log: (message, level = 'debug') => {
      if (typeof debug === 'function') debug({ level, message });
      else if (debug) console[level](`standpoint: ${message}`);
    },
    error: (code, facts) =>
      new StandpointError(code, { docsUrl: `${baseUrl}/docs/errors#${code}`, ...facts }),
  };
};
