import { isTooSmall } from '../guidance/framing.ts';
import { pause } from '../service/call.ts';

/** Below this, movement is not seen well enough. Pictures per second. */
const MIN_RATE = 15;
const LOOK_MS = 2_000;
/** A camera may need a moment for the light; a busy computer stutters. Only what stays slow is slow. */
const LOOKS = 3;

/** Too few pictures in a look. Pure. */
export const isSlow = (pictures: number, ms: number): boolean => pictures / (ms / 1_000) < MIN_RATE;

interface Counter {
  count(): number;
  stop(): void;
}

/**
 * Counts pictures: of the camera itself where the browser can, else those on the screen; null where it can do
 * neither.
 */
const counterOf = (track: MediaStreamTrack, video: HTMLVideoElement): Counter | null => {
  const counted = track as MediaStreamTrack & { stats?: { totalFrames?: number } };
  if (counted.stats?.totalFrames !== undefined)
    return { count: () => counted.stats?.totalFrames ?? 0, stop: () => {} };
  if (!('requestVideoFrameCallback' in video)) return null;
  let [first, last, handle] = [0, 0, 0];
  const next = () => {
    handle = video.requestVideoFrameCallback((_, { presentedFrames }) => {
      first ||= presentedFrames;
      last = presentedFrames;
      next();
    });
  };
  next();
  return { count: () => last - first, stop: () => video.cancelVideoFrameCallback(handle) };
};

const shown = async (
  videoOf: () => HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<HTMLVideoElement> => {
  for (;;) {
    // The first pictures come late: they are not counted.
    await pause(500, signal);
    const video = videoOf();
    if (video) return video;
  }
};

/**
 * Whether this camera's real pictures are too few or too small; settings are what a driver promises. Looks
 * for some seconds while the person finds their place; false as soon as one look is good. Rejects when the
 * signal aborts, as it does when the screen goes or its time is over.
 */
export const isTooWeak = async (
  track: MediaStreamTrack,
  videoOf: () => HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<boolean> => {
  const video = await shown(videoOf, signal);
  const counter = counterOf(track, video);
  if (!counter) return false;
  try {
    for (let slow = 0; slow < LOOKS; ) {
      const [before, began] = [counter.count(), performance.now()];
      await pause(LOOK_MS, signal);
      if (document.hidden) return false;
      const { videoWidth: width, videoHeight: height } = video;
      if (width > 0 && isTooSmall({ width, height })) return true;
      const pictures = counter.count() - before;
      // None at all says nothing of the camera's pace: it was lost, or the page stood still.
      if (pictures === 0) continue;
      if (!isSlow(pictures, performance.now() - began)) return false;
      slow++;
    }
    return true;
  } finally {
    counter.stop();
  }
};
