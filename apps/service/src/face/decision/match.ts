import type { Look, Pack } from '../vision/vision.ts';
import { calibrationFor, fairFmrAt, fairThresholdAt, lowestFmr } from './calibration.ts';
import type { MatchFacts } from './facts.ts';

/** One face from several images: a unit vector. */
export interface Fused {
  embedding: Float32Array;
  /** The number of images that it was made from. */
  frames: number;
  /** Mean weight of those images, 0 to 1. */
  quality: number;
}

/** Degrees beyond which an embedding describes the pose as much as the person. */
const FRONTAL = { yaw: 20, pitch: 25, roll: 30 };
/** Variance of the Laplacian at which a face counts as half sharp. */
const HALF_SHARP = 40;
/** Pixels of the face above which size adds nothing: the models see 112. */
const FULL_SIZE = 112;
/** An image with less than this share of the weight of the best one would only add noise, and is left out. */
const LEAST_SHARE = 0.3;

/**
 * How much an image says about the identity, 0 (nothing) to 1. The product of sharpness, s / (s + 40); size,
 * up to 112 px; pose, which falls to one half at the edge of frontal; being uncovered; and light, which falls
 * with the share of pixels at either end of the scale.
 */
export function weightOf({ face, faces }: Look): number {
  if (!face?.embedding || faces !== 1 || face.cut_off) return 0;
  const { yaw, pitch, roll } = face.pose;
  const off = Math.max(
    Math.abs(yaw) / FRONTAL.yaw,
    Math.abs(pitch) / FRONTAL.pitch,
    Math.abs(roll) / FRONTAL.roll,
  );
  if (!(off <= 1)) return 0;
  const sharp = face.sharpness / (face.sharpness + HALF_SHARP);
  const size = Math.min(1, face.size_px / FULL_SIZE);
  const weight = sharp * size * (1 - off / 2) * (1 - face.covered) * (1 - face.light.clipped);
  return Math.min(1, Math.max(0, weight)) || 0;
}

/**
 * The mean of the embeddings, weighted by how much each image says, of length 1; null without one that says
 * anything.
 */
export function fuse(looks: readonly Look[], weigh: (look: Look) => number = weightOf): Fused | null {
  const weighed = looks.map((look) => ({ look, weight: weigh(look) }));
  const best = Math.max(0, ...weighed.map(({ weight }) => weight));
  const used = weighed.filter(({ weight }) => weight > 0 && weight >= LEAST_SHARE * best);
  if (used.length === 0) return null;
  const embedding = mean(used.map(({ look, weight }) => [look.face!.embedding!, weight]));
  const quality = used.reduce((sum, { weight }) => sum + weight, 0) / used.length;
  return embedding && { embedding, frames: used.length, quality };
}

/** Weighted mean of length 1; null where the vectors cancel each other out. */
function mean(vectors: readonly (readonly [Float32Array, number])[]): Float32Array | null {
  const sum = new Float64Array(vectors[0]![0].length);
  for (const [vector, weight] of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += weight * vector[i]!;
  const length = Math.hypot(...sum);
  return length > 1e-6 ? Float32Array.from(sum, (value) => value / length) : null;
}

/** Cosine of two unit vectors, −1 to 1. Throws for different dimensions, which come from different models. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new Error(`vectors of ${a.length} and ${b.length} dimensions`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return Math.min(1, Math.max(-1, sum));
}

/**
 * The largest number of images for which an old template counts, so that it keeps following a face that ages.
 */
const MEMORY = 15;
/**
 * The largest share that one session gets, so that a stranger who passes once does not take over the
 * template.
 */
const LARGEST_SHARE = 0.25;

/**
 * The template after another approved session: the mean of both, weighted by their images, with at most a
 * quarter for the new one.
 */
export function updateTemplate(old: Fused, fresh: Fused): Fused {
  const remembered = Math.min(old.frames, MEMORY);
  const share = Math.min(LARGEST_SHARE, fresh.frames / (remembered + fresh.frames));
  const embedding = mean([
    [old.embedding, 1 - share],
    [fresh.embedding, share],
  ]);
  return {
    embedding: embedding ?? old.embedding,
    frames: Math.min(MEMORY, old.frames + fresh.frames),
    quality: (1 - share) * old.quality + share * fresh.quality,
  };
}

/**
 * The FMR for a workflow that states neither rate nor threshold. Templates are made of several frames of the
 * service's own capture, so a stricter rate turns few of the right people away.
 */
const USUAL_FMR = { template: 1e-4, reference: 1e-3 } as const;
export type MatchSource = keyof typeof USUAL_FMR;
/**
 * The highest FMR at which a match may count. A workflow file may not ask for more, and no stated threshold
 * may exceed it.
 */
export const LOOSEST_FMR = 1e-2;
/** Scores down to the threshold of ten times the target FMR go to review. */
export const REVIEW_BAND = 10;

interface MatchAim {
  target_fmr?: number | undefined;
  threshold?: number | undefined;
}
interface MatchThresholds {
  threshold: number;
  review_threshold: number;
  target_fmr: number;
  /** Numbers of images on each side of the calibration that was used. */
  template: number;
  probe: number;
}

/**
 * Thresholds for the request of a workflow, with these numbers of images; null where the calibration of the
 * pack does not say how often strangers would pass, because no number is better than a wrong one. The rate
 * holds for the worst measured group, by one threshold for all.
 */
export function thresholdsFor(
  pack: Pick<Pack, 'match'>,
  aim: MatchAim,
  counts: { template: number; probe: number },
  source: MatchSource,
): MatchThresholds | null {
  const wanted = aim.threshold === undefined ? (aim.target_fmr ?? usualFmr(pack, counts, source)) : undefined;
  const calibration = calibrationFor(pack, counts, wanted);
  if (!calibration) return null;
  const accepted = wanted ?? fairFmrAt(calibration, aim.threshold!);
  if (accepted === null || accepted > LOOSEST_FMR) return null;
  const target_fmr = Math.max(accepted, lowestFmr(calibration));
  const threshold = aim.threshold ?? fairThresholdAt(calibration, target_fmr);
  if (threshold === null) return null;
  const loose = fairThresholdAt(calibration, target_fmr * REVIEW_BAND);
  const review_threshold = Math.min(threshold, loose ?? threshold);
  const { template, probe } = calibration;
  return { threshold, review_threshold, target_fmr, template, probe };
}

/** The usual rate, or the lowest that a pack with fewer measurements may claim. */
function usualFmr(
  pack: Pick<Pack, 'match'>,
  counts: { template: number; probe: number },
  source: MatchSource,
): number {
  const usual = USUAL_FMR[source];
  if (calibrationFor(pack, counts, usual)) return usual;
  const nearest = calibrationFor(pack, counts);
  return nearest ? Math.max(usual, lowestFmr(nearest)) : usual;
}

/** The facts of the comparison of a capture with a template. */
export function matchFacts(
  pack: Pick<Pack, 'match'>,
  aim: MatchAim,
  against: { source: MatchSource; face: Fused; age_days: number },
  probe: Fused,
): MatchFacts {
  const counts = { template: against.face.frames, probe: probe.frames };
  const thresholds = thresholdsFor(pack, aim, counts, against.source);
  if (!thresholds) return { skipped: 'not_calibrated' };
  const score = cosine(against.face.embedding, probe.embedding);
  return { source: against.source, score, ...thresholds, template_age_days: against.age_days };
}
