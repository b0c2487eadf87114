/** Pseudo-random numbers from -1 to 1, the same on every run, with which networks are compared. */
export function noise(length: number, seed: number): Float32Array {
  let state = seed;
  return new Float32Array(length).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

/**
 * A summary of a network's answer: values at even distances, and two sums over all of them, one with a
 * different weight for each value.
 */
export interface Answer {
  length: number;
  values: readonly number[];
  square: number;
  weighed: number;
}

const KEPT = 96;

export function inShort(values: Float32Array): Answer {
  const step = Math.max(1, Math.floor(values.length / KEPT));
  const weights = noise(values.length, 99);
  const sum = (of: (value: number, at: number) => number) =>
    values.reduce((total, value, at) => total + of(value, at), 0);
  return {
    length: values.length,
    values: Array.from(values.filter((_, at) => at % step === 0)),
    square: sum((value) => value * value),
    weighed: sum((value, at) => value * weights[at]!),
  };
}

/**
 * The distance of two answers, relative to the size of an ordinary value of the second; 0 where they are the
 * same.
 */
export function distance(made: Answer, expected: Answer): number {
  if (made.length !== expected.length) return Number.POSITIVE_INFINITY;
  const ordinary = Math.sqrt(expected.square / expected.length);
  const each = expected.values.map((value, at) => Math.abs(made.values[at]! - value) / ordinary);
  const summed = Math.abs(made.weighed - expected.weighed) / (ordinary * Math.sqrt(expected.length));
  return Math.max(...each, summed, Math.abs(made.square / expected.square - 1));
}

/** The input shape of each network of the packs, and the outputs that are read. */
export const FED = {
  blazeface: { shape: [1, 256, 256, 3], outputs: ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'] },
  facemesh: { shape: [1, 192, 192, 3], outputs: ['Identity_2', 'Identity_1'] },
  fr_feature: { shape: [1, 3, 112, 112], outputs: ['output'] },
  fr_liveness: { shape: [1, 3, 128, 128], outputs: ['output'] },
  face_recognition_model: { shape: [1, 150, 150, 3], outputs: ['output'] },
} as const;
export type Fed = keyof typeof FED;
export const SEEDS = [1, 2, 3];

/** Answers by network, seed and output, as `reference.json` of the package of models keeps them. */
export type Reference = Record<Fed, Answer[][]>;
