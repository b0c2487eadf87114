import type { WorkflowDefinition } from '@standpoint/contract';
import { LIGHT_BITS } from './light.ts';

export type ChallengeFamily = NonNullable<NonNullable<WorkflowDefinition['liveness']>['challenges']>[number];
export type Alternative = 'no_flash' | 'no_head_motion' | 'audio';

interface KindTraits {
  /**
   * The least amount that counts: degrees of a turn or a tilt, share of change of a smile or an open mouth,
   * ratio of sizes of an approach.
   */
  min: number;
  /**
   * Whether a photograph cannot show it. A photograph can be enlarged and rotated before the camera, but it
   * cannot turn its head or change its expression.
   */
  still_proof: boolean;
}

/** Everything that a step may ask for. */
export const KINDS = {
  front: { min: 0, still_proof: false },
  turn_left: { min: 12, still_proof: true },
  turn_right: { min: 12, still_proof: true },
  tilt_left: { min: 8, still_proof: false },
  tilt_right: { min: 8, still_proof: false },
  smile: { min: 0.12, still_proof: true },
  mouth_open: { min: 0.12, still_proof: true },
  approach: { min: 1.2, still_proof: false },
  recede: { min: 1.2, still_proof: false },
} as const satisfies Record<string, KindTraits>;
export type StepKind = keyof typeof KINDS;

/**
 * Degrees of yaw beyond which the matcher often takes a person for another one. The face app asks for less,
 * and the service does not judge the identity of a head that is turned further.
 */
export const FARTHEST_TURN = 35;

/**
 * `look` is a name from older files. Pitch drifts by more than a nod, so the head is tilted instead of raised
 * and lowered.
 */
const FAMILIES: Record<ChallengeFamily, readonly StepKind[]> = {
  turn: ['turn_left', 'turn_right'],
  tilt: ['tilt_left', 'tilt_right'],
  look: ['tilt_left', 'tilt_right'],
  smile: ['smile'],
  approach: ['approach', 'recede'],
  flash: [],
};
/** Kinds that need no head motion. */
const EXPRESSIONS: readonly StepKind[] = ['smile', 'mouth_open'];

/** Every path has at least this many bits, so that an accessible path is never a weak one. */
export const MIN_BITS = 12;
/** Without light. Each step has one frame. */
export const STEPS = 10;
/** Four movements before the light, at whose beginning the person looks ahead. */
const LIT_STEPS = 9;

/** All challenges of one path, each with equal probability, numbered from 0 to `count` − 1. */
export interface ChallengePath {
  /** The kinds that may be asked for besides `front`. */
  kinds: readonly StepKind[];
  count: number;
  /** log2(count). */
  bits: number;
  /** The kinds of the steps of challenge `rank`. */
  unrank(rank: number): StepKind[];
  /** The number of a challenge; null if it is not of this path. */
  rank(steps: readonly StepKind[]): number | null;
}

interface Rules {
  kinds: readonly StepKind[];
  /** The kinds that each step may ask for. */
  slots: readonly (readonly StepKind[])[];
  fronts: number;
}

/**
 * Counts and numbers the sequences that obey the rules: enough frontal frames, and something that a still
 * cannot show.
 */
function pathBy(rules: Rules): ChallengePath {
  const { kinds, slots } = rules;
  const { ways, next } = completionsOf(rules);
  const count = ways(START);
  return {
    kinds,
    count,
    bits: Math.log2(count),
    unrank(rank) {
      let left = rank;
      let begun = START;
      return slots.map((choices) => {
        const kind = choices.find((each) => {
          const size = ways(next(begun, each));
          if (left < size) return true;
          left -= size;
          return false;
        });
        if (!kind) throw new RangeError(`no challenge ${rank}`);
        begun = next(begun, kind);
        return kind;
      });
    },
    rank(steps) {
      if (steps.length !== slots.length) return null;
      let rank = 0;
      let begun = START;
      for (const [slot, kind] of steps.entries()) {
        const place = slots[slot]!.indexOf(kind);
        if (place < 0) return null;
        for (const before of slots[slot]!.slice(0, place)) rank += ways(next(begun, before));
        begun = next(begun, kind);
      }
      return ways(begun) === 1 ? rank : null;
    },
  };
}

/** The beginning of a sequence, as far as its continuations depend on it. */
interface Begun {
  /** How many steps it has. */
  steps: number;
  fronts: number;
  /** Whether it has asked for something that a still cannot do. */
  proved: boolean;
}
const START: Begun = { steps: 0, fronts: 0, proved: false };

/** `ways` counts the continuations of a beginning that keep the rules; `next` adds a step to it. */
function completionsOf({ kinds, slots, fronts }: Rules) {
  const proof = kinds.filter((kind) => KINDS[kind].still_proof);
  const required: readonly StepKind[] = proof.length > 0 ? proof : kinds;
  const known = new Map<number, number>();
  const next = (begun: Begun, kind: StepKind): Begun => ({
    steps: begun.steps + 1,
    fronts: begun.fronts + Number(kind === 'front'),
    proved: begun.proved || required.includes(kind),
  });
  const ways = (begun: Begun): number => {
    if (begun.steps === slots.length) return begun.fronts >= fronts && begun.proved ? 1 : 0;
    const key = (begun.steps * (STEPS + 1) + begun.fronts) * 2 + Number(begun.proved);
    let sum = known.get(key);
    if (sum === undefined) {
      sum = slots[begun.steps]!.reduce((total, kind) => total + ways(next(begun, kind)), 0);
      known.set(key, sum);
    }
    return sum;
  };
  return { ways, next };
}

const FRONT: readonly StepKind[] = ['front'];

/** front, X, front, X …: each kind lies between two frontal frames, with which it is compared. */
const alternating = (kinds: readonly StepKind[], steps: number = STEPS): ChallengePath => {
  const fronts = Math.ceil(steps / 2);
  return pathBy({ kinds, slots: Array.from({ length: steps }, (_, i) => (i % 2 ? kinds : FRONT)), fronts });
};

/** After the first `leading` frontal steps, chance also decides which of the other steps are frontal. */
const free = (kinds: readonly StepKind[], leading: number, fronts: number): ChallengePath =>
  pathBy({
    kinds,
    slots: Array.from({ length: STEPS }, (_, i) => (i < leading ? FRONT : ['front', ...kinds])),
    fronts,
  });

/** One movement less than without light; null where these have too few bits. */
const litPath = (kinds: readonly StepKind[]): ChallengePath | null => {
  const path = alternating(kinds, LIT_STEPS);
  return path.bits + LIGHT_BITS >= MIN_BITS ? path : null;
};

const paths = new Map<string, ChallengePath>();

/**
 * The path of a workflow and a person's wish. With too few kinds for an alternating path, the places of the
 * frontal steps are drawn too. Where even that has too few bits (a smile alone, light alone), expressions
 * are added. `light` adds a bit, so one movement less may be enough with it.
 */
export function pathOf(
  challenges: readonly ChallengeFamily[],
  alternative: Alternative | undefined,
  light = false,
): ChallengePath {
  const motionless = alternative === 'no_head_motion';
  const kinds = motionless ? EXPRESSIONS : kindsOf(challenges);
  const name = `${motionless} ${light} ${kinds.join()}`;
  const path =
    paths.get(name) ??
    (light ? litPath(kinds) : null) ??
    (motionless ? free(EXPRESSIONS, 2, 2) : motionPath(kinds));
  paths.set(name, path);
  return path;
}

/**
 * In the order of the table, so that the same kinds are the same path in whatever order a file lists them.
 */
function kindsOf(challenges: readonly ChallengeFamily[]): StepKind[] {
  const asked = new Set(challenges.flatMap((family) => FAMILIES[family]));
  return (Object.keys(KINDS) as StepKind[]).filter((kind) => asked.has(kind));
}

function motionPath(kinds: readonly StepKind[]): ChallengePath {
  const more = [...new Set([...kinds, ...EXPRESSIONS])];
  const possible = [() => alternating(kinds), () => free(kinds, 1, 5), () => free(more, 1, 5)];
  for (const make of possible) {
    const path = make();
    if (path.bits >= MIN_BITS) return path;
  }
  throw new Error(`no path of ${MIN_BITS} bits for ${kinds.join()}`);
}

/**
 * Whether the kinds that a workflow names are enough by themselves: light is not shown to every person, and
 * has no step.
 */
export const reachesMinBits = (challenges: readonly ChallengeFamily[]): boolean =>
  kindsOf(challenges).length > 0 && pathOf(challenges, undefined).bits >= MIN_BITS;
