import type { AttemptAnswer } from '@standpoint/contract';

type Challenge = AttemptAnswer['challenge'];

export interface PlannedStep {
  /** Position in the challenge, and the step's id there. */
  index: number;
  id: string;
  kind: string;
  /** Milliseconds: while the prompt is shown and the person moves; while the position is held. */
  react_ms: number;
  hold_ms: number;
  /** The longest time from the previous step's picture to this one's. */
  window_ms: number;
  /** The shortest time from the prompt to the first picture, however fast the answer. */
  least_ms: number;
  /** When pictures are taken, from the beginning of the hold. */
  shots_ms: readonly number[];
}

/** About the time to read a prompt and move. Returning is quicker, because the person expects it. */
const REACT_MS = 1_300;
const FRONT_REACT_MS = 1_000;
/** Factor for a person who listens to the prompts (`parameters.audio`). */
const LISTENING = 2.5;
/** A spoken prompt is heard to its end, even if the person is already moving. */
const SPOKEN_MS = 2_500;
/** Between the pictures of a step that takes several. */
const GAP_MS = 150;
/** Share of a hold after which its picture is taken: late, when the movement has ended. */
const LATE = 0.7;

const shotsIn = (count: number, hold_ms: number): number[] =>
  count === 1
    ? [hold_ms * LATE]
    : Array.from({ length: count }, (_, i) => (i * Math.max(hold_ms, GAP_MS * (count - 1))) / (count - 1));

/**
 * Plans the pictures: one in the hold of every step, and the remaining ones in the first. Without guidance
 * the steps are timed: prompt, time to move, hold.
 */
export const planShots = (challenge: Challenge, frames: number): PlannedStep[] => {
  const { steps, parameters } = challenge;
  const least_ms = parameters.audio === true ? SPOKEN_MS : 0;
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
    };
  });
};
