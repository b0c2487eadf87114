import type { AttemptAnswer } from '@standpoint/contract';
import { cryptoDraw, type Draw } from '../../chance.ts';
import type { WorkflowSettings } from '../portal/workflow.ts';
import { TIMERS } from '../session/due.ts';
import { drawLight, LIGHT_BITS } from './light.ts';
import { type Alternative, type ChallengeFamily, KINDS, pathOf, type StepKind } from './path.ts';

export type { Alternative } from './path.ts';
export type Challenge = AttemptAnswer['challenge'];

/** The longest time, in milliseconds, from the frame of the step before to the frame of a step. */
const WINDOW_MS = 8_000;
const HOLD_MS = 500;
/** A passive capture takes all its frames in one step. */
const PASSIVE_HOLD_MS = 800;

type Liveness = Pick<WorkflowSettings['liveness'], 'mode'> & { challenges: readonly ChallengeFamily[] };

const stepsOf = (kinds: readonly StepKind[], hold_ms: number): Challenge['steps'] =>
  kinds.map((kind, i) => ({ id: `s${i}`, kind, window_ms: WINDOW_MS, hold_ms, min: KINDS[kind].min }));

/** What the client asked for. */
export interface Wish {
  alternative?: Alternative;
  /** `ready`, or why the client cannot show light; none from a client that knows no light. */
  light?: 'ready' | 'too_bright' | 'declined' | 'unable';
}

/** Why a challenge has no light; null: it has. */
function lightSkipped({ challenges }: Liveness, { alternative, light }: Wish): string | null {
  if (!challenges.includes('flash')) return 'not_in_the_workflow';
  if (alternative === 'no_flash') return 'declined';
  if (light === undefined) return 'client_without_light';
  return light === 'ready' ? null : light;
}

/**
 * Draws a challenge, each of its path with equal probability: the first draw is its number there. `bits` is
 * the entropy of the part that the server checks afterwards, of the light only what the check tells apart. In a
 * passive workflow the challenge asks for nothing and its type is `passive`.
 */
export function newChallenge(
  settings: Liveness,
  wish: Wish = {},
  draw: Draw = cryptoDraw,
): { challenge: Challenge; bits: number } {
  const timeouts = { attempt_ms: TIMERS.attempt, step_ms: WINDOW_MS };
  const audio = wish.alternative === 'audio' && { audio: true };
  if (settings.mode === 'passive') {
    const steps = stepsOf(['front'], PASSIVE_HOLD_MS);
    return { challenge: { type: 'passive', steps, parameters: { ...audio }, timeouts }, bits: 0 };
  }
  const light_skipped = lightSkipped(settings, wish);
  const lit = light_skipped === null;
  const path = pathOf(settings.challenges, wish.alternative, lit);
  const steps = stepsOf(path.unrank(draw(path.count)), HOLD_MS);
  const parameters = {
    /**
     * All kinds that could have been asked for: none of the others may be shown more strongly than the one
     * that was.
     */
    kinds: path.kinds,
    ...(lit ? { light: drawLight(draw) } : { light_skipped }),
    ...audio,
  };
  const bits = path.bits + (lit ? LIGHT_BITS : 0);
  return { challenge: { type: lit ? 'active_light' : 'active', steps, parameters, timeouts }, bits };
}
