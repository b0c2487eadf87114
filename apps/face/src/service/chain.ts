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

export interface ClipPicture {
  bytes: Uint8Array;
  /** By the clock of the frames. */
  t_ms: number;
}

export interface RecordedClip {
  pictures: readonly ClipPicture[];
  /** When each colour was shown, and when the last one ended. */
  light: readonly number[];
}

/**
 * chain: h0 = SHA-256(nonce), h(i+1) = SHA-256(h(i) ‖ SHA-256(frame_i)), then the clip's pictures; the last
 * one, hex.
 */
export const makeManifest = async (
  attempt: { attempt_id: string; nonce: string },
  shots: readonly Shot[],
  more: Pick<CaptureManifest, 'track' | 'hints' | 'client_time'> = {},
  clip?: RecordedClip,
): Promise<CaptureManifest> => {
  const frames: CaptureManifest['frames'] = [];
  let link = await sha256(fromBase64url(attempt.nonce));
  for (const { bytes, t_ms, step } of shots) {
    const hash = await sha256(bytes);
    link = await sha256(link, hash);
    frames.push({ sha256: toHex(hash), t_ms, step });
  }
  const pictures: NonNullable<CaptureManifest['clip']>['pictures'] = [];
  let offset = 0;
  for (const { bytes, t_ms } of clip?.pictures ?? []) {
    const hash = await sha256(bytes);
    link = await sha256(link, hash);
    pictures.push({ offset, sha256: toHex(hash), t_ms });
    offset += bytes.length;
  }
  const recorded = clip && { clip: { pictures, light: [...clip.light] } };
  return { attempt_id: attempt.attempt_id, frames, chain: toHex(link), ...recorded, ...more };
};
