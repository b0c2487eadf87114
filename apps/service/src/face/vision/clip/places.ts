import { changeBetween } from './change.ts';

/** Landmarks are traced in every fourth picture at least. */
const EVERY = 4;
/**
 * They are traced as well in each picture that differs by more than this from the last traced one. The discs of skin
 * would lag behind a head that nods, and measure hair and wall (docs/decisions/0045-light.md).
 */
const MOVED = 0.15;
/** As many as the largest clip has with every fourth picture: a clip that flickers cannot ask for more work. */
const MOST = 61;

/**
 * The pictures of a clip in which landmarks are traced, in order, the first and the last among them. Where a head begins
 * to move, the picture before counts too, so that the still pictures before it are not taken for part of the movement.
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
