import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workflowProblems } from '../../accounts/workflow-problems.ts';
import { packOf } from '../vision/packs/manifest.ts';
import { locatePack } from '../vision/packs/packs.ts';
import type { Calibration } from '../vision/vision.ts';
import {
  calibrationFor,
  fairFmrAt,
  fairThresholdAt,
  fmrAt,
  fnmrAt,
  lowestClaim,
  lowestFmr,
  searchThreshold,
  TARGET_FPIR,
  thresholdAt,
} from './calibration.ts';
import { LOOSEST_FMR, thresholdsFor } from './match.ts';

const accurate = packOf(locatePack('accurate', ''));
const strict = packOf(locatePack('strict', ''));
const single = calibrationFor(accurate, { template: 1, probe: 1 })!;
const triple = calibrationFor(accurate, { template: 3, probe: 1 })!;

describe('a calibration', () => {
  it('gives the measured threshold at each measured rate, and the rate at each threshold', () => {
    for (const pack of [accurate, strict])
      for (const calibration of pack.match)
        for (const { fmr, threshold } of calibration.points) {
          expect(thresholdAt(calibration, fmr)).toBeCloseTo(threshold, 9);
          expect(fmrAt(calibration, threshold)! / fmr).toBeCloseTo(1, 6);
        }
    // Strangers rarely resemble each other more than this in any set: a file of other models would show here.
    expect(thresholdAt(single, 1e-3)).toBeCloseTo(0.333, 2);
    expect(thresholdAt(single, 1e-4)).toBeCloseTo(0.409, 2);
  });

  it('is interpolated in log FMR, and never falls as the rate falls', () => {
    // Half-way between 1e-3 and 5e-4 on a logarithmic scale.
    const [a, b] = [thresholdAt(single, 1e-3)!, thresholdAt(single, 5e-4)!];
    expect(thresholdAt(single, Math.sqrt(1e-3 * 5e-4))).toBeCloseTo((a + b) / 2, 6);
    const rate = fc.double({ min: -5, max: -1, noNaN: true }).map((exponent) => 10 ** exponent);
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(thresholdAt(single, low)!).toBeGreaterThanOrEqual(thresholdAt(single, high)!);
        expect(Math.abs(Math.log(fmrAt(single, thresholdAt(single, a)!)! / a))).toBeLessThan(1e-6);
      }),
    );
  });

  it('gives nothing beyond the measured points', () => {
    expect(thresholdAt(single, 0.11)).toBeNull();
    expect(thresholdAt(single, 9e-6)).toBeNull();
    expect(thresholdAt(single, 0)).toBeNull();
    expect(thresholdAt(single, Number.NaN)).toBeNull();
    expect(fmrAt(single, 0.1)).toBeNull();
    expect(fmrAt(single, 0.9)).toBe(1e-5);
    expect(thresholdAt({ points: [], impostor_pairs: 0 }, 1e-3)).toBeNull();
  });

  it('claims no lower rate than thirty expected events allow', () => {
    expect(lowestFmr(single)).toBeCloseTo(1e-5, 12);
    expect(30 / single.impostor_pairs).toBeLessThan(1e-5);
    expect(lowestFmr(triple)).toBeCloseTo(
      Math.max(30 / triple.impostor_pairs, triple.points.at(-1)!.fmr),
      12,
    );
    expect(lowestFmr({ points: [], impostor_pairs: 0 })).toBe(1);
    expect(lowestClaim(accurate)).toBeCloseTo(1e-5, 12);
    expect(lowestClaim({ match: [] })).toBeNull();
    // 30 of 300,000 pairs: more than the strictest measured point, and so the limit.
    const fewer = accurate.match.map((each) => ({ ...each, impostor_pairs: 300_000 }));
    expect(lowestClaim({ match: fewer })).toBeCloseTo(1e-4, 12);
  });

  it('is the one with the nearest counts of images from below, in either order', () => {
    const images = ({ template, probe }: Calibration) => [template, probe];
    expect(images(calibrationFor(accurate, { template: 5, probe: 5 })!)).toEqual([3, 1]);
    expect(images(calibrationFor(accurate, { template: 1, probe: 5 })!)).toEqual([3, 1]);
    expect(images(calibrationFor(accurate, { template: 2, probe: 2 })!)).toEqual([1, 1]);
    // The one with more images may not claim this rate.
    expect(images(calibrationFor(accurate, { template: 5, probe: 5 }, 2e-5)!)).toEqual([1, 1]);
    expect(calibrationFor(accurate, { template: 5, probe: 5 }, 5e-6)).toBeNull();
    expect(calibrationFor({ match: [] }, { template: 1, probe: 1 })).toBeNull();
  });

  it('lets at most one search in a thousand find a stranger, or allows no search', () => {
    const counts = { template: 5, probe: 5 };
    for (const gallery of [1, 2, 10, 18]) {
      const found = searchThreshold(accurate, counts, gallery)!;
      expect(found.fmr * gallery).toBeLessThanOrEqual(TARGET_FPIR * (1 + 1e-9));
      expect(found.threshold).toBe(thresholdAt(found.calibration, found.fmr));
    }
    expect(searchThreshold(accurate, counts, 100)?.fmr).toBeCloseTo(1e-5, 12);
    expect(searchThreshold(accurate, counts, 101)).toBeNull();
    expect(searchThreshold({ match: [] }, counts, 1)).toBeNull();
    expect(searchThreshold(accurate, counts, 0)?.fmr).toBe(1e-3);
  });
});

describe('a calibration with groups', () => {
  const points = [
    { fmr: 1e-2, threshold: 0.2, fnmr: 0.01 },
    { fmr: 1e-3, threshold: 0.3, fnmr: 0.02 },
    { fmr: 1e-4, threshold: 0.4, fnmr: 0.04 },
  ];
  const group = (people: number, impostor_pairs: number, ...at: [fmr: number, threshold: number][]) => ({
    name: 'a group',
    people,
    impostor_pairs,
    points: at.map(([fmr, threshold]) => ({ fmr, threshold })),
  });
  const all = { template: 1, probe: 1, genuine_pairs: 100, impostor_pairs: 1e6, points, data: 'made up' };
  const measured = group(50, 1e6, [1e-2, 0.25], [1e-3, 0.36], [1e-4, 0.43]);
  const small = group(60, 600, [1e-2, 0.27], [5e-3, 0.31]);

  it('has one threshold for all, at which the rate holds for the worst group', () => {
    const calibration = { ...all, groups: [measured] };
    expect([1e-2, 1e-3, 1e-4].map((fmr) => fairThresholdAt(calibration, fmr))).toEqual([0.25, 0.36, 0.43]);
    expect(fairFmrAt(calibration, 0.36)).toBeCloseTo(1e-3, 9);
    // Control: without the group, the threshold lets more of its strangers pass than were asked for.
    expect(fmrAt(measured, fairThresholdAt(all, 1e-3)!)).toBeGreaterThan(3e-3);
  });

  it('carries the distance of a group on where the group has too few pairs for the rate', () => {
    const calibration = { ...all, groups: [measured, small] };
    // 5e-3 is the lowest rate that 600 pairs can exclude.
    const more = 0.31 - thresholdAt(all, 5e-3)!;
    expect(fairThresholdAt(calibration, 1e-3)).toBeCloseTo(0.3 + more, 9);
    expect(fairThresholdAt(calibration, 1e-4)).toBeCloseTo(0.4 + more, 9);
    expect(fairFmrAt(calibration, 0.4 + more)).toBeCloseTo(1e-4, 9);
    // A group without any pair above a threshold must not count as one without false matches.
    expect(fairThresholdAt(calibration, 1e-4)!).toBeGreaterThan(
      fairThresholdAt({ ...all, groups: [measured] }, 1e-4)!,
    );
  });

  it('takes no threshold from a group of fewer than 50 people, and lowers none for any group', () => {
    const few = { ...all, groups: [group(49, 1e6, [1e-3, 0.6])] };
    expect(fairThresholdAt(few, 1e-3)).toBe(0.3);
    const mild = { ...all, groups: [group(500, 1e6, [1e-3, 0.1])] };
    expect(fairThresholdAt(mild, 1e-3)).toBe(0.3);
    // A group that was measured further down than everyone counts, too.
    const further = { ...all, groups: [group(50, 1e8, [1e-3, 0.36], [1e-4, 0.43], [1e-6, 0.6])] };
    expect(fairThresholdAt(further, 1e-3)).toBe(0.36);
    expect(fairThresholdAt(all, 1e-5)).toBeNull();
  });

  it('says what share of the right people a threshold refuses, between and beyond its points', () => {
    const calibration = { ...all, refused: [{ threshold: 0.6, fnmr: 0.1 }] };
    expect(fnmrAt(calibration, 0.3)).toBe(0.02);
    expect(fnmrAt(calibration, 0.35)).toBeCloseTo(0.03, 9);
    expect(fnmrAt(calibration, 0.5)).toBeCloseTo(0.07, 9);
    expect([0.1, 0.7].map((threshold) => fnmrAt(calibration, threshold))).toEqual([null, null]);
  });
});

describe('thresholds of a workflow', () => {
  it('follow from the rate that it asks for, with a review band down to ten times that rate', () => {
    expect(thresholdsFor(accurate, { target_fmr: 1e-4 }, { template: 5, probe: 5 }, 'template')).toEqual({
      threshold: expect.closeTo(fairThresholdAt(triple, 1e-4)!, 6),
      review_threshold: expect.closeTo(fairThresholdAt(triple, 1e-3)!, 6),
      target_fmr: 1e-4,
      template: 3,
      probe: 1,
    });
    expect(thresholdsFor(accurate, {}, { template: 1, probe: 1 }, 'reference')).toMatchObject({
      target_fmr: 1e-3,
    });
    expect(thresholdsFor(accurate, {}, { template: 1, probe: 1 }, 'template')).toMatchObject({
      target_fmr: 1e-4,
    });
    // A pack that was measured on fewer pairs gets the lowest rate that it may claim.
    const few = { match: [{ ...single, impostor_pairs: 100_000, groups: [] }] };
    const found = thresholdsFor(few, {}, { template: 5, probe: 5 }, 'template');
    expect(found?.target_fmr).toBeCloseTo(3e-4, 9);
    expect(thresholdsFor(strict, { target_fmr: 1e-2 }, { template: 1, probe: 1 }, 'template')).toMatchObject({
      threshold: expect.closeTo(strict.match[0]!.points.find(({ fmr }) => fmr === 1e-2)!.threshold, 6),
      review_threshold: expect.closeTo(strict.match[0]!.points[0]!.threshold, 6),
    });
  });

  it('may be stated, and then have their FMR', () => {
    const counts = { template: 1, probe: 1 };
    const threshold = fairThresholdAt(single, 1e-4)!;
    expect(thresholdsFor(accurate, { threshold }, counts, 'template')).toMatchObject({
      threshold,
      target_fmr: expect.closeTo(1e-4, 7),
    });
    // A mild threshold of one pack means nothing for another.
    expect(thresholdsFor(strict, { threshold: 0.409 }, counts, 'template')).toBeNull();
    expect(thresholdsFor(accurate, { threshold: 0.2 }, counts, 'template')).toBeNull();
    expect(thresholdsFor({ match: [] }, { threshold: 0.99 }, counts, 'template')).toBeNull();
    expect(LOOSEST_FMR).toBe(1e-2);
  });
});

describe('publishing a workflow', () => {
  const problems = (match: object, pack = accurate, more: object = {}) =>
    workflowProblems({ name: 'x', match, ...more } as never, pack).map(({ path }) => path);

  it('refuses a rate beyond the measurements of the pack, and names the field', () => {
    expect(problems({ source: 'template', target_fmr: 1e-4 })).toEqual([]);
    expect(problems({ source: 'template', target_fmr: 1e-5 })).toEqual([]);
    expect(problems({ source: 'reference', target_fmr: 8e-6 })).toEqual(['match.target_fmr']);
    expect(problems({ source: 'template', target_fmr: 1e-6 }, strict)).toEqual(['match.target_fmr']);
    const [problem] = workflowProblems(
      { name: 'x', match: { source: 'template', target_fmr: 1e-7 } },
      accurate,
    );
    expect(problem!.message).toMatch(/^must be at least 0\.00001: /);
  });

  it('refuses to match with an uncalibrated pack', () => {
    const own = { id: 'own', match: [] } as never;
    expect(problems({ source: 'template' }, own)).toEqual(['match.source']);
    expect(problems({ source: 'none' }, own)).toEqual([]);
    expect(problems({}, own)).toEqual([]);
  });

  it('refuses a threshold that more than one in a hundred strangers pass, and a rate beside it', () => {
    expect(problems({ source: 'template', threshold: 0.43 })).toEqual([]);
    expect(problems({ source: 'template', threshold: 0.24 })).toEqual(['match.threshold']);
    expect(problems({ source: 'template', threshold: 0.43 }, strict)).toEqual(['match.threshold']);
    expect(problems({ source: 'template', threshold: 0.43, target_fmr: 1e-4 })).toEqual(['match']);
  });

  it('refuses a template retention of zero days', () => {
    expect(problems({ source: 'template' }, accurate, { retention: { template_days: 0 } })).toEqual([
      'retention.template_days',
    ]);
    expect(problems({ source: 'reference' }, accurate, { retention: { template_days: 0 } })).toEqual([]);
  });

  it('accepts the example workflow', () => {
    const example = JSON.parse(
      readFileSync(new URL('../../../../../workflow.example.json', import.meta.url), 'utf8'),
    );
    expect(workflowProblems(example, accurate)).toEqual([]);
    expect(workflowProblems(example, strict)).toEqual([]);
  });
});
