import type { Signal } from '@preact/signals';
import type { FlowEvent, State } from '../flow/state.ts';
import type { Facts } from './facts.ts';
import { targetIn } from './framing.ts';
import { openGuide } from './guide.ts';
import { type Hint, hintOf, outshines, type Target } from './hints.ts';
import { type Motion, openMeter } from './motion.ts';
import { type Said, settle } from './steady.ts';

/** What the page sees in the camera's pictures, on a device that can look at them. */
export interface Guidance {
  /** Whether there has been a look, and there will be more. */
  isLive(): boolean;
  /** The newest look; null before the first, after the last, or if it is too old. */
  facts(): Facts | null;
  /** The next look; null if there will be none. Rejects when the signal aborts. */
  next(signal: AbortSignal): Promise<Facts | null>;
  /** Whether the surroundings are so bright that a screen's colours do not show on a face. */
  isBright(): boolean;
  /** Does something for which the device needs its strength: no look begins until it is done. */
  undisturbed<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

export interface Around {
  video: HTMLVideoElement | null;
  state(): State;
  dispatch(event: FlowEvent): void;
  motion: Signal<Motion>;
}

/**
 * How long all has to be well before the capture starts by itself; a person who is guided by ear hears first that it
 * is.
 */
const [ALONE_MS, HEARD_MS] = [800, 1_500];
/** An older look says nothing about the present. */
const FRESH_MS = 600;

const targetOf = (video: HTMLVideoElement | null): Target | null => {
  if (!video?.videoWidth || !video.clientWidth) return null;
  const shown = video.parentElement?.querySelector('.window')?.getBoundingClientRect();
  if (!shown) return null;
  const box = video.getBoundingClientRect();
  const [rx, ry] = [shown.width / 2, shown.height / 2];
  const oval = { cx: shown.left + rx - box.left, cy: shown.top + ry - box.top, rx, ry };
  return targetIn({ width: video.videoWidth, height: video.videoHeight }, box, oval);
};

const listens = ({ alternative, senses }: State): boolean => alternative === 'audio' || senses.speech;

const kindOf = ({ screen }: State): string | null => {
  if (screen.name !== 'capture') return null;
  return screen.attempt?.challenge.steps[screen.step]?.kind ?? 'front';
};

/** The callers that wait for the next look. */
const openListeners = () => {
  const waiting = new Set<(facts: Facts | null) => void>();
  return {
    tell(facts: Facts | null): void {
      const all = [...waiting];
      waiting.clear();
      for (const each of all) each(facts);
    },
    next: (signal: AbortSignal): Promise<Facts | null> =>
      new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        waiting.add((facts) => {
          signal.removeEventListener('abort', stop);
          resolve(facts);
        });
      }),
  };
};

/** Starts the capture once the face has been in its place for long enough: the person looks for no button. */
const openSelfStart = ({ state, dispatch }: Around): ((facts: Facts) => void) => {
  let well_since: number | null = null;
  return (facts) => {
    const { screen } = state();
    const well = screen.name === 'ready' && screen.guided && screen.hint === null && facts.face !== null;
    well_since = well ? (well_since ?? facts.at) : null;
    const patience = listens(state()) ? HEARD_MS : ALONE_MS;
    if (well_since === null || facts.at - well_since < patience) return;
    well_since = null;
    dispatch({ type: 'start' });
  };
};

const whileResting = async <T>(
  guide: Pick<ReturnType<typeof openGuide>, 'rest'>,
  work: () => Promise<T>,
): Promise<T> => {
  guide.rest(true);
  try {
    return await work();
  } finally {
    guide.rest(false);
  }
};

/** Settles the hints of the looks and tells the page each new one. Returns the hint that the page shows. */
const openHints = ({ dispatch }: Around) => {
  let said: Said | null = null;
  return (seen: Hint | null, at: number): Hint | null => {
    const before = said?.hint;
    said = settle(said, seen, at);
    if (said.hint !== undefined && said.hint !== before) dispatch({ type: 'hint', hint: said.hint });
    return said.hint ?? null;
  };
};

/** Starts looking. The camera must be on: no model is requested before. */
export const startGuidance = (around: Around): Guidance => {
  let newest: Facts | null = null;
  let over = false;
  const listeners = openListeners();
  const show = openHints(around);
  const startAlone = openSelfStart(around);
  const measure = openMeter(around.motion);
  const seen = (facts: Facts): void => {
    const kind = kindOf(around.state());
    const hint = hintOf({ facts, before: newest, target: targetOf(around.video), kind });
    newest = facts;
    measure(facts, kind, show(hint, facts.at));
    startAlone(facts);
    listeners.tell(facts);
  };
  const lost = (): void => {
    over = true;
    newest = null;
    around.dispatch({ type: 'hint', hint: null, guided: false });
    listeners.tell(null);
  };
  const needed = () => around.state().screen.name === 'capture';
  const guide = openGuide(() => around.video, { seen, lost, needed });
  const fresh = () => (newest && performance.now() - newest.at < FRESH_MS ? newest : null);

  return {
    isLive: () => !over && newest !== null,
    facts: fresh,
    next: async (signal) => (over ? null : listeners.next(signal)),
    undisturbed: (work) => whileResting(guide, work),
    isBright: () => {
      const face = fresh()?.face;
      return !!face && outshines(face);
    },
    close: () => {
      over = true;
      guide.close();
      listeners.tell(null);
    },
  };
};
