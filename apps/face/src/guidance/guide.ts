import type { Facts } from './facts.ts';
import { openTrackReader, type TrackReader } from './track-reader.ts';
import type { Asked, Told } from './worker.ts';

/** The worker that looks at the camera's pictures. */
export interface Guide {
  close(): void;
}

/** Pixels of the analysed picture's longer side. On a slow device fewer are enough to locate the face. */
const [LONGER, LONGER_SLOW] = [640, 384];
/**
 * Milliseconds per picture above which the device counts as slow, and above which guidance would only
 * disturb.
 */
const [SLOW_MS, USELESS_MS] = [70, 125];
/** Pictures that a measurement takes; the first ones warm up. */
const [WARM_UP, MEASURED] = [3, 12];
/** Pause until a picture is there. */
const AGAIN_MS = 50;
/** A hidden video never calls back. */
const STALLED_MS = 500;

const pictureOf = (video: HTMLVideoElement): Promise<ImageBitmap> | VideoFrame =>
  'VideoFrame' in window ? new VideoFrame(video) : createImageBitmap(video);

/**
 * Looks at one picture after the other. Pictures that arrive during a look are dropped, so each look is
 * about the present. Call it only when the camera is on. `lost`: there will be no guidance, and the worker
 * is gone. `needed`: a capture waits for looks, so slow guidance is better than none.
 */
export const openGuide = (
  video: () => HTMLVideoElement | null,
  seen: (facts: Facts) => void,
  lost: () => void,
  needed: () => boolean,
): Guide => {
  let worker: Worker;
  try {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    // The browser has no workers, or the embedding page forbids them. The camera works without guidance.
    queueMicrotask(lost);
    return { close: () => {} };
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let longer = LONGER;
  let took: number[] = [];
  let warming = WARM_UP;
  let begun = false;
  let reader: TrackReader | null = null;

  const close = (): void => {
    closed = true;
    clearTimeout(timer);
    reader?.close();
    worker.terminate();
  };
  const giveUp = (): void => {
    if (closed) return;
    close();
    lost();
  };

  const measure = (ms: number): void => {
    if (warming-- > 0) return;
    took.push(ms);
    if (took.length < MEASURED) return;
    const median = took.sort((a, b) => a - b)[MEASURED >> 1]!;
    took = [];
    if (median > USELESS_MS && longer === LONGER_SLOW && !needed()) giveUp();
    else if (median > SLOW_MS) longer = LONGER_SLOW;
  };

  const later = (): void => {
    timer = setTimeout(next, AGAIN_MS);
  };
  const send = async (element: HTMLVideoElement): Promise<void> => {
    try {
      const read = (await reader?.next(element)) ?? null;
      if (!read) {
        reader?.close();
        reader = null;
      }
      const at = performance.now();
      const picture = read ?? (await pictureOf(element));
      if (closed) return picture.close();
      worker.postMessage({ picture, at, longer } satisfies Asked, [picture]);
    } catch {
      // The video has just been removed.
      later();
    }
  };
  const next = (): void => {
    if (closed) return;
    const element = video();
    if (!element?.videoWidth || element.readyState < element.HAVE_CURRENT_DATA) {
      later();
      return;
    }
    if (!begun) {
      // Use the picture that is already there; from then on wait for each new one.
      begun = true;
      reader = openTrackReader(element);
      void send(element);
      return;
    }
    if (reader) {
      void send(element);
      return;
    }
    if (!element.requestVideoFrameCallback) {
      requestAnimationFrame(() => void send(element));
      return;
    }
    const handle = element.requestVideoFrameCallback(() => {
      clearTimeout(timer);
      if (!closed) void send(element);
    });
    timer = setTimeout(() => {
      element.cancelVideoFrameCallback(handle);
      next();
    }, STALLED_MS);
  };

  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if (closed) return;
    if (data.type === 'failed') return giveUp();
    if (data.type === 'facts') {
      seen(data.facts);
      measure(data.facts.took);
    }
    next();
  };
  worker.onerror = giveUp;
  return { close };
};
