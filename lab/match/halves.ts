import { fairThresholdAt, LEAST_PEOPLE } from '../../apps/service/src/face/decision/calibration.ts';
import { calibrationOf, crowdsOf, type Kind } from './calibrate.ts';
import type { Group } from './labels.ts';
import { shareAbove, shareBelow } from './rates.ts';
import { among, type Comparison } from './scores.ts';

/** What a threshold, which one half of the people chose, did to the other half. */
export interface Unseen {
  fmr: number;
  /** Everyone first, then each group. */
  groups: { name: string; false_matches: Spread }[];
  false_non_matches: Spread;
  splits: number;
}
interface Spread {
  mean: number;
  low: number;
  high: number;
}

const SPLITS = 10;

/**
 * Draws halves of the people. The thresholds are made of one half by the rule of the service (in halves, groups
 * of half the size count) and tried on pairs of people of the other.
 */
export function onUnseenPeople(
  comparison: Comparison,
  groups: readonly Group[],
  { kind, rates }: { kind: Kind; rates: readonly number[] },
  random: () => number,
): Unseen[] {
  const people = [...new Set(comparison.right.map(({ person }) => person))];
  const tries = new Map(rates.map((fmr) => [fmr, [] as Try[]]));
  for (let i = 0; i < SPLITS; i++) {
    const own = new Set(people.filter(() => random() < 0.5));
    const half = among(comparison, own);
    const calibration = calibrationOf(crowdsOf(half, cut(groups, own)), kind, '');
    const others = new Set(people.filter((person) => !own.has(person)));
    const { all, groups: crowds } = crowdsOf(among(comparison, others), cut(groups, others));
    for (const fmr of rates) {
      const threshold = fairThresholdAt(calibration, fmr, LEAST_PEOPLE / 2);
      if (threshold === null) continue;
      const false_matches = [all, ...crowds].map((crowd) => shareAbove(crowd, threshold));
      tries.get(fmr)!.push({ false_matches, false_non_matches: shareBelow(all, threshold) });
    }
  }
  return [...tries].map(([fmr, all]) => ({
    fmr,
    splits: all.length,
    groups: ['everyone', ...groups.map(({ name }) => name)].map((name, i) => ({
      name,
      false_matches: spreadOf(all.map((one) => one.false_matches[i]!)),
    })),
    false_non_matches: spreadOf(all.map((one) => one.false_non_matches)),
  }));
}

interface Try {
  false_matches: number[];
  false_non_matches: number;
}

/** The same cells of these people alone. */
const cut = (groups: readonly Group[], people: ReadonlySet<string>): Group[] =>
  groups.map(({ name, cells }) => {
    const kept = cells.map((cell) => new Set([...cell].filter((person) => people.has(person))));
    return { name, cells: kept, people: kept.reduce((sum, { size }) => sum + size, 0) };
  });

const spreadOf = (values: readonly number[]): Spread => ({
  mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  low: Math.min(...values),
  high: Math.max(...values),
});
