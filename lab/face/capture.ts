import type { CaptureManifest } from '@standpoint/contract';
import { chainOf, frameHash } from '../../apps/service/src/face/capture/manifest.ts';
import type { Challenge } from '../../apps/service/src/face/challenge/challenge.ts';

/** The upload of one attempt. */
export interface Capture {
  manifest: CaptureManifest;
  frames: Buffer[];
  /** The pictures of the clip, one after the other. */
  clip?: Buffer;
}

/** A picture for one step, with the moment it was taken, counted from the start of the capture. */
export interface Shot {
  jpeg: Buffer;
  t_ms: number;
}

/** The clip of an attempt with light. Times count from the start of the capture. */
export interface Filmed {
  pictures: readonly Shot[];
  /** When each colour began, and when the last one ended. */
  light: readonly number[];
}

/** The service's answer to the client about its attempt. */
export interface Asked {
  attempt_id: string;
  nonce: Buffer;
  challenge: Challenge;
}

/** The manifest as the face app makes it: hashes, times, steps, and the chain from the attempt's nonce. */
export function captureOf(
  { attempt_id, nonce, challenge }: Asked,
  shots: readonly Shot[],
  track: Record<string, unknown>,
  filmed?: Filmed,
): Capture {
  const frames = shots.map(({ jpeg }) => jpeg);
  const hashes = frames.map(frameHash);
  const clip = filmed?.pictures.map(({ jpeg }) => jpeg) ?? [];
  const last = challenge.steps.length - 1;
  return {
    frames,
    ...(filmed && { clip: Buffer.concat(clip) }),
    manifest: {
      attempt_id,
      frames: shots.map(({ t_ms }, i) => ({
        sha256: hashes[i]!.toString('hex'),
        t_ms,
        step: challenge.steps[Math.min(i, last)]!.id,
      })),
      chain: chainOf(nonce, [...hashes, ...clip.map(frameHash)]).toString('hex'),
      track,
      ...(filmed && { clip: listed(filmed) }),
    },
  };
}

function listed({ pictures, light }: Filmed): CaptureManifest['clip'] {
  let offset = 0;
  const entries = pictures.map(({ jpeg, t_ms }) => {
    const entry = { offset, sha256: frameHash(jpeg).toString('hex'), t_ms };
    offset += jpeg.length;
    return entry;
  });
  return { pictures: entries, light: [...light] };
}
