import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClipFrame } from '../../lab/face/clips/extract.ts';

/** Chromium plays an MJPEG file at this many pictures a second, and restarts it at its end. */
export const CAMERA_FPS = 30;

/** A file that `--use-file-for-fake-video-capture` plays. */
export interface CameraFile {
  path: string;
  /** Milliseconds until it restarts. */
  length_ms: number;
  remove(): Promise<void>;
}

/** Concatenates the pictures: MJPEG is JPEG files without anything between. */
export const cameraFile = async (pictures: readonly Buffer[]): Promise<CameraFile> => {
  const folder = await mkdtemp(join(tmpdir(), 'standpoint-camera-'));
  const path = join(folder, 'camera.mjpeg');
  await writeFile(path, Buffer.concat(pictures));
  return {
    path,
    length_ms: (pictures.length * 1_000) / CAMERA_FPS,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Frames of a clip in order and at their own pace, as a camera of 30 pictures a second shows them. */
export const played = async (frames: readonly ClipFrame[]): Promise<Buffer[]> => {
  const [first, last] = [frames[0]!.t_ms, frames.at(-1)!.t_ms];
  const read = await Promise.all(frames.map(({ file }) => readFile(file)));
  const count = Math.floor(((last - first) * CAMERA_FPS) / 1_000);
  let at = 0;
  return Array.from({ length: count }, (_, i) => {
    const t_ms = first + (i * 1_000) / CAMERA_FPS;
    while (at + 1 < frames.length && frames[at + 1]!.t_ms <= t_ms) at += 1;
    return read[at]!;
  });
};
