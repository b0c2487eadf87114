import type { Sample } from './faces.ts';

/**
 * Scores of impostor pairs as a histogram, and of genuine pairs by person, because people are resampled.
 */
export interface Scores {
  genuine: Map<string, number[]>;
  impostors: Histogram;
}

/** Similarities from −1 to 1 in steps of 1/10,000. A histogram holds hundreds of millions of pairs. */
export class Histogram {
  readonly counts = new Float64Array(20_001);
  total = 0;

  add(score: number): void {
    this.counts[Math.min(20_000, Math.max(0, Math.round((score + 1) * 10_000)))]!++;
    this.total++;
  }

  /** The lowest threshold that at most this share of the pairs reaches. */
  thresholdFor(share: number): number {
    const allowed = share * this.total;
    let above = 0;
    for (let step = 20_000; step >= 0; step--) {
      above += this.counts[step]!;
      if (above > allowed) return (step + 1) / 10_000 - 1;
    }
    return -1;
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function note({ genuine, impostors }: Scores, a: Sample, b: Sample): void {
  const score = dot(a.embedding, b.embedding);
  const known = genuine.get(a.person);
  if (a.person !== b.person) impostors.add(score);
  else if (known) known.push(score);
  else genuine.set(a.person, [score]);
}

/** Compares every image with every other. */
export function singleImages(samples: readonly Sample[]): Scores {
  const scores: Scores = { genuine: new Map(), impostors: new Histogram() };
  for (let i = 0; i < samples.length; i++) for (let j = 0; j < i; j++) note(scores, samples[i]!, samples[j]!);
  return scores;
}

/**
 * Makes a template of each person with at least `images` + 1 images: the normalized mean of the first
 * `images`. Compares it with every other image of that person, and with every image of other people that is
 * not part of a template.
 */
export function templates(samples: readonly Sample[], images = 3): Scores & { templates: number } {
  const made: Sample[] = [];
  const probes: Sample[] = [];
  for (const [person, own] of Map.groupBy(samples, (sample) => sample.person)) {
    const fits = own.length > images;
    if (fits) made.push({ person, embedding: mean(own.slice(0, images)) });
    probes.push(...own.slice(fits ? images : 0));
  }
  const scores: Scores = { genuine: new Map(), impostors: new Histogram() };
  for (const template of made) for (const probe of probes) note(scores, template, probe);
  return { ...scores, templates: made.length };
}

function mean(samples: readonly Sample[]): Float32Array {
  const sum = new Float32Array(samples[0]!.embedding.length);
  for (const { embedding } of samples) for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + embedding[i]!;
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
