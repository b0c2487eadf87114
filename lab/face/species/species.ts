import { readFile } from 'node:fs/promises';
import type { Random } from '../../borders/random.ts';
import { chanceOf } from '../chance.ts';
import { type Clip, frameAt } from '../clips/clips.ts';
import type { ClipFrame } from '../clips/extract.ts';
import { type Raster, toRaster } from '../images/raster.ts';
import type { Outcome } from '../outcome.ts';
import { type Stage, someClip } from '../stage.ts';
import type { Way } from '../ways.ts';

/** One kind of presentation: honest people, or one type of attack. */
export interface Species {
  name: string;
  /** A description in words. */
  what: string;
  /**
   * `attack`: must never be accepted. `open`: its acceptance rate is published without a bar. `honest`:
   * must nearly always be accepted.
   */
  side: 'honest' | 'attack' | 'open';
  /** Variants that take turns. */
  ways: readonly Way[];
  /** Makes the n-th presentation. The same `random` gives the same one. */
  present(stage: Stage, way: Way, random: Random, n: number): Promise<Outcome>;
}

/** A picture of a person who looks ahead, as an attacker may find it. */
export async function someStill(stage: Stage, random: Random): Promise<{ clip: Clip; image: Raster }> {
  const clip = someClip(stage.clips, random);
  return { clip, image: await toRaster(await readFile(someFrame(clip, 'front', random).file)) };
}

/** A frame of one kind from anywhere in a clip. */
export function someFrame(clip: Clip, kind: string, random: Random): ClipFrame {
  const events = clip.events.filter(({ step }) => step === kind);
  const event = events[Math.floor(random.uniform() * events.length)];
  if (!event) throw new Error(`${clip.name} has no event ${kind}`);
  return frameAt(clip, event.start_ms + (event.end_ms - event.start_ms) * random.uniform());
}

/** Number of picture sets per attack. A presentation takes one of these sets with a new challenge. */
const SETS = 30;

/** Random generator for the pictures of the n-th presentation of a kind. */
export const picturesOf = (name: string, n: number, sets = SETS): Random =>
  chanceOf('pictures', name, n % sets);

/** The pictures of the n-th presentation of a kind. Several presentations share a set. */
export const setOf = <T>(
  stage: Stage,
  name: string,
  n: number,
  make: (chance: Random) => Promise<T>,
): Promise<T> => madeOnce(stage, `${name} ${n % SETS}`, () => make(picturesOf(name, n)));

const made = new WeakMap<Stage, Map<string, Promise<unknown>>>();

/** Caches the pictures of a set. */
export function madeOnce<T>(stage: Stage, name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(stage) ?? new Map<string, Promise<unknown>>();
  made.set(stage, known);
  const found = known.get(name) ?? make();
  known.set(name, found);
  return found as Promise<T>;
}

/** The occurrence number of each step within its kind: [front, smile, front] → [0, 0, 1]. */
export const occurrences = (kinds: readonly string[]): number[] =>
  kinds.map((kind, i) => kinds.slice(0, i).filter((each) => each === kind).length);
