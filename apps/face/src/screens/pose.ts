import type { Mouth } from '../draw/head.tsx';
import type { IconName } from '../draw/icon.tsx';

interface Pose {
  yaw?: number;
  roll?: number;
  near?: number;
  mouth?: Mouth;
}

/** How the drawn head shows each kind of step. It is a mirror: the person's left is on the left. */
const POSES: Readonly<Record<string, Pose>> = {
  turn_left: { yaw: -0.9 },
  turn_right: { yaw: 0.9 },
  tilt_left: { roll: -16 },
  tilt_right: { roll: 16 },
  smile: { mouth: 'smile' },
  mouth_open: { mouth: 'open' },
  approach: { near: 1.18 },
  recede: { near: 0.86 },
};
export const poseOf = (kind: string): Pose => POSES[kind] ?? {};

const ICONS: Readonly<Record<string, IconName>> = {
  front: 'face',
  turn_left: 'left',
  turn_right: 'right',
  tilt_left: 'tilt_left',
  tilt_right: 'tilt_right',
  smile: 'smile',
  mouth_open: 'mouth',
  approach: 'nearer',
  recede: 'further',
};
export const iconOf = (kind: string | undefined): IconName => ICONS[kind ?? ''] ?? 'still';
