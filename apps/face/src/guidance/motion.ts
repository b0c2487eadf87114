import { type Signal, signal } from '@preact/signals';
import { KINDS } from '../../../service/src/face/challenge/path.ts';
import {
  type Asked,
  type Measures,
  measuresOfFace,
  strengthOf,
} from '../../../service/src/face/decision/checks/motions.ts';
import type { Facts } from './facts.ts';
import type { Hint } from './hints.ts';
import { FURTHER } from './shown.ts';

/** What the looks say about the movement of the moment. It changes too often to be a state of the flow. */
export interface Motion {
  /** The kind of step that is measured; null for none. */
  kind: string | null;
  /** How much of the movement is done, 0 to 1. */
  share: number;
  /** The room is dark, so the screen lights the face until the camera goes off. */
  lamp: boolean;
}
const STILL: Motion = { kind: null, share: 0, lamp: false };
export const openMotion = (): Signal<Motion> => signal(STILL);

/** Finer changes cannot be seen. */
const STEP = 0.02;
const isAsked = (kind: string): kind is Asked => kind !== 'front' && Object.hasOwn(KINDS, kind);

/**
 * Measures how much of the asked movement is done, against the last look ahead, with the service's own measure.
 */
export const openMeter = (motion: Signal<Motion>) => {
  let front: Measures | null = null;
  motion.value = STILL;
  return ({ face }: Facts, kind: string | null, hint: Hint | null): void => {
    const now = motion.value;
    const lamp = now.lamp || hint === 'brightness_too_low';
    if (face && (kind === null || !isAsked(kind))) front = measuresOfFace(face);
    const strength =
      face && front && kind && isAsked(kind) ? strengthOf(kind, measuresOfFace(face), front) : 0;
    const share = Math.round(Math.min(1, Math.max(0, strength / FURTHER)) / STEP) * STEP;
    if (now.kind !== kind || now.share !== share || now.lamp !== lamp) motion.value = { kind, share, lamp };
  };
};
