import type { Scores } from './scores.ts';

/** The measurement at one false match rate. */
export interface Rate {
  fmr: number;
  threshold: number;
  /** Share of genuine pairs below the threshold. */
  fnmr: number;
  refused: number;
  /** 95 % bounds, from resampled people, because the pairs of one person are not independent. */
  low: number;
  high: number;
  /**
   * Whether there are 30 impostor pairs for each expected false match (rule of three with a margin). With
   * fewer, no rate may be claimed.
   */
  supported: boolean;
}

const FMRS = [1e-2, 1e-3, 1e-4] as const;
const DRAWS = 1_000;
const PAIRS_PER_MATCH = 30;

export function ratesOf({ genuine, impostors }: Scores, random: () => number): Rate[] {
  const people = [...genuine.values()];
  return FMRS.map((fmr) => {
    const threshold = impostors.thresholdFor(fmr);
    const each = people.map((scores) => ({
      pairs: scores.length,
      refused: scores.filter((score) => score < threshold).length,
    }));
    const { pairs, refused } = sum(each);
    const [low, high] = bootstrap(each, random);
    return {
      fmr,
      threshold,
      fnmr: pairs ? refused / pairs : Number.NaN,
      refused,
      low,
      high,
      supported: impostors.total >= PAIRS_PER_MATCH / fmr,
    };
  });
}

interface Person {
  pairs: number;
  refused: number;
}

function sum(people: readonly Person[]): Person {
  const total = { pairs: 0, refused: 0 };
  for (const { pairs, refused } of people) {
    total.pairs += pairs;
    total.refused += refused;
  }
  return total;
}

/**
 * The middle 95 % of the rate over people drawn with replacement. Without a refusal the upper bound is the
 * rule of three over people.
 */
export function bootstrap(people: readonly Person[], random: () => number): [number, number] {
  if (people.length === 0) return [0, 1];
  const found = Array.from({ length: DRAWS }, () => {
    const drawn = Array.from(people, () => people[Math.floor(random() * people.length)]!);
    const { pairs, refused } = sum(drawn);
    return refused / pairs;
  }).sort((a, b) => a - b);
  const high = found[Math.floor(0.975 * DRAWS)]!;
  return [found[Math.floor(0.025 * DRAWS)]!, high === 0 ? Math.min(1, 3 / people.length) : high];
}
