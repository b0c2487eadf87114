import type { VerifyAnswer } from '@standpoint/contract';
import { StandpointError } from '../../../web/src/errors.ts';
import type { CallOptions } from '../config.ts';
import { type Stop, withStop } from '../stop.ts';
import { readToken } from '../token.ts';
import type { Tools } from '../tools.ts';
import { attest, makeEvidence, sealed } from './evidence.ts';
import { acquirePositions, type PositionOptions } from './positions.ts';
import { fateUnknown, post, saysSpent } from './send.ts';

const STAGES = ['token', 'permission', 'position', 'signals', 'submit', 'decision'] as const;
export type VerifyStage = (typeof STAGES)[number];

export interface VerifyProgress {
  stage: VerifyStage;
  done: number;
  total: number;
  /** Accuracy of the newest reading in metres, as the system reports it. */
  accuracyM?: number;
}

export interface VerifyOptions extends CallOptions {
  position?: PositionOptions;
  onProgress?: (progress: VerifyProgress) => void;
}

/** The service's answer. `result_token` is for the backend. A `retry` has none, but may have a `next_token`. */
export type VerifyResult = VerifyAnswer & { request_id: string };

const PATH = '/geolocation/verify';

/** The jti of each token of this app's run that was, or may have been, spent. */
const used = new Set<string>();

/** True for a refusal that certainly left the token unspent, so that it may be used again. */
const leftUnspent = (error: unknown): boolean =>
  error instanceof StandpointError &&
  !fateUnknown(error) &&
  !saysSpent(error.code) &&
  error.code !== 'bad_response';

interface Spending {
  tools: Tools;
  cryptography: ReturnType<Tools['config']['cryptography']>;
  token: string;
  claims: ReturnType<typeof readToken<'preflight'>>;
  options: VerifyOptions;
  stop: Stop;
  /** Called just before the token is sent. */
  onSend: () => void;
}

const spend = async ({
  tools,
  cryptography,
  token,
  claims,
  options,
  stop,
  onSend,
}: Spending): Promise<VerifyResult> => {
  const { config, device } = tools;
  const progress = (stage: VerifyStage, accuracyM?: number) => {
    config.log(stage);
    options.onProgress?.({ stage, done: STAGES.indexOf(stage), total: STAGES.length, accuracyM });
  };
  progress('token');
  progress('permission');
  const onReading = (accuracyM: number) => progress('position', accuracyM);
  const found = await acquirePositions(tools.location, device.platform, options.position, stop, onReading);
  progress('signals');
  // Of generation 0.3 the evidence names the nonce that its token was made for (service interface §9).
  const nonce = config.line.generation === '0.3' ? { nonce: claims.attestation_challenge } : {};
  const evidence = await makeEvidence(tools, cryptography, 'verify', found, { jti: claims.jti, ...nonce });
  const core = JSON.stringify(evidence);
  const integrity = await attest(tools, cryptography, claims, core);
  const payload = await sealed(config, cryptography, { claims, path: PATH, core, integrity });
  stop.check();
  progress('submit');
  onSend();
  const answer = await post<VerifyAnswer>(config, PATH, token, stop, {
    body: { payload },
    attemptId: evidence.attempt_id,
  });
  progress('decision');
  return answer;
};

/**
 * Spends a preflight token on one decision about where the device stands. A negative decision, a denied permission
 * and a missing position are results. It throws a `StandpointError` only when the call could not run.
 */
export const runVerify = async (
  tools: Tools,
  token: string,
  options: VerifyOptions = {},
): Promise<VerifyResult> => {
  const { config } = tools;
  // A device without it is refused before the token counts as used.
  const cryptography = config.cryptography();
  // Its `install_id` is ignored: that claim is for browsers.
  const claims = readToken(config, token, 'preflight');
  const { jti } = claims;
  // Marked before the first await, so that a double tap is refused too.
  if (used.has(jti)) throw config.error('token_already_used');
  used.add(jti);
  let sent = false;
  const onSend = () => {
    sent = true;
  };
  try {
    return await withStop(config, options, (stop) =>
      spend({ tools, cryptography, token, claims, options, stop, onSend }),
    );
  } catch (error) {
    if (!sent || leftUnspent(error)) used.delete(jti);
    throw error;
  }
};
