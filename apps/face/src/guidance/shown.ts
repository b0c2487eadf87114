import { KINDS, type StepKind } from '../../../service/src/face/challenge/path.ts';
import {
  type Asked,
  type Measures,
  measuresOfFace,
  medianOf,
  strengthOf,
} from '../../../service/src/face/decision/checks/motions.ts';
import type { Facts } from './facts.ts';
import { isUsable } from './hints.ts';

/**
 * Further than the service's minimum, and straighter than its maximum: the service sees another picture, a
 * moment older. It compares with the frontal pictures before and after; here only the earlier ones exist.
 */
export const FURTHER = 1.15;
const STRAIGHT = { degrees: 16, strength: 0.6, drift: 0.85 } as const;

const isKind = (kind: string): kind is StepKind => Object.hasOwn(KINDS, kind);
const isAsked = (kind: string): kind is Asked => isKind(kind) && kind !== 'front';

/**
 * Whether a face does what a step asks for, by the service's own measures. Remembers the frontal pictures
 * that were taken.
 */
export class Answers {
  readonly #kinds: readonly Asked[];
  readonly #fronts: Measures[] = [];

  /** `kinds`: all kinds of steps that this challenge may ask for. */
  constructor(kinds: readonly string[]) {
    this.#kinds = kinds.filter(isAsked);
  }

  shows(kind: string, { face }: Facts): boolean {
    if (!face || !isUsable(face, kind)) return false;
    const now = measuresOfFace(face);
    if (!isAsked(kind)) return this.#straight(now);
    const front = this.#fronts.at(-1);
    if (!front) return false;
    const strength = strengthOf(kind, now, front);
    return strength >= FURTHER && this.#kinds.every((each) => strengthOf(each, now, front) <= strength);
  }

  /** Records that a picture of this face was taken for a step. */
  took(kind: string, facts: Facts | null): void {
    if (kind === 'front' && facts?.face) this.#fronts.push(measuresOfFace(facts.face));
  }

  #straight(now: Measures): boolean {
    if (Math.max(Math.abs(now.yaw), Math.abs(now.roll)) > STRAIGHT.degrees) return false;
    const [first] = this.#fronts;
    const usual = medianOf(this.#fronts);
    if (!first || !usual) return true;
    return this.#kinds.every(
      (kind) =>
        strengthOf(kind, now, usual) <= STRAIGHT.strength &&
        Math.abs(strengthOf(kind, now, first)) <= STRAIGHT.drift,
    );
  }
}
