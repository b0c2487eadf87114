import { isTooSmall } from '../guidance/framing.ts';
import { pause } from '../service/call.ts';

/** Pictures per second. Below this rate movements are not visible enough. */
const MIN_RATE = 15;
const LOOK_MS = 2_000;
/**
 * A camera may need a moment to adapt to the light, and a busy computer stutters. Only a rate that stays
 * low counts.
 */
const LOOKS = 3;

/** Whether a look counted too few pictures. Pure. */
export const isSlow = (pictures: number, ms: number): boolean => pictures / (ms / 1_000) < MIN_RATE;

interface Counter {
  count(): number;
  stop(): void;
}

/**
 * Counts the camera's own pictures where the browser can, else those of the video, else those on the screen:
 * a page with much work is painted less often than its camera delivers. Null where it can do none of them.
 */
const counterOf = (track: MediaStreamTrack, video: HTMLVideoElement): Counter | null => {
  const counted = track as MediaStreamTrack & { stats?: { totalFrames?: number } };
  if (counted.stats?.totalFrames !== undefined)
    return { count: () => counted.stats?.totalFrames ?? 0, stop: () => {} };
  // 0 in a browser that does not count a camera's pictures.
  if (video.getVideoPlaybackQuality?.().totalVideoFrames)
    return { count: () => video.getVideoPlaybackQuality().totalVideoFrames, stop: () => {} };
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

const awaitVideo = async (
  videoOf: () => HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<HTMLVideoElement> => {
  for (;;) {
    // The first pictures come late, so they are not counted.
    await pause(500, signal);
    const video = videoOf();
    if (video) return video;
  }
};

/**
 * Whether this camera's real pictures are too few or too small; its settings only say what the driver
 * promises. Measures for some seconds while the person positions their face, and returns false as soon as
 * one look is good. Rejects when the signal aborts because the screen changes or its time is over.
 */
export const isTooWeak = async (
  track: MediaStreamTrack,
  videoOf: () => HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<boolean> => {
  const video = await awaitVideo(videoOf, signal);
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
      // No picture at all says nothing about the rate: the camera was lost, or the page was suspended.
      if (pictures === 0) continue;
      if (!isSlow(pictures, performance.now() - began)) return false;
      slow++;
    }
    return true;
  } finally {
    counter.stop();
  }
};
