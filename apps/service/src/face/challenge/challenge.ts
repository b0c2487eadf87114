import type { AttemptAnswer } from '@standpoint/contract';
import { cryptoDraw, type Draw } from '../../chance.ts';
import type { WorkflowSettings } from '../portal/workflow.ts';
import { TIMERS } from '../session/due.ts';
import {
  type Alternative,
  type ChallengeFamily,
  type ChallengePath,
  KINDS,
  pathOf,
  type StepKind,
} from './path.ts';

export type { Alternative } from './path.ts';
export type Challenge = AttemptAnswer['challenge'];

const COLOURS = ['red', 'green', 'blue', 'yellow', 'cyan', 'magenta'] as const;
/** The longest time, in milliseconds, from the frame of the step before to the frame of a step. */
const WINDOW_MS = 8_000;
const HOLD_MS = 500;
/** A passive capture takes all its frames in one step. */
const PASSIVE_HOLD_MS = 800;

type Liveness = Pick<WorkflowSettings['liveness'], 'mode'> & { challenges: readonly ChallengeFamily[] };

const stepsOf = (kinds: readonly StepKind[], hold_ms: number): Challenge['steps'] =>
  kinds.map((kind, i) => ({ id: `s${i}`, kind, window_ms: WINDOW_MS, hold_ms, min: KINDS[kind].min }));

/** One colour for each frontal step, never the same twice in a row. */
function drawColours(steps: Challenge['steps'], draw: Draw): string[] {
  const colours: string[] = [];
  for (const { kind } of steps) {
    if (kind !== 'front') continue;
    const choices = COLOURS.filter((colour) => colour !== colours.at(-1));
    colours.push(choices[draw(choices.length)]!);
  }
  return colours;
}

function parametersOf(
  { challenges }: Liveness,
  alternative: Alternative | undefined,
  path: ChallengePath,
  steps: Challenge['steps'],
  draw: Draw,
): Record<string, unknown> {
  // A request carries one wish: a person who cannot move the head is not asked to bear flashes either.
  const calm = alternative === 'no_flash' || alternative === 'no_head_motion';
  const colours = challenges.includes('flash') && !calm;
  return {
    /**
     * All kinds that could have been asked for: none of the others may be shown more strongly than the one
     * that was.
     */
    kinds: path.kinds,
    ...(colours && { colours: drawColours(steps, draw) }),
    ...(alternative === 'audio' && { audio: true }),
  };
}

/**
 * Draws a challenge, each of its path with equal probability: the first draw is its number there. `bits` is
 * the entropy of the part that the server checks afterwards; colours support a decision and are not counted.
 * In a passive workflow the challenge asks for nothing and its type is `passive`.
 */
export function newChallenge(
  settings: Liveness,
  alternative: Alternative | undefined,
  draw: Draw = cryptoDraw,
): { challenge: Challenge; bits: number } {
  const timeouts = { attempt_ms: TIMERS.attempt, step_ms: WINDOW_MS };
  if (settings.mode === 'passive') {
    const parameters = alternative === 'audio' ? { audio: true } : {};
    const steps = stepsOf(['front'], PASSIVE_HOLD_MS);
    return { challenge: { type: 'passive', steps, parameters, timeouts }, bits: 0 };
  }
  const path = pathOf(settings.challenges, alternative);
  const steps = stepsOf(path.unrank(draw(path.count)), HOLD_MS);
  const parameters = parametersOf(settings, alternative, path, steps, draw);
  const type = parameters.colours ? 'active_flash' : 'active';
  return { challenge: { type, steps, parameters, timeouts }, bits: path.bits };
}
