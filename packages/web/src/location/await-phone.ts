import type { LocationStatusAnswer } from '@standpoint/contract';
import { type Config, needBrowser, withSignal } from '../config.ts';
import type { StandpointError } from '../errors.ts';
import { SDK_GENERATION } from '../version.ts';
import { fateUnknown, once, pause } from './send.ts';
import { runVerify, type VerifyOptions, type VerifyResult } from './verify.ts';

export interface HandoffProgress {
  state: LocationStatusAnswer['state'];
  /** Two digits. Show them: the phone asks the person for them. */
  number?: string;
  /** Name of the phone, e.g. "Safari on iPhone". */
  deviceLabel?: string;
}

export interface HandoffOptions extends VerifyOptions {
  onState?: (progress: HandoffProgress) => void;
}

const WAIT_S = 15;
/** The longest life of a retry chain. */
const CHAIN_MS = 900_000;

/**
 * Waits until the phone that redeemed `result.handoff` has finished, was refused or did not come in time,
 * then verifies with `result.next_token`. The answer is based on the phone's position. Show
 * `result.handoff.url` as a QR code meanwhile.
 */
export const runHandoff = async (
  config: Config,
  { handoff, next_token: token }: Pick<VerifyResult, 'handoff' | 'next_token'>,
  options: HandoffOptions = {},
): Promise<VerifyResult> => {
  needBrowser();
  if (!handoff || !token) throw config.error('config_invalid', { detail: 'the result has no handoff,' });
  const { signal: outer, timeoutMs = CHAIN_MS } = options;
  await withSignal(config, { signal: outer, timeoutMs }, async (signal) => {
    let since = '';
    for (let failures = 0; ; ) {
      try {
        const address = `${config.baseUrl}/geolocation/handoff/status${since}`;
        const headers = { Authorization: `Bearer ${token}`, 'Standpoint-SDK': SDK_GENERATION };
        const answer = await once(config, address, { method: 'GET', headers }, signal);
        const { state, number, device_label, done, version } = answer as LocationStatusAnswer;
        failures = 0;
        since = `?wait=${WAIT_S}&since=${version}`;
        options.onState?.({ state, number, deviceLabel: device_label });
        if (done) return;
      } catch (cause) {
        const error = cause as StandpointError;
        signal.throwIfAborted();
        if (!error.retryable && !fateUnknown(error)) throw error;
        if (++failures > 20) throw error;
        await pause(Math.max(2_000, error.retryAfterMs ?? 0), signal);
        signal.throwIfAborted();
      }
    }
  });
  return runVerify(config, token, { ...options, timeoutMs: undefined });
};
