import type { AttemptAnswer } from '@standpoint/contract';
import { pause } from './api.ts';
import { CameraError } from './camera.ts';
import type { Shot } from './chain.ts';
import { frameSize } from './framing.ts';
import { durationOf, planShots } from './shot-plan.ts';

/** 720p: enough for a face, small enough for a weak connection. */
const MAX_SIDE = 1_280;
const QUALITY = 0.85;
const WORSE_QUALITY = 0.6;
/** The service refuses a larger frame. */
const MAX_FRAME_BYTES = 1_500_000;

/** A person who presses "start" at once is faster than the camera. */
const FIRST_PICTURE_MS = 8_000;

const firstPicture = async (video: HTMLVideoElement, signal: AbortSignal): Promise<void> => {
  for (let waited = 0; !video.videoWidth || video.readyState < video.HAVE_CURRENT_DATA; waited += 50) {
    if (waited >= FIRST_PICTURE_MS) throw new CameraError('camera_interrupted');
    await pause(50, signal);
  }
};

const COUNT_FROM = 3;
const COUNT_MS = 800;

/** Waits for a picture that the camera has newly made: two equal frames would not be believed. */
const nextPicture = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, 500);
    video.requestVideoFrameCallback?.(() => {
      clearTimeout(late);
      resolve();
    });
  });

/** A camera that stands still for this many pictures gives none any more. */
const FRESH_TRIES = 20;

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

const encode = (canvas: HTMLCanvasElement, quality: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      async (blob) =>
        blob ? resolve(new Uint8Array(await blob.arrayBuffer())) : reject(new Error('no picture')),
      'image/jpeg',
      quality,
    ),
  );

export interface Progress {
  /** `holding`: the position is being held and pictures are taken. `count`: seconds to the first step. */
  step(index: number, ratio: number, holding: boolean, count?: number): void;
  /** Of the whole screen, while the challenge asks for it. */
  colour(name: string | null): void;
}

/**
 * Runs the challenge in front of the camera and takes its pictures. They are the camera's own view, not mirrored.
 * `flashes`: whether this person may be shown colours. Rejects when the signal aborts or the camera gives no picture.
 */
export const record = async (
  video: HTMLVideoElement,
  attempt: AttemptAnswer,
  flashes: boolean,
  progress: Progress,
  signal: AbortSignal,
): Promise<Shot[]> => {
  const steps = planShots(attempt.challenge, attempt.upload.frames, flashes);
  await firstPicture(video, signal);
  const size = frameSize({ width: video.videoWidth, height: video.videoHeight }, MAX_SIDE);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d')!;
  for (let count = COUNT_FROM; count > 0; count--) {
    progress.step(-1, 0, false, count);
    await pause(COUNT_MS, signal);
  }
  const total = durationOf(steps);
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const tell = (index: number, holding: boolean) =>
    progress.step(index, Math.min(1, elapsed() / total), holding);
  const shots: Shot[] = [];
  const shoot = async (step: string) => {
    for (let tries = 0; tries < FRESH_TRIES; tries++) {
      await nextPicture(video);
      signal.throwIfAborted();
      context.drawImage(video, 0, 0, size.width, size.height);
      const t_ms = Math.round(elapsed() * 10) / 10;
      let bytes = await encode(canvas, QUALITY);
      if (bytes.length > MAX_FRAME_BYTES) bytes = await encode(canvas, WORSE_QUALITY);
      if (!shots.some((shot) => isEqual(shot.bytes, bytes))) return void shots.push({ bytes, t_ms, step });
    }
    throw new CameraError('camera_interrupted');
  };
  try {
    for (const step of steps) {
      progress.colour(step.colour);
      tell(step.index, false);
      await pause(step.react_ms, signal);
      const held = performance.now();
      tell(step.index, true);
      for (const at of step.shots_ms) {
        await pause(Math.max(0, at - (performance.now() - held)), signal);
        await shoot(step.id);
        tell(step.index, true);
      }
      await pause(Math.max(0, step.hold_ms - (performance.now() - held)), signal);
    }
  } finally {
    progress.colour(null);
  }
  signal.throwIfAborted();
  return shots;
};
