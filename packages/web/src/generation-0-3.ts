import type { EarlierOptions } from './config.ts';
import * as current from './index.ts';

/**
 * The entry of the 0.3 line: the same source and the same names, built with the `version.ts` of that line.
 *
 * It has two environments with an address each. A token's `attestation_challenge` is the nonce of its evidence,
 * a token of the other environment is refused before anything is sent, and a second use is `attestation_failed`.
 */
export * from './index.ts';
export type { EarlierOptions as ClientOptions };

const asOptions = (options: EarlierOptions) => options as unknown as current.ClientOptions;

export const createClient = (options: EarlierOptions): current.StandpointClient =>
  current.createClient(asOptions(options));
export const configure = (options: EarlierOptions): void => current.configure(asOptions(options));
