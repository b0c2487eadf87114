import { fail } from '../../web/src/errors.ts';
import type { NativeClient } from './client.ts';
import type { CollectOptions, CollectResult } from './location/collect.ts';
import type { VerifyOptions, VerifyResult } from './location/verify.ts';

interface Configured {
  client: NativeClient;
  baseUrl: string;
}

let configured: Configured | undefined;

/** The client of `configure()`. Throws `config_invalid` before that call. */
export const whatIsConfigured = (): Configured =>
  configured ?? fail('config_invalid', { detail: 'call configure() first,' });

export const setConfigured = (client: NativeClient, baseUrl: string): void => {
  configured = { client, baseUrl };
};

export const verify = async (jwt: string, options?: VerifyOptions): Promise<VerifyResult> =>
  whatIsConfigured().client.verify(jwt, options);
export const collect = async (jwt?: string, options?: CollectOptions): Promise<CollectResult> =>
  whatIsConfigured().client.collect(jwt, options);
