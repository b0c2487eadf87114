import { type Sign, signIf } from '../checks/signs.ts';
import type { FaceFacts } from '../facts.ts';

/** Cells on each side of the thumbnails of a clip, and of a frame. */
const [OF_CLIP, OF_FRAME] = [16, 32];
/**
 * Correlation of the luma of a frame with the picture of the clip that was taken at its moment. Two encodings
 * of one moment have 0.99; another place, or another person before it, has less.
 */
const SAME = { surely_not: 0.7, doubtful: 0.9 };

/**
 * Detects a clip that was not recorded with the frames. It begins before the last frame was taken, so at least
 * one of its pictures shows the same moment.
 */
export function continuitySigns({ clip, frames, challenge }: FaceFacts): Sign[] {
  if (!clip || !challenge.parameters.light) return [];
  const likenesses = frames.flatMap(({ t_ms, look }) => {
    const at = clip.pictures
      .filter(({ thumbnail }) => thumbnail !== undefined)
      .toSorted((a, b) => Math.abs(a.t_ms - t_ms) - Math.abs(b.t_ms - t_ms))[0];
    const likeness =
      at && Math.abs(at.t_ms - t_ms) <= MOMENT_MS ? correlation(at.thumbnail!, look.thumbnail) : null;
    return likeness === null ? [] : [likeness];
  });
  const least = Math.min(...likenesses);
  return [
    ...signIf(likenesses.length === 0, 'suspected', 'clip_apart_from_the_frames'),
    ...signIf(least < SAME.surely_not, 'fail', 'clip_of_another_moment'),
    ...signIf(least >= SAME.surely_not && least < SAME.doubtful, 'suspected', 'clip_of_another_moment'),
  ];
}
const MOMENT_MS = 150;

/** Null where a thumbnail has another form, or shows one grey. */
function correlation(of_clip: string, of_frame: string): number | null {
  const [a, fine] = [Buffer.from(of_clip, 'base64'), Buffer.from(of_frame, 'base64')];
  if (a.length !== OF_CLIP ** 2 || fine.length !== OF_FRAME ** 2) return null;
  const b = Array.from(a, (_, i) => {
    const [x, y] = [2 * (i % OF_CLIP), 2 * Math.floor(i / OF_CLIP)];
    const at = (dx: number, dy: number) => fine[(y + dy) * OF_FRAME + x + dx]!;
    return (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
  });
  const mean = (values: Iterable<number>) => [...values].reduce((sum, each) => sum + each, 0) / a.length;
  const [p, q] = [mean(a), mean(b)];
  let [both, pp, qq] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    both += (x - p) * (b[i]! - q);
    pp += (x - p) ** 2;
    qq += (b[i]! - q) ** 2;
  }
  return pp > 0 && qq > 0 ? both / Math.sqrt(pp * qq) : null;
}
