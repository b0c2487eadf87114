import { randomInt } from 'node:crypto';
import type { AttemptAnswer } from '@standpoint/contract';
import { TIMERS } from './due.ts';
import type { WorkflowSettings } from './workflow-settings.ts';

export type Challenge = AttemptAnswer['challenge'];
export type Alternative = 'no_flash' | 'no_head_motion' | 'audio';

/** A whole number in [0, n). The system's CSPRNG; only tests put another in its place. */
export type Draw = (n: number) => number;
export const cryptoDraw: Draw = (n) => randomInt(n);

/** Every path spends at least this much, so that an accessible path is never a weak one. */
export const MIN_BITS = 12;

const COLOURS = ['red', 'green', 'blue', 'yellow', 'cyan', 'magenta'] as const;
const FLASHES = 6;
const HOLDS_MS = [400, 700, 1_000, 1_300] as const;
/** Between the end of one step and the prompt of the next: an answer that comes sooner was not a reaction. */
const DELAYS_MS = [0, 400, 800, 1_200] as const;
const STEP_MS = 8_000;
const MOTIONS: Record<string, { kinds: readonly string[]; min: number }> = {
  turn: { kinds: ['turn_left', 'turn_right'], min: 15 },
  look: { kinds: ['look_up', 'look_down'], min: 10 },
  tilt: { kinds: ['tilt_left', 'tilt_right'], min: 12 },
  smile: { kinds: ['smile'], min: 0.4 },
};
/** Nine places of the face in the picture and two sizes. */
const PLACES = [0.35, 0.5, 0.65] as const;
const SIZES = [1.35, 1.7] as const;

interface Drawn {
  steps: Challenge['steps'];
  parameters: Record<string, unknown>;
  bits: number;
}

const bitsOf = (choices: number) => Math.log2(choices);

function available(settings: WorkflowSettings['liveness'], alternative: Alternative | undefined): string[] {
  const motionless = alternative === 'no_head_motion';
  const kinds = settings.challenges.filter((kind) =>
    alternative === 'no_flash' ? kind !== 'flash' : motionless ? kind === 'flash' || kind === 'smile' : true,
  );
  // Without a way that fits, the person smiles: a workflow never locks anybody out.
  return kinds.length > 0 ? [...kinds] : ['smile'];
}

function drawFlash(drawn: Drawn, draw: Draw): void {
  const colours: string[] = [];
  for (let i = 0; i < FLASHES; i++) {
    const choices = COLOURS.filter((colour) => colour !== colours.at(-1));
    colours.push(choices[draw(choices.length)]!);
    drawn.bits += bitsOf(choices.length);
  }
  drawn.parameters.colours = colours;
  drawn.steps.push(step(drawn, 'flash', STEP_MS, 2_400, 0));
}

function drawApproach(drawn: Drawn, draw: Draw): void {
  const target = { x: PLACES[draw(3)]!, y: PLACES[draw(3)]! };
  const min = SIZES[draw(2)]!;
  drawn.bits += bitsOf(18);
  drawn.parameters.target = target;
  drawn.steps.push(step(drawn, 'approach', STEP_MS, 600, min));
}

function drawMotion(drawn: Drawn, kinds: readonly string[], draw: Draw): void {
  const last = drawn.steps.at(-1)?.kind;
  const choices = kinds.length > 1 ? kinds.filter((kind) => kind !== last) : kinds;
  const kind = choices[draw(choices.length)]!;
  const hold = HOLDS_MS[draw(HOLDS_MS.length)]!;
  const delay = DELAYS_MS[draw(DELAYS_MS.length)]!;
  drawn.bits += bitsOf(choices.length) + bitsOf(HOLDS_MS.length) + bitsOf(DELAYS_MS.length);
  const min = Object.values(MOTIONS).find((motion) => motion.kinds.includes(kind))!.min;
  const next = step(drawn, kind, STEP_MS, hold, min);
  drawn.steps.push(next);
  drawn.parameters.delays_ms = { ...(drawn.parameters.delays_ms as object), [next.id]: delay };
}

const step = (drawn: Drawn, kind: string, window_ms: number, hold_ms: number, min: number) => ({
  id: `s${drawn.steps.length}`,
  kind,
  window_ms,
  hold_ms,
  min,
});

/**
 * A challenge by chance: looking ahead first, then what the workflow and the person's wish allow. `bits` is the entropy of
 * what the server can check afterwards. A passive workflow asks for nothing and says so.
 */
export function newChallenge(
  settings: WorkflowSettings['liveness'],
  alternative: Alternative | undefined,
  draw: Draw = cryptoDraw,
): { challenge: Challenge; bits: number } {
  const drawn: Drawn = { steps: [], parameters: {}, bits: 0 };
  drawn.steps.push(step(drawn, 'front', STEP_MS, 800, 0));
  if (settings.mode !== 'passive') {
    const kinds = available(settings, alternative);
    const motions = kinds.flatMap((kind) => MOTIONS[kind]?.kinds ?? []);
    if (motions.length > 0) drawMotion(drawn, motions, draw);
    if (kinds.includes('flash')) drawFlash(drawn, draw);
    else if (kinds.includes('approach')) drawApproach(drawn, draw);
    while (drawn.bits < MIN_BITS) {
      if (motions.length > 0) drawMotion(drawn, motions, draw);
      else drawApproachAgain(drawn, draw);
    }
  }
  if (alternative === 'audio') drawn.parameters.audio = true;
  const kinds = new Set(drawn.steps.map(({ kind }) => kind));
  const type =
    settings.mode === 'passive'
      ? 'passive'
      : !kinds.has('flash')
        ? 'active'
        : kinds.size > 2
          ? 'active_flash'
          : 'flash';
  return {
    challenge: {
      type,
      steps: drawn.steps,
      parameters: drawn.parameters,
      timeouts: { attempt_ms: TIMERS.attempt, step_ms: STEP_MS },
    },
    bits: drawn.bits,
  };
}

/** A workflow of approaches only: several places, one after the other. */
function drawApproachAgain(drawn: Drawn, draw: Draw): void {
  const before = drawn.parameters.target;
  drawApproach(drawn, draw);
  const targets = (drawn.parameters.targets as object[] | undefined) ?? [before];
  drawn.parameters.targets = [...targets, drawn.parameters.target];
  drawn.parameters.target = targets[0];
}
