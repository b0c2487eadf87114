import type { CaptureManifest } from '@standpoint/contract';
import { fromBase64url, sha256, toHex } from './bytes.ts';

export interface Shot {
  /** The encoded picture as it is sent. */
  bytes: Uint8Array;
  /** Milliseconds since the recording began. */
  t_ms: number;
  /** Id of the challenge's step. */
  step: string;
}

/** chain: h0 = SHA-256(nonce), h(i+1) = SHA-256(h(i) ‖ SHA-256(frame_i)); the last one, hex. */
export const makeManifest = async (
  attempt: { attempt_id: string; nonce: string },
  shots: readonly Shot[],
  more: Pick<CaptureManifest, 'track' | 'hints' | 'client_time'> = {},
): Promise<CaptureManifest> => {
  const frames: CaptureManifest['frames'] = [];
  let link = await sha256(fromBase64url(attempt.nonce));
  for (const { bytes, t_ms, step } of shots) {
    const hash = await sha256(bytes);
    link = await sha256(link, hash);
    frames.push({ sha256: toHex(hash), t_ms, step });
  }
  return { attempt_id: attempt.attempt_id, frames, chain: toHex(link), ...more };
};
