import type { CollectAnswer } from '@standpoint/contract';
import { textToBase64url, toBase64url } from '../base64url.ts';
import { type CallOptions, type Config, needBrowser, withSignal } from '../config.ts';
import { IS_0_3 } from '../generation.ts';
import { startProbes } from '../signals/all.ts';
import { makeEvidence } from './evidence.ts';
import { acquirePositions } from './position.ts';
import { seal } from './seal.ts';
import { post } from './send.ts';
import { readToken, refuseToken } from './token.ts';
import type { PositionOptions } from './watch.ts';

export interface CollectOptions extends CallOptions {
  position?: PositionOptions;
}

export interface CollectResult {
  /** Payload for `evaluate` in the backend: sealed with a token, `plain.` + base64url without one. */
  payload: string;
  /** Whether the service stamped the public address into the payload. */
  has_public_ip: boolean;
  collected_at: string;
}

/**
 * Collects evidence that the integrator's backend has decided with `evaluate`.
 *
 * Without a token nothing is sent and the payload is unsealed. With one, a single call stamps the public
 * address; the token is not spent and may be used again. The payload is sealed for
 * `POST /geolocation/evaluate` (`sp_path`), the call that will open it, and carries its own nonce.
 */
export const runCollect = async (
  config: Config,
  token?: string,
  options: CollectOptions = {},
): Promise<CollectResult> => {
  needBrowser();
  const claims =
    token === undefined
      ? undefined
      : (readToken(config, token, 'preflight') ?? (await refuseToken(config, token, 'preflight')));
  return withSignal(config, options, async (signal) => {
    const probes = startProbes(signal);
    const [found, stamp] = await Promise.all([
      acquirePositions(options.position, signal),
      claims && post<CollectAnswer>(config, '/geolocation/collect', token!, signal),
    ]);
    const evidence = await makeEvidence('collect', found, probes, {
      jti: claims?.jti,
      install_id: IS_0_3 ? undefined : claims?.install_id,
      ip_stamp: stamp?.ip_stamp,
      nonce: toBase64url(crypto.getRandomValues(new Uint8Array(16))),
    });
    const payload = claims
      ? await seal(evidence, claims, '/geolocation/evaluate')
      : `plain.${textToBase64url(JSON.stringify(evidence))}`;
    return { payload, has_public_ip: !!stamp, collected_at: evidence.collected_at };
  });
};
