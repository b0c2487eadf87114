import type { VerifyAnswer } from '@standpoint/contract';
import { type CallOptions, type Config, needBrowser, withSignal } from '../config.ts';
import { type ErrorCode, StandpointError } from '../errors.ts';
import { IS_0_3 } from '../generation.ts';
import { startProbes } from '../signals/all.ts';
import { makeEvidence } from './evidence.ts';
import { acquirePositions, problemOf } from './position.ts';
import { seal } from './seal.ts';
import { fateUnknown, post, saysSpent } from './send.ts';
import { readToken, refuseToken } from './token.ts';
import type { PositionOptions } from './watch.ts';

const STAGES = ['token', 'permission', 'position', 'signals', 'submit', 'decision'] as const;
export type VerifyStage = (typeof STAGES)[number];

export interface VerifyProgress {
  stage: VerifyStage;
  done: number;
  total: number;
  /** 95 % accuracy of the newest reading, metres. */
  accuracyM?: number;
  /** With stage `signals`: why there is no position. It is evidence; the decision follows. */
  problem?: ErrorCode;
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
  const { jti, enc, exp, ...claims } =
    readToken(config, token, 'preflight') ?? (await refuseToken(config, token, 'preflight'));
  // Marked before the first await, so that a double click is refused too.
  if (used.has(jti)) throw config.error(IS_0_3 ? 'attestation_failed' : 'token_already_used');
  used.add(jti);
  let sent = false;
  const progress = (stage: VerifyStage, accuracyM?: number, problem?: ErrorCode) => {
    config.log(stage);
    const done = STAGES.indexOf(stage);
    // In a task of its own: an exception of the page is the page's, and must not lose the answer.
    queueMicrotask(() => options.onProgress?.({ stage, done, total: STAGES.length, accuracyM, problem }));
  };
  try {
    return await withSignal(config, options, async (signal) => {
      progress('token');
      // Expired, or this clock is wrong: the service says which, before the person is asked for anything.
      // Without a definite answer the call goes on: a wrong clock must not stop a valid token.
      if (exp * 1_000 < Date.now())
        await post(config, '/geolocation/collect', token, signal, { timeoutMs: 5_000 }).catch((error) => {
          if (signal.aborted || !error.retryable) throw error;
        });
      progress('permission');
      const probes = startProbes(signal);
      const found = await acquirePositions(options.position, signal, (accuracyM) =>
        progress('position', accuracyM),
      );
      progress('signals', undefined, problemOf(found));
      const bound = IS_0_3 ? { nonce: claims.attestation_challenge } : { install_id: claims.install_id };
      const evidence = await makeEvidence('verify', found, probes, { jti, ...bound });
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
