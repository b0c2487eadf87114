import type { CollectAnswer } from '@standpoint/contract';
import type { CallOptions } from '../config.ts';
import { toBase64url, utf8 } from '../sealing/bytes.ts';
import { withStop } from '../stop.ts';
import { readToken } from '../token.ts';
import type { Tools } from '../tools.ts';
import { makeEvidence, sealed } from './evidence.ts';
import { acquirePositions, type PositionOptions } from './positions.ts';
import { post } from './send.ts';

const NONE = { kind: 'none' } as const;

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
 * Collects evidence that the integrator's backend has decided with `evaluate`. Without a token nothing is sent and
 * the payload is unsealed. With one, a single call stamps the public address; the token is not spent. The evidence
 * has a nonce of its own. It is not attested: `evaluate` checks no attestation.
 */
export const runCollect = async (
  tools: Tools,
  token?: string,
  options: CollectOptions = {},
): Promise<CollectResult> => {
  const { config, device, location } = tools;
  const cryptography = config.cryptography();
  const claims = token === undefined ? undefined : readToken(config, token, 'preflight');
  return withStop(config, options, async (stop) => {
    const [found, stamp] = await Promise.all([
      acquirePositions(location, device.platform, options.position, stop),
      claims && post<CollectAnswer>(config, '/geolocation/collect', token!, stop),
    ]);
    const evidence = await makeEvidence(tools, cryptography, 'collect', found, {
      jti: claims?.jti,
      ip_stamp: stamp?.ip_stamp,
      nonce: toBase64url(cryptography.random(16)),
    });
    const core = JSON.stringify(claims ? evidence : { ...evidence, integrity: NONE });
    const payload = claims
      ? await sealed(config, cryptography, { claims, path: '/geolocation/evaluate', core, integrity: NONE })
      : `plain.${toBase64url(utf8(core))}`;
    return { payload, has_public_ip: !!stamp, collected_at: evidence.collected_at };
  });
};
