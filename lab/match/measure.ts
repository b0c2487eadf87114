import { fairThresholdAt, thresholdAt } from '../../apps/service/src/face/decision/calibration.ts';
import { REVIEW_BAND } from '../../apps/service/src/face/decision/match.ts';
import type { Calibration, Pack } from '../../apps/service/src/face/vision/vision.ts';
import { calibrationOf, crowdsOf, type Kind } from './calibrate.ts';
import { seeded } from './chance.ts';
import { type Crowd, crowdWithin } from './crowd.ts';
import { onUnseenPeople, type Unseen } from './halves.ts';
import type { Group } from './labels.ts';
import { falseMatches, falseNonMatches, type Rate, shareBelow } from './rates.ts';
import type { Comparison } from './scores.ts';

/** False match rates that a workflow may ask for. */
export const ASKED = [1e-3, 1e-4] as const;

/** What one threshold does to some pairs. */
export interface Row {
  name: string;
  people: number;
  false_matches: Rate;
  false_non_matches: Rate;
}

/** What a workflow gets that asks for a rate. */
export interface Asked {
  fmr: number;
  /** The threshold at which the rate holds for all pairs together. */
  plain: { threshold: number; rows: Row[] };
  /** The threshold of the service, at which it holds for the worst measured group. */
  fair: { threshold: number; rows: Row[]; set_by: string };
  /** The share of genuine pairs below the review band, which are declined at once. */
  declined: number;
  /** At the threshold of the service, by what is seen in the worse image of a pair. Single images alone. */
  yaw: Row[];
  weight: Row[];
}

export interface Part {
  kind: Kind;
  calibration: Calibration;
  people_with_genuine_pairs: number;
  asked: Asked[];
  unseen: Unseen[];
}

const YAWS = [
  [0, 10],
  [10, 20],
  [20, 35],
  [35, 91],
] as const;
/** By the weight that the service gives to an image; 0: it takes no account of it. */
const WEIGHTS = [
  [0.5, 1.01],
  [0.35, 0.5],
  [0.2, 0.35],
  [1e-9, 0.2],
  [0, 1e-9],
] as const;

/** `calibration`: the one whose thresholds are tried; null: the one that this comparison gives. */
export function measure(
  comparison: Comparison,
  groups: readonly Group[],
  { kind, data }: { kind: Kind; data: string },
  shipped: Calibration | null,
): Part {
  const crowds = crowdsOf(comparison, groups);
  const calibration = shipped ?? calibrationOf(crowds, kind, data);
  const all = [crowds.all, ...crowds.groups];
  return {
    kind,
    calibration,
    people_with_genuine_pairs: new Set(comparison.genuine.map(({ person }) => person)).size,
    asked: ASKED.flatMap((fmr) => {
      const [plain, fair] = [thresholdAt(calibration, fmr), fairThresholdAt(calibration, fmr)];
      if (plain === null || fair === null) return [];
      const isSingle = kind === 'single';
      return [
        {
          fmr,
          plain: { threshold: plain, rows: rowsOf(all, plain) },
          fair: { threshold: fair, rows: rowsOf(all, fair), set_by: worstAt(calibration, fmr) },
          declined: shareBelow(crowds.all, fairThresholdAt(calibration, REVIEW_BAND * fmr) ?? fair),
          yaw: isSingle ? rowsOf(byYaw(comparison), fair) : [],
          weight: isSingle ? rowsOf(byWeight(comparison), fair) : [],
        },
      ];
    }),
    unseen: groups.length > 0 ? onUnseenPeople(comparison, groups, { kind, rates: ASKED }, seeded()) : [],
  };
}

/** The group that sets the fair threshold. */
function worstAt(calibration: Calibration, fmr: number): string {
  const own = (calibration.groups ?? []).map((group) => ({
    name: group.name,
    threshold: fairThresholdAt({ ...calibration, groups: [group] }, fmr) ?? 0,
  }));
  const worst = own.toSorted((a, b) => b.threshold - a.threshold)[0];
  return worst && worst.threshold > (thresholdAt(calibration, fmr) ?? 0) ? worst.name : 'all pairs';
}

const rowsOf = (crowds: readonly Crowd[], threshold: number): Row[] =>
  crowds.map((crowd) => ({
    name: crowd.name,
    people: crowd.people,
    false_matches: falseMatches(crowd, threshold, seeded()),
    false_non_matches: falseNonMatches(crowd, threshold, seeded()),
  }));

const byYaw = (comparison: Comparison): Crowd[] =>
  YAWS.map((range) =>
    crowdWithin(`${range[0]}–${Math.min(90, range[1])}°`, comparison, ({ yaw }) => yaw, range, 'larger'),
  );

const byWeight = (comparison: Comparison): Crowd[] =>
  WEIGHTS.map((range) => {
    const name = range[0] === 0 ? 'not used' : `${range[0] < 0.01 ? 0 : range[0]}–${Math.min(1, range[1])}`;
    return crowdWithin(name, comparison, ({ weight }) => weight, range, 'smaller');
  });

/** The calibration of a pack for as many images; null where it has none. */
export const shippedFor = ({ match }: Pick<Pack, 'match'>, kind: Kind): Calibration | null =>
  match.find(({ template }) => template === (kind === 'single' ? 1 : 3)) ?? null;
