import { fail } from '../../web/src/errors.ts';
import type { ProviderOptions } from './client.ts';

/** What the 0.3 line has besides the options of both lines. */
export interface Line03Options {
  /** Default `production`. */
  environment?: 'production' | 'sandbox';
  /** Base address of the sandbox; needed with `environment: 'sandbox'`. */
  sandboxBaseUrl?: string;
}

/** The options of one environment: its base address becomes `baseUrl`. */
export const line03Options = (options: ProviderOptions & Line03Options): ProviderOptions => {
  const { environment = 'production', sandboxBaseUrl, ...rest } = options ?? {};
  if (environment === 'production') return rest;
  if (environment !== 'sandbox') fail('config_invalid', { detail: 'environment: production or sandbox,' });
  if (!sandboxBaseUrl) fail('config_invalid', { detail: 'sandboxBaseUrl is missing,' });
  return { ...rest, baseUrl: sandboxBaseUrl! };
};
