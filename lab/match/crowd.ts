import type { Sample } from './faces.ts';
import type { Comparison, Genuine, Hit } from './scores.ts';

/**
 * Some pairs of a comparison: all of them, those of a group, or those of a pose. The numbers of pairs follow
 * from how many images each person has, so that people can be drawn anew without comparing anything again.
 */
export interface Crowd {
  name: string;
  people: number;
  impostor_pairs: number;
  /** Best first. */
  hits: readonly Hit[];
  genuine: readonly Genuine[];
  parts: readonly Part[];
}

/** All pairs of two people among these images; they count `sign` times (−1: they are taken away). */
export interface Part {
  sign: number;
  /** Images of each person on the two sides. */
  images: ReadonlyMap<string, readonly [left: number, right: number]>;
}

/** The pairs of images that `isOne` takes, each of `cells` for itself. */
export function crowdOf(name: string, comparison: Comparison, cells: readonly Test[]): Crowd {
  const parts = cells.map((isOne) => partOf(comparison, isOne, 1));
  const within = ({ a, b }: Hit) => cells.some((isOne) => isOne(a) && isOne(b));
  return made(name, comparison, parts, within, ({ person }) =>
    parts.some(({ images }) => images.has(person)),
  );
}
type Test = (sample: Sample) => boolean;

/** The pairs whose larger (or smaller) value of the two images lies in a range. */
export function crowdWithin(
  name: string,
  comparison: Comparison,
  measured: (pair: { yaw: number; weight: number }) => number,
  [from, to]: readonly [number, number],
  kept: 'larger' | 'smaller',
): Crowd {
  const of = kept === 'larger' ? Math.max : Math.min;
  const isIn = (value: number) => value >= from && value < to;
  const tests: [Test, Test] =
    kept === 'larger'
      ? [(sample) => measured(sample) < to, (sample) => measured(sample) < from]
      : [(sample) => measured(sample) >= from, (sample) => measured(sample) >= to];
  const parts = [partOf(comparison, tests[0], 1), partOf(comparison, tests[1], -1)];
  const within = ({ a, b }: Hit) => isIn(of(measured(a), measured(b)));
  return made(name, comparison, parts, within, (pair) => isIn(measured(pair)));
}

function made(
  name: string,
  { hits, genuine, symmetric }: Comparison,
  parts: readonly Part[],
  within: (hit: Hit) => boolean,
  isOwn: (pair: Genuine) => boolean,
): Crowd {
  const own = symmetric ? parts.map((part) => ({ ...part, sign: part.sign / 2 })) : parts;
  return {
    name,
    people: new Set(parts.flatMap(({ sign, images }) => (sign > 0 ? [...images.keys()] : []))).size,
    impostor_pairs: pairsOf(own),
    hits: hits.filter(within),
    genuine: genuine.filter(isOwn),
    parts: own,
  };
}

function partOf({ left, right }: Comparison, isOne: Test, sign: number): Part {
  const images = new Map<string, [number, number]>();
  for (const [side, samples] of [left, right].entries())
    for (const sample of samples) {
      if (!isOne(sample)) continue;
      const own = images.get(sample.person) ?? [0, 0];
      own[side]!++;
      images.set(sample.person, own);
    }
  return { sign, images };
}

/** Pairs of two people, where each person takes part `times` times. */
export function pairsOf(parts: readonly Part[], times: (person: string) => number = () => 1): number {
  return parts.reduce((sum, { sign, images }) => {
    let [left, right, same] = [0, 0, 0];
    for (const [person, [l, r]] of images) {
      const n = times(person);
      left += n * l;
      right += n * r;
      same += n * n * l * r;
    }
    return sum + sign * (left * right - same);
  }, 0);
}
