import type { Facts } from './facts.ts';
import { openPictureSource } from './picture-source.ts';
import type { Asked, Told } from './worker.ts';

/** The worker that looks at the camera's pictures. */
export interface Guide {
  /** While it rests, no look begins. */
  rest(is: boolean): void;
  close(): void;
}

/** What takes the looks. */
interface Watcher {
  seen(facts: Facts): void;
  /** There will be no guidance, and the worker is gone. */
  lost(): void;
  /** A capture waits for looks, so slow guidance is better than none. */
  needed(): boolean;
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

/**
 * The longest pause after a look. On a slow device looks without pauses take the processor away from the
 * camera, so each pause is as long as the look was, up to this. It is short enough that a hold is still seen
 * by several looks.
 */
const MAX_PAUSE_MS = 200;

/** The pause after a look of this length, on a device on which other work has to wait for it. */
const pauseAfter = (took_ms: number): number => (took_ms > SLOW_MS ? Math.min(took_ms, MAX_PAUSE_MS) : 0);

/** Calls `next` after a pause, but not while there is a rest. */
const openBreaks = (next: () => void) => {
  let [resting, due]: [boolean, boolean] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (): void => {
    due = resting;
    if (!resting) next();
  };
  return {
    after(ms: number): void {
      if (ms > 0) timer = setTimeout(go, ms);
      else go();
    },
    rest(is: boolean): void {
      resting = is;
      if (!is && due) go();
    },
    close: () => clearTimeout(timer),
  };
};

/** Adapts the size of the analysed pictures to the device, by the median time of several looks. */
const openPace = () => {
  let longer = LONGER;
  let took: number[] = [];
  let warming = WARM_UP;
  return {
    longer: () => longer,
    /** Records a look's time. Returns whether the device is too slow even for small pictures. */
    isUseless(ms: number): boolean {
      if (warming-- > 0) return false;
      took.push(ms);
      if (took.length < MEASURED) return false;
      const median = took.sort((a, b) => a - b)[MEASURED >> 1]!;
      took = [];
      if (median > USELESS_MS && longer === LONGER_SLOW) return true;
      if (median > SLOW_MS) longer = LONGER_SLOW;
      return false;
    },
  };
};

/** Null in a browser without workers, or if the embedding page forbids them. */
const openWorker = (): Worker | null => {
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
};

/**
 * Looks at one picture after the other. Pictures that arrive during a look are dropped, so each look is
 * about the present. Call it only when the camera is on.
 */
export const openGuide = (video: () => HTMLVideoElement | null, { seen, lost, needed }: Watcher): Guide => {
  const worker = openWorker();
  if (!worker) {
    // The camera works without guidance.
    queueMicrotask(lost);
    return { rest: () => {}, close: () => {} };
  }
  let closed = false;
  const pace = openPace();
  const source = openPictureSource(video, (picture, at) =>
    worker.postMessage({ picture, at, longer: pace.longer() } satisfies Asked, [picture]),
  );
  const breaks = openBreaks(source.next);
  const close = (): void => {
    closed = true;
    breaks.close();
    source.close();
    worker.terminate();
  };
  const giveUp = (): void => {
    if (closed) return;
    close();
    lost();
  };
  const look = (facts: Facts): void => {
    seen(facts);
    if (pace.isUseless(facts.took) && !needed()) giveUp();
  };
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if (closed) return;
    if (data.type === 'failed') return giveUp();
    if (data.type === 'facts') look(data.facts);
    breaks.after(data.type === 'facts' ? pauseAfter(data.facts.took) : 0);
  };
  worker.onerror = giveUp;
  return { rest: breaks.rest, close };
};
