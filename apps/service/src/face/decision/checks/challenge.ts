import type { AttemptAnswer } from '@standpoint/contract';
import type { FaceCheck } from '../../../database/tables/face.ts';
import { type ChallengePath, KINDS, type StepKind } from '../../challenge/path.ts';
import type { FrameFacts } from '../facts.ts';
import { checkResult } from './check.ts';
import { round } from './frames.ts';
import { type Asked, type Measures, mean, meanOf, measuresOf, medianOf, strengthOf } from './motions.ts';

type Challenge = AttemptAnswer['challenge'];

/**
 * A frame counts as looking ahead within these degrees, if it shows any other kind by less than this share of
 * its minimum, and if it differs from the first frame, with which every challenge begins, by no more than
 * `drift`. Without the last condition, an answer of many smiles would also be one of many frontal frames and
 * a few that do not smile.
 */
const FRONT = { degrees: 20, strength: 0.85, drift: 1.05 } as const;
interface StepFinding {
  step: string;
  kind: string;
  /** Index of the frame in the manifest; null: the step has no frame. */
  frame: number | null;
  /**
   * How strongly the requested kind was shown, 1 being the least that counts; for a frontal frame, how
   * strongly any other kind was shown.
   */
  strength: number | null;
  /** The kind that was shown most strongly. */
  most: string | null;
  outcome: 'shown' | 'not_shown' | 'other_shown' | 'no_frame' | 'no_face';
}

interface Shown {
  outcome: StepFinding['outcome'];
  strength: number | null;
  most: Asked | null;
}

/**
 * The looks of one answer, compared with one challenge after the other. `fronts`: indexes of its frontal
 * steps as bits.
 */
class Answer {
  readonly measures: readonly (Measures | null)[];
  readonly kinds: readonly Asked[];
  readonly #known = new Map<string, Shown>();

  constructor(measures: readonly (Measures | null)[], kinds: readonly StepKind[]) {
    this.measures = measures;
    this.kinds = kinds.filter((kind) => kind !== 'front');
  }

  shown(place: number, kind: StepKind, fronts: number): Shown {
    const key = `${place} ${kind} ${fronts}`;
    const known = this.#known.get(key) ?? this.#look(place, kind, fronts);
    this.#known.set(key, known);
    return known;
  }

  #look(place: number, kind: StepKind, fronts: number): Shown {
    const now = this.measures[place];
    const front = kind === 'front' ? this.#allFronts(fronts) : this.#neighbours(place, fronts);
    if (!now || !front) return { outcome: 'no_face', strength: null, most: null };
    const strengths = this.kinds.map((each) => ({ each, strength: strengthOf(each, now, front) }));
    const [most] = strengths.toSorted((a, b) => b.strength - a.strength);
    if (kind === 'front') {
      const ahead = Math.max(Math.abs(now.yaw), Math.abs(now.roll)) <= FRONT.degrees;
      const still = !most || most.strength <= FRONT.strength;
      const outcome = ahead && still && this.#isLikeTheFirst(now) ? 'shown' : 'other_shown';
      return { outcome, strength: most?.strength ?? null, most: most?.each ?? null };
    }
    const strength = strengthOf(kind, now, front);
    // Written so that NaN counts as not shown.
    const enough = strength >= 1;
    const outcome = !enough ? 'not_shown' : most && most.strength > strength ? 'other_shown' : 'shown';
    return { outcome, strength, most: most?.each ?? null };
  }

  #isLikeTheFirst(now: Measures): boolean {
    const first = this.measures[0];
    return !!first && this.kinds.every((kind) => Math.abs(strengthOf(kind, now, first)) <= FRONT.drift);
  }

  /** The median, which one bad frontal frame does not move. */
  #allFronts(fronts: number): Measures | null {
    return medianOf(this.measures.flatMap((each, place) => (each && isFront(fronts, place) ? [each] : [])));
  }

  /** The frontal frames just before and after, because a person moves about in fifteen seconds. */
  #neighbours(place: number, fronts: number): Measures | null {
    const next = (step: 1 | -1): Measures[] => {
      for (let at = place + step; at >= 0 && at < this.measures.length; at += step) {
        const front = isFront(fronts, at) ? this.measures[at] : null;
        if (front) return [front];
      }
      return [];
    };
    return meanOf([...next(-1), ...next(1)]);
  }
}

const isFront = (fronts: number, place: number): boolean => (fronts & (1 << place)) !== 0;
const frontsOf = (kinds: readonly string[]): number =>
  kinds.reduce((bits, kind, place) => (kind === 'front' ? bits | (1 << place) : bits), 0);

const isKind = (kind: string): kind is StepKind => Object.hasOwn(KINDS, kind);

function kindsOf({ parameters, steps }: Challenge): StepKind[] {
  const named = Array.isArray(parameters.kinds) ? parameters.kinds : [];
  return [...new Set([...named, ...steps.map(({ kind }) => kind)])].filter(isKind);
}

/** The result of each step. Pure. */
export function stepFindings(challenge: Challenge, frames: readonly FrameFacts[]): StepFinding[] {
  const last = challenge.steps.map(({ id }) => frames.findLastIndex(({ step }) => step === id));
  const fronts = frontsOf(challenge.steps.map(({ kind }) => kind));
  const answer = new Answer(
    last.map((frame) => (frame < 0 ? null : measuresOf(frames[frame]!))),
    kindsOf(challenge),
  );
  return challenge.steps.map(({ id, kind }, place): StepFinding => {
    if (last[place]! < 0)
      return { step: id, kind, frame: null, strength: null, most: null, outcome: 'no_frame' };
    const frame = last[place]!;
    if (!isKind(kind)) return { step: id, kind, frame, strength: null, most: null, outcome: 'not_shown' };
    const { strength, most, outcome } = answer.shown(place, kind, fronts);
    return { step: id, kind, frame, strength: strength === null ? null : round(strength), most, outcome };
  });
}

/**
 * Whether the looks show the requested kinds, step by step. A kind is shown if it differs from the frontal
 * frames beside it by at least its minimum, and if no other kind of the challenge is shown more strongly; a
 * frontal frame shows none. The score is that of the weakest step with a request. The person never learns the
 * reasons, because an attacker would use them.
 */
export function verifyChallenge(challenge: Challenge, frames: readonly FrameFacts[]): FaceCheck {
  if (challenge.type === 'passive') return checkResult('skipped', ['not_asked']);
  const steps = stepFindings(challenge, frames);
  const reasons = steps.flatMap(({ step, kind, outcome }) =>
    outcome === 'shown' ? [] : [`${kind}_${outcome}_${step}`],
  );
  const asked = steps.filter(({ kind }) => kind !== 'front').map(({ strength }) => strength ?? 0);
  const score = asked.length > 0 ? Math.min(...asked) : null;
  return checkResult(reasons.length > 0 ? 'fail' : 'pass', reasons, { score, threshold: 1 });
}

/** The number of challenges of a path that an answer (one frame for each step) satisfies. */
export function satisfiedBy(path: ChallengePath, frames: readonly FrameFacts[]): number {
  const answer = new Answer(frames.map(measuresOf), path.kinds);
  let satisfied = 0;
  for (let rank = 0; rank < path.count; rank++) {
    const kinds = path.unrank(rank);
    const fronts = frontsOf(kinds);
    if (kinds.every((kind, place) => answer.shown(place, kind, fronts).outcome === 'shown')) satisfied++;
  }
  return satisfied;
}

/**
 * −log2 of the share of a path's challenges that an answer to one of them satisfies, over all the answers.
 */
export function distinguishedBits(path: ChallengePath, answers: readonly (readonly FrameFacts[])[]): number {
  return -Math.log2(mean(answers.map((frames) => satisfiedBy(path, frames) / path.count)));
}
