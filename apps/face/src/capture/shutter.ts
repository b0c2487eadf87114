import { frameSize } from '../guidance/framing.ts';
import { pause } from '../service/call.ts';
import type { Shot } from '../service/chain.ts';
import { drawNewest, openCanvas } from './drawing.ts';

/** 720p: enough for a face, small enough for a weak connection. */
const MAX_SIDE = 1_280;
const QUALITY = 0.85;
const WORSE_QUALITY = 0.6;
/** The service refuses a larger frame. */
const MAX_FRAME_BYTES = 1_500_000;

/** The picture is looked at after this time even if nothing says that it is new. */
const LATE_MS = 500;
const POLL_MS = 25;
/** After a picture that was not new. Drawing takes time away from a camera that lacks it already. */
const AGAIN_MS = 150;

/** The browser's count of the camera's pictures; constant in a browser that does not count a camera's. */
const picturesOf = (video: HTMLVideoElement): number =>
  video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;

/**
 * Waits for a new picture of the camera: the service rejects two equal frames. Whatever notices it first
 * counts. The callback follows the page's painting, and in WebKit it comes twice a second when the page has
 * much work, though the video gets 18 pictures. `currentTime` says nothing: it goes on without pictures.
 */
export const nextPicture = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    const before = picturesOf(video);
    const done = () => {
      clearTimeout(late);
      clearInterval(poll);
      if (handle !== undefined) video.cancelVideoFrameCallback(handle);
      resolve();
    };
    const late = setTimeout(done, LATE_MS);
    const poll = setInterval(() => {
      if (picturesOf(video) !== before) done();
    }, POLL_MS);
    const handle = video.requestVideoFrameCallback?.(done);
  });

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

export const encode = (canvas: HTMLCanvasElement, quality: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      async (blob) =>
        blob ? resolve(new Uint8Array(await blob.arrayBuffer())) : reject(new Error('no picture')),
      'image/jpeg',
      quality,
    ),
  );

export interface Shutter {
  readonly shots: readonly Shot[];
  /**
   * Takes the next new picture. Returns whether there was one up to `latest_ms` of the recording. Rejects
   * when the signal aborts.
   */
  shoot(step: string, latest_ms: number): Promise<boolean>;
  elapsed(): number;
  /** The longest time that a picture took, from the request to the last byte. */
  slowest(): number;
}

/**
 * Takes pictures from the video in the camera's own orientation, not mirrored, and never the same picture
 * twice. The video is drawn, and not its track's pictures: only the video turns those of a camera that is
 * mounted sideways. `taken`: pictures of an earlier round, which are not new any more.
 */
export const openShutter = async (
  video: HTMLVideoElement,
  signal: AbortSignal,
  taken: readonly Shot[] = [],
): Promise<Shutter> => {
  const size = frameSize({ width: video.videoWidth, height: video.videoHeight }, MAX_SIDE);
  const { canvas, context } = openCanvas(size);
  // Some browsers draw an empty video when they have no time to get its picture: that is no picture.
  const empty = await encode(canvas, QUALITY);
  const began = performance.now();
  const shots: Shot[] = [];
  let [slowest_ms, counted] = [0, picturesOf(video)];
  const isNew = (bytes: Uint8Array) =>
    ![{ bytes: empty }, ...taken, ...shots].some((shot) => isEqual(shot.bytes, bytes));
  const elapsed = () => Math.round((performance.now() - began) * 10) / 10;
  const shoot = async (step: string, latest_ms: number): Promise<boolean> => {
    const asked = performance.now();
    for (;;) {
      await nextPicture(video);
      signal.throwIfAborted();
      await drawNewest(context, video, picturesOf(video) !== counted);
      const [t_ms, count] = [elapsed(), picturesOf(video)];
      if (t_ms > latest_ms) return false;
      let bytes = await encode(canvas, QUALITY);
      if (bytes.length > MAX_FRAME_BYTES) bytes = await encode(canvas, WORSE_QUALITY);
      if (isNew(bytes)) {
        slowest_ms = Math.max(slowest_ms, performance.now() - asked);
        shots.push({ bytes, t_ms, step });
        counted = count;
        return true;
      }
      await pause(AGAIN_MS, signal);
    }
  };
  return { shots, shoot, elapsed, slowest: () => slowest_ms };
};
