import type { Crowd } from './crowd.ts';
import { pairsOf } from './crowd.ts';

/** A share with 95 % bounds from resampled people, because the pairs of one person are not independent. */
export interface Rate {
  share: number;
  counted: number;
  of: number;
  low: number;
  high: number;
}

/** Draws of people. */
const DRAWS = 1_000;
/**
 * A rate is claimed only where so many false matches are expected: then the true rate is within about 40 % of
 * it.
 */
const EXPECTED = 30;

/** The share of pairs of two people at or above a threshold. */
export function falseMatches(
  { hits, impostor_pairs, parts }: Crowd,
  threshold: number,
  random: () => number,
): Rate {
  const above = hits.slice(0, countAbove(hits, threshold));
  const counted = above.length;
  const people = [...new Set(parts.flatMap(({ images }) => [...images.keys()]))];
  const rate = { share: counted / impostor_pairs, counted, of: impostor_pairs };
  if (counted === 0) return { ...rate, low: 0, high: ruleOfThree(impostor_pairs, parts) };
  const [low, high] = middle(() => {
    const times = drawn(people, random);
    const many = (person: string) => times.get(person) ?? 0;
    let sum = 0;
    for (const { a, b } of above) sum += many(a.person) * many(b.person);
    return sum / pairsOf(parts, many);
  });
  return { ...rate, low, high };
}

/** The share of impostor pairs at or above a threshold, without bounds. */
export const shareAbove = ({ hits, impostor_pairs }: Crowd, threshold: number): number =>
  countAbove(hits, threshold) / impostor_pairs;

/** The share of genuine pairs below a threshold, without bounds. */
export const shareBelow = ({ genuine }: Pick<Crowd, 'genuine'>, threshold: number): number =>
  genuine.filter(({ score }) => score < threshold).length / genuine.length;

/** Without any false match: three over the pairs of people. */
function ruleOfThree(pairs: number, parts: Crowd['parts']): number {
  const people = parts.reduce((sum, { sign, images }) => sum + (sign > 0 ? images.size : 0), 0);
  return Math.min(1, 3 / Math.max(1, Math.min(pairs, (people * (people - 1)) / 2)));
}

/** The share of pairs of one person below a threshold. */
export function falseNonMatches(
  { genuine }: Pick<Crowd, 'genuine'>,
  threshold: number,
  random: () => number,
): Rate {
  const people = [...Map.groupBy(genuine, ({ person }) => person).values()].map((own) => ({
    pairs: own.length,
    refused: own.filter(({ score }) => score < threshold).length,
  }));
  const counted = people.reduce((sum, { refused }) => sum + refused, 0);
  const [low, high] = bootstrap(people, random);
  return { share: counted / genuine.length, counted, of: genuine.length, low, high };
}

interface Person {
  pairs: number;
  refused: number;
}

/**
 * The middle 95 % of the rate over people drawn with replacement. Without a refusal the upper bound is the
 * rule of three over people.
 */
export function bootstrap(people: readonly Person[], random: () => number): [number, number] {
  if (people.length === 0) return [0, 1];
  const [low, high] = middle(() => {
    let [pairs, refused] = [0, 0];
    for (let i = 0; i < people.length; i++) {
      const one = people[Math.floor(random() * people.length)]!;
      pairs += one.pairs;
      refused += one.refused;
    }
    return refused / pairs;
  });
  return [low, high === 0 ? Math.min(1, 3 / people.length) : high];
}

function middle(draw: () => number): [number, number] {
  const found = Array.from({ length: DRAWS }, draw).sort((a, b) => a - b);
  return [found[Math.floor(0.025 * DRAWS)]!, found[Math.floor(0.975 * DRAWS)]!];
}

function drawn(people: readonly string[], random: () => number): Map<string, number> {
  const times = new Map<string, number>();
  for (let i = 0; i < people.length; i++) {
    const person = people[Math.floor(random() * people.length)]!;
    times.set(person, (times.get(person) ?? 0) + 1);
  }
  return times;
}

/** How many of the hits, best first, reach a threshold. */
function countAbove(hits: Crowd['hits'], threshold: number): number {
  let [from, to] = [0, hits.length];
  while (from < to) {
    const at = (from + to) >> 1;
    if (hits[at]!.score >= threshold) from = at + 1;
    else to = at;
  }
  return from;
}

/**
 * The lowest threshold, in steps of 1/10,000, that at most this share of the impostor pairs reaches; null
 * where fewer false matches are expected.
 */
export function thresholdFor(
  { hits, impostor_pairs }: Pick<Crowd, 'hits' | 'impostor_pairs'>,
  fmr: number,
  expected = EXPECTED,
): number | null {
  if (impostor_pairs * fmr < expected) return null;
  const first = hits[Math.floor(impostor_pairs * fmr)];
  return first ? Math.floor(first.score * 10_000 + 1) / 10_000 : null;
}
