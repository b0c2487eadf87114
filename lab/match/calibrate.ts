import { readFileSync, writeFileSync } from 'node:fs';
import { GROUP_EVENTS } from '../../apps/service/src/face/decision/calibration.ts';
import type { Calibration, GroupCalibration } from '../../apps/service/src/face/vision/vision.ts';
import { type Crowd, crowdOf } from './crowd.ts';
import type { Group } from './labels.ts';
import { thresholdFor } from './rates.ts';
import type { Comparison } from './scores.ts';

/** The rates at which a calibration has points. */
const RATES = [0.1, 0.05, 0.02, 0.01, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5] as const;
/** One image against one, or a template of three against one. */
export type Kind = keyof typeof IMAGES;
const IMAGES = { single: { template: 1, probe: 1 }, template: { template: 3, probe: 1 } } as const;

/** Everyone, and each group. */
export interface Crowds {
  all: Crowd;
  groups: Crowd[];
}

export const crowdsOf = (comparison: Comparison, groups: readonly Group[]): Crowds => ({
  all: crowdOf('everyone', comparison, [() => true]),
  groups: groups.map(({ name, cells }) =>
    crowdOf(
      name,
      comparison,
      cells.map(
        (cell) =>
          ({ person }) =>
            cell.has(person),
      ),
    ),
  ),
});

/** The calibration that a comparison gives. `data`: what was compared, in words. */
export function calibrationOf({ all, groups }: Crowds, kind: Kind, data: string): Calibration {
  const fnmr = (threshold: number) =>
    rounded(all.genuine.filter(({ score }) => score < threshold).length / Math.max(1, all.genuine.length));
  const points = pointsOf(all).map((point) => ({ ...point, fnmr: fnmr(point.threshold) }));
  const strictest = points.at(-1)?.threshold ?? 1;
  return {
    ...IMAGES[kind],
    genuine_pairs: all.genuine.length,
    impostor_pairs: all.impostor_pairs,
    points,
    refused: BEYOND.map((more) => rounded(strictest + more * (1 - strictest))).map((threshold) => ({
      threshold,
      fnmr: fnmr(threshold),
    })),
    groups: groups
      .map(
        ({ name, people, impostor_pairs, hits }): GroupCalibration => ({
          name,
          people,
          impostor_pairs,
          points: pointsOf({ impostor_pairs, hits }, GROUP_EVENTS),
        }),
      )
      .filter(({ points }) => points.length > 0),
    data,
  };
}

/** Thresholds above the strictest point, as shares of what is left up to 1. */
const BEYOND = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4] as const;
const rounded = (share: number): number => Math.round(share * 1e5) / 1e5;

const pointsOf = (crowd: Pick<Crowd, 'hits' | 'impostor_pairs'>, expected?: number) =>
  RATES.flatMap((fmr) => {
    const threshold = thresholdFor(crowd, fmr, expected);
    return threshold === null ? [] : [{ fmr, threshold }];
  });

/** Writes the calibrations into the manifest of a shipped pack. */
export function recordCalibration(pack: string, calibration: readonly Calibration[]): void {
  const file = new URL(`../../apps/service/src/face/vision/packs/${pack}.json`, import.meta.url);
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...manifest, calibration }, null, 2)}\n`);
}
