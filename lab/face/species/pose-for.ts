import { between, type Random } from '../../borders/random.ts';
import type { Pose } from '../images/head.ts';

/** The head's movement for each kind, as strong as an attacker can make it. */
export function poseFor(kind: string, random: Random): Pose {
  const strong = between(random, 0, 1);
  const sway = {
    dx: between(random, -0.03, 0.03),
    dy: between(random, -0.02, 0.02),
    yaw: between(random, -1.5, 1.5),
  };
  switch (kind) {
    case 'turn_left':
      return { ...sway, yaw: 18 + 10 * strong };
    case 'turn_right':
      return { ...sway, yaw: -18 - 10 * strong };
    case 'tilt_left':
      return { ...sway, roll: 12 + 6 * strong };
    case 'tilt_right':
      return { ...sway, roll: -12 - 6 * strong };
    case 'approach':
      return { ...sway, scale: 1.25 + 0.15 * strong };
    case 'recede':
      return { ...sway, scale: 1 / (1.25 + 0.15 * strong) };
    case 'smile':
      return { ...sway, smile: 0.8 + 0.4 * strong };
    case 'mouth_open':
      return { ...sway, open: 0.8 + 0.4 * strong };
    default:
      return sway;
  }
}
