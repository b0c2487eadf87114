import { changeBetween } from './change.ts';

/** Landmarks are traced in every fourth picture at least. */
const EVERY = 4;
/**
 * Landmarks are traced as well in each picture that differs by more than this from the last traced one. Otherwise the
 * discs of skin would lag behind a head that nods, and measure hair and wall (docs/decisions/0045-light.md).
 */
const MOVED = 0.15;
/** The largest clip has as many with every fourth picture. A clip that flickers cannot cost more than that. */
const MOST = 61;

/**
 * The pictures of a clip in which landmarks are traced, in order, the first and the last among them. Where a head
 * begins to move, the picture before is traced too, so that the still pictures are not taken for part of the movement.
 */
export function placesToTrace(patterns: readonly Float32Array[]): number[] {
  const end = patterns.length - 1;
  const places: number[] = [];
  for (let i = 0; i <= end; i++) {
    const last = places.at(-1);
    const moved = last !== undefined && changeBetween(patterns[last]!, patterns[i]!) > MOVED;
    if (last !== undefined && !moved && i - last < EVERY && i !== end) continue;
    if (moved && last < i - 1) places.push(i - 1);
    places.push(i);
  }
  return places.length > MOST ? evenly(end) : places;
}

const evenly = (end: number): number[] =>
  Array.from({ length: MOST }, (_, k) => Math.round((k * end) / (MOST - 1)));
