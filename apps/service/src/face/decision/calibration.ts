import type { Calibration, GroupCalibration, Pack } from '../vision/vision.ts';

/**
 * The claims that the measurements of a pack allow. False match rate (FMR): the share of pairs of two people
 * that count as one. False positive identification rate (FPIR): the share of searches in a gallery that find
 * a stranger. Pure.
 */

/**
 * Expected events that are needed to claim a rate: with 30, the true rate is within about 40 % of it (95 %
 * confidence).
 */
const EXPECTED_EVENTS = 30;
/** The share of searches that may find a stranger (NIST SP 800-63A-4 §3.11). */
export const TARGET_FPIR = 1e-3;

type Range = Pick<GroupCalibration, 'points' | 'impostor_pairs'>;

/** Points from the most permissive to the strictest. */
const ordered = ({ points }: Range) => [...points].sort((a, b) => b.fmr - a.fmr);

/**
 * The lowest FMR that these measurements may claim: 30 impostor pairs are expected above the threshold, and a
 * point was measured there.
 */
export function lowestFmr(calibration: Range, expected = EXPECTED_EVENTS): number {
  const strictest = ordered(calibration).at(-1);
  return strictest ? Math.max(expected / calibration.impostor_pairs, strictest.fmr) : 1;
}

/**
 * The cosine that this share of impostor pairs reaches, interpolated in log FMR; null beyond the measured
 * points.
 */
export function thresholdAt(calibration: Range, fmr: number): number | null {
  const points = ordered(calibration);
  const after = points.findIndex((point) => point.fmr <= fmr * (1 + 1e-9));
  if (after === -1 || !(fmr > 0)) return null;
  const to = points[after]!;
  const from = points[after - 1];
  if (!from) return fmr <= to.fmr * (1 + 1e-9) ? to.threshold : null;
  const share = Math.log(from.fmr / fmr) / Math.log(from.fmr / to.fmr);
  return from.threshold + Math.min(1, share) * (to.threshold - from.threshold);
}

/**
 * The FMR of a stated threshold, interpolated in the same way; null for one that accepts more than was
 * measured. A threshold above all measured ones accepts at most what the strictest point does.
 */
export function fmrAt(calibration: Range, threshold: number): number | null {
  const points = ordered(calibration);
  const after = points.findIndex((point) => point.threshold >= threshold);
  if (after === -1) return points.at(-1)?.fmr ?? null;
  const to = points[after]!;
  const from = points[after - 1];
  if (!from) return threshold === to.threshold ? to.fmr : null;
  const share = (threshold - from.threshold) / (to.threshold - from.threshold);
  return Math.exp(Math.log(from.fmr) + share * Math.log(to.fmr / from.fmr));
}

/** A group of fewer people says too little about others like them, and sets no threshold. */
export const LEAST_PEOPLE = 50;
/**
 * A group claims nothing: it can only raise a threshold. So it counts down to the rate that its pairs could
 * exclude if none of them matched (rule of three).
 */
export const GROUP_EVENTS = 3;

const measuredGroups = ({ groups = [] }: Calibration, least: number): GroupCalibration[] =>
  groups.filter(({ people, points }) => people >= least && points.length > 0);

/**
 * How much higher than for everyone the threshold of a group is, at the lowest rate that the pairs of both
 * can show. Below that rate the distance is carried on, because a group with few pairs must not count
 * as one without false matches.
 */
function distanceOf(
  calibration: Calibration,
  group: GroupCalibration,
): { lowest: number; more: number } | null {
  const lowest = Math.max(lowestFmr(group, GROUP_EVENTS), ordered(calibration).at(-1)?.fmr ?? 1);
  const [own, all] = [thresholdAt(group, lowest), thresholdAt(calibration, lowest)];
  return own === null || all === null ? null : { lowest, more: own - all };
}

/**
 * The share of genuine pairs that a threshold refuses, interpolated between the thresholds around it; null
 * beyond the measured ones.
 */
export function fnmrAt({ points, refused = [] }: Calibration, threshold: number): number | null {
  const known = [...points, ...refused].sort((a, b) => a.threshold - b.threshold);
  const after = known.findIndex((point) => point.threshold >= threshold);
  const [from, to] = [known[after - 1], known[after]];
  if (!to || (!from && to.threshold > threshold)) return null;
  if (!from || to.threshold === threshold) return to.fnmr;
  const share = (threshold - from.threshold) / (to.threshold - from.threshold);
  return from.fnmr + share * (to.fnmr - from.fnmr);
}

/**
 * The one threshold at which the rate holds for everyone and for the worst measured group; null beyond what
 * was measured for everyone.
 */
export function fairThresholdAt(
  calibration: Calibration,
  fmr: number,
  least_people = LEAST_PEOPLE,
): number | null {
  const all = thresholdAt(calibration, fmr);
  if (all === null) return null;
  const own = measuredGroups(calibration, least_people).map((group) => {
    const distance = distanceOf(calibration, group);
    if (!distance) return all;
    return fmr < distance.lowest ? all + distance.more : (thresholdAt(group, fmr) ?? all);
  });
  return Math.max(all, ...own);
}

/** The FMR of a stated threshold in the worst measured group; null where it accepts more than was measured. */
export function fairFmrAt(calibration: Calibration, threshold: number): number | null {
  const own = measuredGroups(calibration, LEAST_PEOPLE).map((group) => {
    const distance = distanceOf(calibration, group);
    if (!distance) return 0;
    const measured = threshold <= (thresholdAt(group, distance.lowest) ?? threshold);
    return measured ? fmrAt(group, threshold) : fmrAt(calibration, threshold - distance.more);
  });
  const rates = [fmrAt(calibration, threshold), ...own];
  return rates.includes(null) ? null : Math.max(...(rates as number[]));
}

/**
 * Whether a calibration may be used for these numbers of images; the cosine is symmetric, so their order does
 * not matter.
 */
function fits({ template, probe }: Calibration, one: number, other: number): boolean {
  const [few, many] = [Math.min(one, other), Math.max(one, other)];
  return Math.min(template, probe) <= few && Math.max(template, probe) <= many;
}

/**
 * The calibration with the nearest counts of images from below, among those that may claim `fmr`; null if
 * there is none. More images on a side also raise the similarity of strangers. So a calibration with more
 * images than there are would be too strict, and one with far fewer too mild: a pack should ship measurements
 * near to what is captured.
 */
export function calibrationFor(
  pack: Pick<Pack, 'match'>,
  counts: { template: number; probe: number },
  fmr = 1,
): Calibration | null {
  const images = (calibration: Calibration) => calibration.template * calibration.probe;
  return (
    pack.match
      .filter((each) => each.points.length > 0 && fits(each, counts.template, counts.probe))
      .filter((each) => lowestFmr(each) <= fmr * (1 + 1e-9))
      .sort((a, b) => images(b) - images(a))[0] ?? null
  );
}

/** The lowest FMR that a workflow may ask of this pack; null when the pack is not calibrated. */
export function lowestClaim(pack: Pick<Pack, 'match'>): number | null {
  const usable = pack.match.filter(({ points }) => points.length > 0);
  return usable.length > 0 ? Math.min(...usable.map((each) => lowestFmr(each))) : null;
}

/**
 * The threshold at which a search among `gallery` people finds a stranger in at most `target` of all
 * searches: the FPIR is at most the size of the gallery times the FMR. Null where no calibration may claim
 * that.
 */
export function searchThreshold(
  pack: Pick<Pack, 'match'>,
  counts: { template: number; probe: number },
  gallery: number,
  target = TARGET_FPIR,
): { threshold: number; fmr: number; calibration: Calibration } | null {
  const loosest = Math.max(...pack.match.flatMap(({ points }) => points.map(({ fmr }) => fmr)), 0);
  const fmr = Math.min(target / Math.max(1, gallery), loosest);
  const calibration = fmr > 0 ? calibrationFor(pack, counts, fmr) : null;
  const threshold = calibration && thresholdAt(calibration, fmr);
  return calibration && threshold !== null ? { threshold, fmr, calibration } : null;
}
