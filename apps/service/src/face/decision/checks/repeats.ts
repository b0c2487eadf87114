import type { KindFrame } from './frames.ts';
import { difference, type Picture } from './picture.ts';
import { type Sign, sign, signIf } from './signs.ts';

/**
 * How much one moment differs from itself in another encoding: of the face in units of `UNIT`, of the picture
 * in luma levels. `same`: measured at most 0.46 and 0.45 after JPEG 70 to 90; no two moments of three clips
 * of two people, 1.2 to 11 s apart, came within 0.55 in the picture (24,000 pairs). `like`: also resampled,
 * or with noise. A person who hardly moves is at times as close, but not in most pairs of frontal frames.
 */
const SAME = { face: 0.6, picture: 0.5 };
const LIKE = { face: 1.6, picture: 1.6 };
const UNIT = { degrees: 0.5, place: 0.004, size: 0.006, mouth: 0.012, eyes: 0.02 };
/** Shares of the pairs of frontal frames. */
const SHARE = { doubtful: 0.5, clear: 0.8 };
const MIN_PAIRS = 6;

interface Pair {
  face: number;
  picture: number;
  frontal: boolean;
}

/**
 * Detects frames that show the same moment twice: a still, a loop, a frame that was sent again in another
 * encoding.
 */
export function repeatSigns(frames: readonly KindFrame[], pictures: readonly (Picture | null)[]): Sign[] {
  const pairs = frames.flatMap((a, i) =>
    frames.slice(i + 1).flatMap((b, k): Pair[] => {
      const [p, q] = [pictures[i], pictures[i + 1 + k]];
      if (!p || !q) return [];
      return [
        { face: apart(a, b), picture: difference(p, q), frontal: a.kind === 'front' && b.kind === 'front' },
      ];
    }),
  );
  const within = (most: { face: number; picture: number }, list: readonly Pair[]) =>
    list.filter(({ face, picture }) => face <= most.face && picture <= most.picture).length;
  const same = within(SAME, pairs);
  const frontal = pairs.filter((pair) => pair.frontal);
  const share = frontal.length < MIN_PAIRS ? 0 : within(LIKE, frontal) / frontal.length;
  if (same > 1 || share >= SHARE.clear) return [sign('fail', 'moments_repeat')];
  return [
    ...signIf(same === 1, 'suspected', 'a_moment_twice'),
    ...signIf(share >= SHARE.doubtful, 'suspected', 'moments_alike'),
  ];
}

/** How far two faces are apart, by the measure that differs most. */
function apart(a: KindFrame, b: KindFrame): number {
  const [p, q] = [a.look.face!, b.look.face!];
  return Math.max(
    Math.abs(p.pose.yaw - q.pose.yaw) / UNIT.degrees,
    Math.abs(p.pose.pitch - q.pose.pitch) / UNIT.degrees,
    Math.abs(p.pose.roll - q.pose.roll) / UNIT.degrees,
    Math.abs(p.centre.x - q.centre.x) / UNIT.place,
    Math.abs(p.centre.y - q.centre.y) / UNIT.place,
    Math.abs(p.size / q.size - 1) / UNIT.size,
    Math.abs(p.mouth.open - q.mouth.open) / UNIT.mouth,
    Math.abs(p.mouth.lift - q.mouth.lift) / UNIT.mouth,
    Math.abs(p.mouth.width - q.mouth.width) / UNIT.mouth,
    Math.abs(p.eyes.left - q.eyes.left) / UNIT.eyes,
    Math.abs(p.eyes.right - q.eyes.right) / UNIT.eyes,
  );
}
