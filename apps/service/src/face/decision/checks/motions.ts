import { KINDS, type StepKind } from '../../challenge/path.ts';
import type { FaceLook } from '../../vision/vision.ts';
import type { FrameFacts } from '../facts.ts';
import { median } from './frames.ts';

export type Asked = Exclude<StepKind, 'front'>;

/** Pose, distance and mouth in a frame; units as in `FaceLook`. */
export interface Measures {
  yaw: number;
  roll: number;
  size: number;
  width: number;
  lift: number;
  open: number;
}
const NAMES = ['yaw', 'roll', 'size', 'width', 'lift', 'open'] as const;

/** Measures one face. The face app uses the same function to know when a step is answered. */
export const measuresOfFace = ({
  pose,
  size,
  mouth,
}: Pick<FaceLook, 'pose' | 'size' | 'mouth'>): Measures => ({
  yaw: pose.yaw,
  roll: pose.roll,
  size,
  width: mouth.width,
  lift: mouth.lift,
  open: mouth.open,
});
export const measuresOf = ({ look: { face } }: FrameFacts): Measures | null => face && measuresOfFace(face);

const among = (all: readonly Measures[], of: (values: readonly number[]) => number): Measures | null =>
  all.length === 0
    ? null
    : (Object.fromEntries(
        NAMES.map((name) => [name, of(all.map((each) => each[name]))]),
      ) as unknown as Measures);
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
/** The mean of each measure; null without any. */
export const meanOf = (all: readonly Measures[]): Measures | null => among(all, mean);
export const medianOf = (all: readonly Measures[]): Measures | null => among(all, median);

/**
 * How strongly `now` shows a kind, compared with a frontal reference: 1 is the least that counts, and below 0
 * is the opposite.
 */
export function strengthOf(kind: Asked, now: Measures, front: Measures): number {
  const { min } = KINDS[kind];
  switch (kind) {
    case 'turn_left':
      return (now.yaw - front.yaw) / min;
    case 'turn_right':
      return (front.yaw - now.yaw) / min;
    case 'tilt_left':
      return (now.roll - front.roll) / min;
    case 'tilt_right':
      return (front.roll - now.roll) / min;
    case 'smile':
      // A smile widens the mouth and lifts its corners. Talking does one of these, but seldom both.
      return (now.width / front.width - 1 + (now.lift - front.lift)) / min;
    case 'mouth_open':
      return (now.open - front.open) / min;
    case 'approach':
      return Math.log(now.size / front.size) / Math.log(min);
    case 'recede':
      return Math.log(front.size / now.size) / Math.log(min);
  }
}
