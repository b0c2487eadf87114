import type { Sample } from './faces.ts';

/** A pair of two people with a high score. */
export interface Hit {
  a: Sample;
  b: Sample;
  score: number;
}

/** A pair of one person: the larger yaw and the smaller weight of the two. */
export interface Genuine {
  person: string;
  score: number;
  yaw: number;
  weight: number;
}

/** Every image or template of one side, compared with every one of the other side. */
export interface Comparison {
  left: readonly Sample[];
  right: readonly Sample[];
  /** Whether both sides are the same images, so that each pair is compared once. */
  symmetric: boolean;
  genuine: readonly Genuine[];
  /** The pairs of two people that score highest, best first: about the share `HIGHEST` of all. */
  hits: readonly Hit[];
}

/** The share of impostor pairs that is kept. A false match rate above it cannot be measured. */
const HIGHEST = 0.12;
/** And at most about so many, because large sets have billions of pairs. */
const MOST_HITS = 3_000_000;
/** Pairs that are drawn to find the score above which pairs are kept. */
const DRAWN = 200_000;

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Compares every image with every other. */
export const singleImages = (samples: readonly Sample[], random: () => number): Comparison =>
  compare({ left: samples, right: samples, symmetric: true }, random);

/**
 * Makes a template of each person with at least `images` + 1 images: the normalized mean of the first
 * `images`. Compares it with every other image of that person, and with every image of other people that is
 * not part of a template.
 */
export function templates(samples: readonly Sample[], random: () => number, images = 3): Comparison {
  const left: Sample[] = [];
  const right: Sample[] = [];
  for (const own of Map.groupBy(samples, ({ person }) => person).values()) {
    const fits = own.length > images;
    if (fits) left.push(mean(own.slice(0, images)));
    right.push(...own.slice(fits ? images : 0));
  }
  return compare({ left, right, symmetric: false }, random);
}

function compare(sides: Pick<Comparison, 'left' | 'right' | 'symmetric'>, random: () => number): Comparison {
  const { left, right, symmetric } = sides;
  const floor = floorOf(sides, random);
  const genuine: Genuine[] = [];
  const hits: Hit[] = [];
  for (const [i, a] of left.entries())
    for (let j = 0; j < (symmetric ? i : right.length); j++) {
      const b = right[j]!;
      const score = dot(a.embedding, b.embedding);
      if (a.person !== b.person) {
        if (score >= floor) hits.push({ a, b, score });
        continue;
      }
      const yaw = Math.max(a.yaw, b.yaw);
      genuine.push({ person: a.person, score, yaw, weight: Math.min(a.weight, b.weight) });
    }
  hits.sort((x, y) => y.score - x.score);
  return { ...sides, genuine, hits };
}

/** The score that about the wanted share of impostor pairs reaches, from a sample of them. */
function floorOf({ left, right }: Pick<Comparison, 'left' | 'right'>, random: () => number): number {
  const all = left.length * right.length;
  if (all <= DRAWN) return Number.NEGATIVE_INFINITY;
  const some = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const scores: number[] = [];
  while (scores.length < DRAWN) {
    const [a, b] = [some(left), some(right)];
    if (a.person !== b.person) scores.push(dot(a.embedding, b.embedding));
  }
  scores.sort((x, y) => y - x);
  return scores[Math.floor(Math.min(HIGHEST, MOST_HITS / all) * DRAWN)]!;
}

function mean(samples: readonly Sample[]): Sample {
  const sum = new Float32Array(samples[0]!.embedding.length);
  for (const { embedding } of samples) for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + embedding[i]!;
  const length = Math.hypot(...sum) || 1;
  return {
    person: samples[0]!.person,
    embedding: sum.map((value) => value / length),
    yaw: Math.max(...samples.map(({ yaw }) => yaw)),
    weight: Math.min(...samples.map(({ weight }) => weight)),
  };
}

/** The same comparison of these people alone. */
export function among(
  { left, right, symmetric, genuine, hits }: Comparison,
  people: Set<string>,
): Comparison {
  const isOne = ({ person }: { person: string }) => people.has(person);
  return {
    left: left.filter(isOne),
    right: right.filter(isOne),
    symmetric,
    genuine: genuine.filter(isOne),
    hits: hits.filter(({ a, b }) => isOne(a) && isOne(b)),
  };
}
