import type { Picture } from './picture.ts';
import { type Sign, signIf } from './signs.ts';

/** Black and white cells have no grain, so they prove nothing. */
const GREY = { from: 4, to: 251 };
const MIN_CELLS = 60;
/**
 * Share of the background cells that keep exactly their level in every frame: at most 0.13 in 1,200 sequences
 * from three clips.
 */
const FROZEN = 0.9;

/**
 * Detects a face that moves before a picture that does not, not even by the grain of a sensor: it was laid
 * over a still.
 */
export function frozenSigns(pictures: readonly (Picture | null)[]): Sign[] {
  const seen = pictures.filter((picture) => picture !== null);
  const [first, ...others] = seen;
  if (!first || others.length < 4) return [];
  let [cells, frozen] = [0, 0];
  for (let at = 0; at < first.luma.length; at++) {
    const level = first.luma[at]!;
    if (level < GREY.from || level > GREY.to || !seen.every(({ behind }) => behind[at])) continue;
    cells += 1;
    if (others.every(({ luma }) => luma[at] === level)) frozen += 1;
  }
  return signIf(cells >= MIN_CELLS && frozen / cells >= FROZEN, 'suspected', 'frozen_background');
}
