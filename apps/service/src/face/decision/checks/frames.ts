import type { FaceFacts, FrameFacts } from '../facts.ts';

/** A frame with the kind of its step. */
export interface KindFrame extends FrameFacts {
  index: number;
  kind: string;
}

/**
 * Frames with the kind of the step to which each belongs; a frame of an unknown step has the kind `unknown`.
 */
export function kindFrames({ challenge, frames }: FaceFacts): KindFrame[] {
  const kinds = new Map(challenge.steps.map(({ id, kind }) => [id, kind]));
  return frames.map((frame, index) => ({ ...frame, index, kind: kinds.get(frame.step) ?? 'unknown' }));
}

/** Steps in which the head faces the camera, with any expression. */
const LOOKING = ['front', 'smile', 'mouth_open', 'approach', 'recede'];
export const asksForFrontal = (kind: string): boolean => LOOKING.includes(kind);

/**
 * Degrees within which passive liveness and matching were calibrated. Pitch is left out because it drifts.
 */
const FRONTAL = { yaw: 20, roll: 20 };
export const isFrontal = ({ look: { face } }: FrameFacts): boolean =>
  face !== null && Math.abs(face.pose.yaw) <= FRONTAL.yaw && Math.abs(face.pose.roll) <= FRONTAL.roll;

/**
 * The least number of sharp frontal frames from which an attempt is judged, so that one bad frame does not
 * move the median.
 */
export const MIN_FRONTAL = 5;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Rounds numbers of the evidence, so that they are short and the same on every machine. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000;
