import type { AttemptAnswer } from '@standpoint/contract';

type Challenge = AttemptAnswer['challenge'];

export interface PlannedStep {
  /** Place in the challenge, and the id there. */
  index: number;
  id: string;
  kind: string;
  /** Milliseconds: the prompt is shown and the person moves · the position is held. */
  react_ms: number;
  hold_ms: number;
  /** From the picture of the step before to this one's, at most. */
  window_ms: number;
  /** From the prompt to the first picture, at least, however fast the answer comes. */
  least_ms: number;
  /** When pictures are taken, from the beginning of the hold. */
  shots_ms: readonly number[];
  /** Of the screen, from the prompt to the end of the hold; null: its own. */
  colour: string | null;
}

/** Reading a prompt and moving takes about this long; coming back is quicker, because it is expected. */
const REACT_MS = 1_300;
const FRONT_REACT_MS = 1_000;
/** For who listens to the prompts (`parameters.audio`). */
const LISTENING = 2.5;
/**
 * Colours change no faster: far from what may harm (WCAG 2.3.1 begins at three flashes a second), and a
 * camera can follow.
 */
const COLOUR_MS = 1_500;
/** A prompt that is spoken is heard to its end, also by who is already doing it. */
const SPOKEN_MS = 2_500;
/** Of a step that takes several pictures. */
const GAP_MS = 150;
/** The picture of a hold is taken late in it, when the movement has ended. */
const LATE = 0.7;

const shotsIn = (count: number, hold_ms: number): number[] =>
  count === 1
    ? [hold_ms * LATE]
    : Array.from({ length: count }, (_, i) => (i * Math.max(hold_ms, GAP_MS * (count - 1))) / (count - 1));

/**
 * When to take which picture: one in the hold of every step; what is left over is taken of the first one.
 * Where nobody can see whether a step is answered the steps are timed: prompt, time to move, hold. `flashes`:
 * whether the person may be shown the challenge's colours, one for each step that looks ahead.
 */
export const planShots = (challenge: Challenge, frames: number, flashes: boolean): PlannedStep[] => {
  const { steps, parameters } = challenge;
  const colours = flashes && Array.isArray(parameters.colours) ? parameters.colours.map(String) : [];
  const unhurried = parameters.audio === true ? SPOKEN_MS : 0;
  const least_ms = Math.max(unhurried, colours.length > 0 ? COLOUR_MS : 0);
  const pace = parameters.audio === true ? LISTENING : 1;
  return steps.map(({ id, kind, hold_ms, window_ms }, index) => {
    const front = kind === 'front';
    const shots_ms = shotsIn(index === 0 ? Math.max(1, frames - steps.length + 1) : 1, hold_ms);
    const held = Math.max(hold_ms, ...shots_ms);
    return {
      index,
      id,
      kind,
      react_ms: Math.min(pace * (front ? FRONT_REACT_MS : REACT_MS), Math.max(0, window_ms - 2 * held)),
      hold_ms: held,
      window_ms,
      least_ms,
      shots_ms,
      colour: front ? (colours.shift() ?? null) : null,
    };
  });
};
