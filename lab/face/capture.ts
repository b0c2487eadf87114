import type { CaptureManifest } from '@standpoint/contract';
import { chainOf, frameHash } from '../../apps/service/src/face/capture/manifest.ts';
import type { Challenge } from '../../apps/service/src/face/challenge/challenge.ts';

/** What is uploaded for an attempt. */
export interface Capture {
  manifest: CaptureManifest;
  frames: Buffer[];
}

/** A picture with the moment it was taken, counted from the start of the capture, one for each step. */
export interface Shot {
  jpeg: Buffer;
  t_ms: number;
}

/** What a client is told of its attempt. */
export interface Asked {
  attempt_id: string;
  nonce: Buffer;
  challenge: Challenge;
}

/** The manifest that a face app makes: hashes, times, steps and the chain from the attempt's nonce. */
export function captureOf(
  { attempt_id, nonce, challenge }: Asked,
  shots: readonly Shot[],
  track: Record<string, unknown>,
): Capture {
  const frames = shots.map(({ jpeg }) => jpeg);
  const hashes = frames.map(frameHash);
  const last = challenge.steps.length - 1;
  return {
    frames,
    manifest: {
      attempt_id,
      frames: shots.map(({ t_ms }, i) => ({
        sha256: hashes[i]!.toString('hex'),
        t_ms,
        step: challenge.steps[Math.min(i, last)]!.id,
      })),
      chain: chainOf(nonce, hashes).toString('hex'),
      track,
    },
  };
}
