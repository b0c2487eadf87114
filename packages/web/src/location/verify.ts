import type { VerifyAnswer } from '@standpoint/contract';
import { type CallOptions, type Config, needBrowser, withSignal } from '../config.ts';
import { StandpointError } from '../errors.ts';
import { startProbes } from '../signals/all.ts';
import { makeEvidence } from './evidence.ts';
import { acquirePositions } from './position.ts';
import { seal } from './seal.ts';
import { fateUnknown, post, saysSpent } from './send.ts';
import { readToken } from './token.ts';
import type { PositionOptions } from './watch.ts';

const STAGES = ['token', 'permission', 'position', 'signals', 'submit', 'decision'] as const;
export type VerifyStage = (typeof STAGES)[number];

export interface VerifyProgress {
  stage: VerifyStage;
  done: number;
  total: number;
  /** 95 % accuracy of the newest reading, metres. */
  accuracyM?: number;
}

export interface VerifyOptions extends CallOptions {
  position?: PositionOptions;
  onProgress?: (progress: VerifyProgress) => void;
}

/**
 * The service's answer. `result_token` is for the backend. A `retry` has none, but may have a `next_token`.
 */
export type VerifyResult = VerifyAnswer & { request_id: string };

/** The jti of each token of this page that was, or may have been, spent. */
const used = new Set<string>();

/** True for a refusal that certainly left the token unspent, so that it may be used again. */
const leftUnspent = (error: unknown): boolean =>
  error instanceof StandpointError &&
  !fateUnknown(error) &&
  !saysSpent(error.code) &&
  error.code !== 'bad_response';

/**
 * Spends a preflight token on one decision about where the device stands.
 *
 * Call it in a user gesture, after saying why. A negative decision, a denied permission and a missing
 * position are results. It throws a `StandpointError` only when the call could not run.
 */
export const runVerify = async (
  config: Config,
  token: string,
  options: VerifyOptions = {},
): Promise<VerifyResult> => {
  needBrowser();
  const { jti, enc, install_id } = readToken(config, token, 'preflight');
  // Marked before the first await, so that a double click is refused too.
  if (used.has(jti)) throw config.error('token_already_used');
  used.add(jti);
  let sent = false;
  const progress = (stage: VerifyStage, accuracyM?: number) => {
    config.log(stage);
    const done = STAGES.indexOf(stage);
    options.onProgress?.({ stage, done, total: STAGES.length, accuracyM });
  };
  try {
    return await withSignal(config, options, async (signal) => {
      progress('token');
      progress('permission');
      const probes = startProbes();
      const found = await acquirePositions(options.position, signal, (accuracyM) =>
        progress('position', accuracyM),
      );
      progress('signals');
      const evidence = await makeEvidence('verify', found, probes, { jti, install_id });
      const payload = await seal(evidence, { jti, enc }, '/geolocation/verify');
      signal.throwIfAborted();
      progress('submit');
      sent = true;
      const answer = await post<VerifyAnswer>(config, '/geolocation/verify', token, signal, {
        body: { payload },
        attemptId: evidence.attempt_id,
      });
      progress('decision');
      return answer;
    });
  } catch (error) {
    if (!sent || leftUnspent(error)) used.delete(jti);
    throw error;
  }
};
