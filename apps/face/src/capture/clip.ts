import { CLIP, MOST_PICTURES } from '@standpoint/contract/face/clip';
import { frameSize } from '../guidance/framing.ts';
import { pause } from '../service/call.ts';
import type { ClipPicture } from '../service/chain.ts';
import { encodeWithin, fitting, shareOf } from './clip-size.ts';
import { drawNewest, drawSmall, openCanvas } from './drawing.ts';
import { encode, nextPicture } from './shutter.ts';

/** The service needs twelve pictures a second: every second one of a usual camera is enough. */
const EVERY_MS = 55;
const QUALITY = 0.8;
/** After so many refusals in a row, the browser is not asked for a picture's pixels again. */
const REFUSALS = 3;
/** What was recorded longer ago is dropped: the person may have waited at the last step. */
const KEPT_MS = 12_000;

/** The service refuses two equal pictures; a camera may deliver the same one twice. */
const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

export interface ClipRecorder {
  /** Ends the recording and returns its pictures from this moment on. */
  stop(from_ms: number): Promise<ClipPicture[]>;
  /** Ends the recording, if it has not ended. */
  drop(): void;
}

/** A pen draws the video's newest picture, and returns when that was taken. */
const openPen = (context: CanvasRenderingContext2D, video: HTMLVideoElement, elapsed: () => number) => {
  let refusals = 0;
  return async (): Promise<number> => {
    const at = elapsed();
    // A frame cannot be made while the video changes its size.
    const isDrawn = refusals < REFUSALS && (await drawSmall(context, video).catch(() => false));
    refusals = isDrawn ? 0 : refusals + 1;
    if (isDrawn) return at;
    await drawNewest(context, video, true);
    return elapsed();
  };
};

/**
 * Records small pictures of the video until it is stopped. `elapsed`: the clock of the frames. `most_bytes`: the
 * largest clip that the service takes. Small pictures cost a device less than a look at them does, so guidance
 * goes on beside it.
 */
export const openClip = (
  video: HTMLVideoElement,
  elapsed: () => number,
  signal: AbortSignal,
  most_bytes: number,
): ClipRecorder => {
  const size = frameSize({ width: video.videoWidth, height: video.videoHeight }, CLIP.longest_side);
  const { canvas, context } = openCanvas(size);
  const share = shareOf(most_bytes, KEPT_MS);
  const pictures: ClipPicture[] = [];
  const draw = openPen(context, video, elapsed);
  let stopped = false;
  const run = async (): Promise<void> => {
    while (!stopped && !signal.aborted) {
      const began = performance.now();
      await nextPicture(video);
      const t_ms = await draw();
      const bytes = await encodeWithin(share, QUALITY, (quality) => encode(canvas, quality));
      if (!pictures.some((kept) => isEqual(kept.bytes, bytes))) pictures.push({ bytes, t_ms });
      while (pictures.length > MOST_PICTURES || (pictures[0]?.t_ms ?? t_ms) < t_ms - KEPT_MS)
        pictures.shift();
      await pause(Math.max(0, EVERY_MS - (performance.now() - began)), signal);
    }
  };
  const running = run();
  // A recording that fails is noticed when it is stopped, not before.
  running.catch(() => {});
  return {
    async stop(from_ms) {
      stopped = true;
      await running;
      const wanted = pictures.filter(({ t_ms }) => t_ms >= from_ms);
      return fitting(wanted, most_bytes);
    },
    drop() {
      stopped = true;
    },
  };
};
