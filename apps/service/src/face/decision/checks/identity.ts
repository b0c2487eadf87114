import { FARTHEST_TURN } from '../../challenge/path.ts';
import type { SamePerson } from '../facts.ts';
import type { KindFrame } from './frames.ts';

/**
 * Degrees of yaw: a face counts as looking ahead up to the first, and as turned from the second on. In
 * between, the threshold falls evenly. With every degree a person resembles their own frontal view less; a
 * stranger does not resemble it more (docs/accuracy.md, Turned heads).
 */
const YAW = { ahead: 8, turned: 14 } as const;

const yawOf = ({ look: { face } }: KindFrame): number => Math.abs(face?.pose.yaw ?? 0);

/** The least likeness that a frame needs. */
function leastFor(frame: KindFrame, { pair, ahead, turned }: SamePerson): number {
  // The frontal frames stand for the identity of all others, so no turn excuses them.
  if (frame.kind === 'front') return pair;
  const share = (yawOf(frame) - YAW.ahead) / (YAW.turned - YAW.ahead);
  return ahead + (turned - ahead) * Math.min(1, Math.max(0, share));
}

const isUnlike = (frame: KindFrame, least: SamePerson): boolean =>
  frame.same_person !== null && frame.same_person < leastFor(frame, least);

const isTooFar = (frame: KindFrame): boolean => frame.kind !== 'front' && yawOf(frame) > FARTHEST_TURN;

/** Frames that show another person than the frontal frames do. */
export const othersIn = (frames: readonly KindFrame[], least: SamePerson | null): string[] =>
  frames
    .filter((frame) => least !== null && isUnlike(frame, least) && !isTooFar(frame))
    .map(({ index }) => `another_person_in_frame_${index}`);

/**
 * Whether a head is turned so far that its likeness says nothing. The person is asked to turn less; the frame
 * is never taken for theirs.
 */
export const isTurnedTooFar = (frames: readonly KindFrame[], least: SamePerson | null): boolean =>
  frames.some((frame) => least !== null && isUnlike(frame, least) && isTooFar(frame));
