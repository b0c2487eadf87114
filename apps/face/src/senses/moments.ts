import type { State } from '../flow/state.ts';
import { HINTS, type Hint } from '../guidance/hints.ts';
import { instructionOf } from '../screens/capture.tsx';
import { reasonOf } from '../screens/retry.tsx';
import { fill, type Texts } from '../texts/texts.ts';

/**
 * `lost`: it got worse. `nearer`: it got better. `held`: stay like this. `taken`: a step is done. `done`:
 * all pictures are taken.
 */
export type Tone = 'lost' | 'nearer' | 'held' | 'taken' | 'done';

/** The speech and the tone of one change. */
export interface Moment {
  say?: string;
  /** Interrupts the current speech. */
  now?: boolean;
  tone?: Tone;
}

/** Joins sentences with the pause that a full stop makes. */
const sentences = (...parts: readonly (string | undefined)[]): string =>
  parts
    .filter((part): part is string => !!part)
    .map((part) => (/[.!?:…؟]\s*$/.test(part) ? part : `${part}.`))
    .join(' ');

/** The speech of a screen when it appears, so that the listener does not have to search it. */
const onEntry = ({ screen, workflow, decision }: State, t: Texts): Moment => {
  const integrator = workflow?.integrator ?? t.ended.the_site;
  const aloud = (title: string, body?: string) => sentences(title, body && fill(body, { integrator }));
  switch (screen.name) {
    case 'ready':
      return { say: aloud(t.ready.title, t.ready.body) };
    case 'capture':
      return { say: instructionOf(screen, t) };
    case 'uploading':
      return { say: aloud(t.uploading.title), tone: 'done' };
    case 'processing':
      return { say: aloud(t.processing.title, t.processing.body) };
    case 'pairing':
      if (screen.view === 'asked') return { say: aloud(t.pairing.title, t.pairing.body) };
      if (screen.view === 'opening') return { say: aloud(t.opening.title, t.opening.body) };
      if (screen.view === 'reading') return { say: aloud(t.pairing.reading_title) };
      return {
        say: aloud(t.problems[screen.problem ?? 'camera_not_found'].title, t.pairing.blind),
        tone: 'lost',
      };
    case 'opening':
      return { say: aloud(t.opening.title, t.opening.body) };
    case 'retry':
      return { say: sentences(t.retry.title, ...reasonOf(screen.code, t)) };
    case 'result': {
      const shown = workflow?.client_result === 'decision' && decision ? decision : 'status';
      return { say: aloud(t.result[shown].title, t.result[shown].body) };
    }
    case 'ended':
      return { say: aloud(t.ended[screen.how].title, t.ended[screen.how].body) };
    case 'error': {
      const { title, body } = t.problems[screen.problem];
      return { say: aloud(title, body), tone: 'lost' };
    }
    default:
      return {};
  }
};

/** Lower is worse: the first hint of the list is the worst, and no hint ranks highest. */
const rank = (hint: Hint | null): number => (hint ? HINTS.indexOf(hint) : HINTS.length);

const onHint = (before: Hint | null, after: Hint | null, guided: boolean, t: Texts): Moment => {
  if (before === after) return {};
  const tone = rank(after) > rank(before) ? 'nearer' : 'lost';
  if (after) return { say: t.hints[after], tone };
  // Without the detector the page cannot know that all is well.
  return guided ? { say: t.hints.well, tone } : {};
};

/** The speech and the tone of a change, whichever senses are on. Pure. */
export const momentOf = (before: State, after: State, t: Texts): Moment => {
  if (before.entry !== after.entry) {
    const moment = onEntry(after, t);
    // Speech about the previous screen is obsolete.
    return moment.say ? { ...moment, now: true } : moment;
  }
  const [was, is] = [before.screen, after.screen];
  if (is.name === 'ready' && was.name === 'ready') return onHint(was.hint, is.hint, is.guided, t);
  if (is.name === 'pairing' && was.name === 'pairing')
    return was.seen === 0 && is.seen > 0 ? { say: t.pairing.seen, tone: 'nearer' } : {};
  if (is.name !== 'capture' || was.name !== 'capture') return {};
  if (was.step !== is.step) {
    return { say: instructionOf(is, t), now: true, ...(was.step >= 0 && { tone: 'taken' as const }) };
  }
  if (is.holding && !was.holding) return { tone: 'held' };
  return onHint(was.hint, is.hint, is.guided, t);
};
