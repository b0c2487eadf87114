import { asOnePlane, backgroundLikeness, type Picture, still } from './picture.ts';
import { type Sign, signIf } from './signs.ts';

/** The least motions of the face that count: ratio of sizes, share of the picture, degrees. */
const ZOOM = 1.12;
const SHIFT = 0.05;
const TURN = 8;
/**
 * Correlations. For three stills that were zoomed, panned and rotated, one plane explained the background by
 * 0.986 or more, and better than a fixed background by 0.09 or more. For 1,100 pairs of moments, in
 * which two people moved as much, the fixed background was always better.
 */
const EXPLAINED = 0.95;
const BETTER_BY = 0.04;

/**
 * Detects a still, or a screen, that is zoomed, panned or rotated before the camera: the background moves
 * with the face as one plane. A person who comes nearer leaves the wall where it is. A phone in the hand also
 * rotates and shifts the whole picture, so only a zoom of it fails.
 */
export function planeSigns(pictures: readonly (Picture | null)[]): Sign[] {
  const seen = pictures.filter((picture) => picture !== null);
  const count = { zoom: 0, move: 0 };
  for (const [i, a] of seen.entries())
    for (const b of seen.slice(i + 1)) {
      const kind = motionOf(a, b);
      if (kind && movesAsOne(a, b)) count[kind] += 1;
    }
  return [
    ...signIf(count.zoom >= 2, 'fail', 'one_plane_zoomed'),
    ...signIf(count.zoom === 1, 'suspected', 'one_plane_zoomed'),
    ...signIf(count.move >= 2, 'suspected', 'one_plane_moved'),
  ];
}

function motionOf(a: Picture, b: Picture): 'zoom' | 'move' | null {
  const ratio = b.size / a.size;
  if (ratio > ZOOM || ratio < 1 / ZOOM) return 'zoom';
  const far = Math.hypot((b.centre.x - a.centre.x) * a.aspect, b.centre.y - a.centre.y) > SHIFT;
  return far || Math.abs(b.roll - a.roll) > TURN ? 'move' : null;
}

function movesAsOne(a: Picture, b: Picture): boolean {
  const plane = backgroundLikeness(a, b, asOnePlane(a, b));
  if (plane === null || plane < EXPLAINED) return false;
  const stays = backgroundLikeness(a, b, still);
  return stays !== null && plane - stays >= BETTER_BY;
}
