import type { AttemptAnswer } from '@standpoint/contract';

type Challenge = AttemptAnswer['challenge'];

export interface PlannedStep {
  /** Place in the challenge, and the id there. */
  index: number;
  id: string;
  kind: string;
  /** Milliseconds: nothing is asked · the prompt is shown and the person moves · the position is held. */
  delay_ms: number;
  react_ms: number;
  hold_ms: number;
  /** When pictures are taken, from the beginning of the hold. */
  shots_ms: readonly number[];
}

/** Reading a prompt and moving takes about this long; looking ahead needs no movement. */
const REACT_MS = 1_900;
const FRONT_REACT_MS = 900;
/** Liveness is judged on at least this many pictures of a face that looks ahead. */
const MIN_FRONT = 5;
const FRONT_GAP_MS = 150;

const spread = (count: number, hold_ms: number): number[] =>
  Array.from({ length: count }, (_, i) => (count === 1 ? hold_ms / 2 : (i * hold_ms) / (count - 1)));

const delayOf = ({ parameters }: Challenge, id: string): number => {
  const delay = (parameters.delays_ms as Record<string, unknown> | undefined)?.[id];
  return typeof delay === 'number' && delay >= 0 && delay <= 3_000 ? delay : 0;
};

/**
 * When to take which picture. Without a detector the steps are timed: prompt, time to move, hold. The first step (looking
 * ahead) gets the most pictures; every other one gets its beginning and its end while there are enough, else its middle.
 */
export const planShots = (challenge: Challenge, frames: number): PlannedStep[] => {
  const others = challenge.steps.length - 1;
  const perStep = others > 0 && frames - MIN_FRONT >= 2 * others ? 2 : 1;
  return challenge.steps.map(({ id, kind, hold_ms, window_ms }, index) => {
    const front = index === 0;
    const count = front ? Math.max(1, frames - others * perStep) : perStep;
    const held = front ? Math.max(hold_ms, FRONT_GAP_MS * (count - 1)) : hold_ms;
    return {
      index,
      id,
      kind,
      delay_ms: delayOf(challenge, id),
      react_ms: Math.min(front ? FRONT_REACT_MS : REACT_MS, Math.max(0, window_ms - held)),
      hold_ms: held,
      shots_ms: spread(count, held),
    };
  });
};

export const durationOf = (steps: readonly PlannedStep[]): number =>
  steps.reduce((sum, step) => sum + step.delay_ms + step.react_ms + step.hold_ms, 0);
