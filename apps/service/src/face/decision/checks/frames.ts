import type { FaceFacts, FrameFacts } from '../facts.ts';

/** A frame with the kind of its step. */
export interface KindFrame extends FrameFacts {
  index: number;
  kind: string;
}

/** Frames with the kind of the step that each belongs to; an unknown step has the kind `unknown`. */
export function kindFrames({ challenge, frames }: FaceFacts): KindFrame[] {
  const kinds = new Map(challenge.steps.map(({ id, kind }) => [id, kind]));
  return frames.map((frame, index) => ({ ...frame, index, kind: kinds.get(frame.step) ?? 'unknown' }));
}

/** Steps in which the head looks into the camera, whatever the mouth does. */
const LOOKING = ['front', 'smile', 'mouth_open', 'approach', 'recede', 'flash'];
export const asksForFrontal = (kind: string): boolean => LOOKING.includes(kind);

/**
 * Degrees up to which passive liveness and matching were calibrated. Pitch is left out: it drifts with
 * everything.
 */
const FRONTAL = { yaw: 20, roll: 20 };
export const isFrontal = ({ look: { face } }: FrameFacts): boolean =>
  face !== null && Math.abs(face.pose.yaw) <= FRONTAL.yaw && Math.abs(face.pose.roll) <= FRONTAL.roll;

/** An attempt is judged from at least this many sharp frontal frames (median: one bad frame says nothing). */
export const MIN_FRONTAL = 5;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Numbers of the evidence: short, and the same on every machine. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000;
