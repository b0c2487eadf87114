import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workflowProblems } from '../../accounts/workflow-problems.ts';
import { packOf } from '../vision/packs/manifest.ts';
import { locatePack } from '../vision/packs/packs.ts';
import type { Calibration } from '../vision/vision.ts';
import {
  calibrationFor,
  fmrAt,
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
    expect(thresholdAt(single, 1e-3)).toBeCloseTo(0.3321, 6);
    expect(thresholdAt(single, 1e-4)).toBeCloseTo(0.409, 6);
    expect(thresholdAt(triple, 1e-4)).toBeCloseTo(0.427, 6);
  });

  it('is interpolated in log FMR, and never falls as the rate falls', () => {
    // Half-way between 1e-3 and 5e-4 on a logarithmic scale.
    expect(thresholdAt(single, Math.sqrt(1e-3 * 5e-4))).toBeCloseTo((0.3321 + 0.356) / 2, 6);
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
    expect(lowestFmr(triple)).toBeCloseTo(30 / 564_811, 12);
    expect(lowestFmr({ points: [], impostor_pairs: 0 })).toBe(1);
    expect(lowestClaim(accurate)).toBeCloseTo(1e-5, 12);
    expect(lowestClaim({ match: [] })).toBeNull();
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

describe('thresholds of a workflow', () => {
  it('follow from the rate that it asks for, with a review band down to ten times that rate', () => {
    expect(thresholdsFor(accurate, { target_fmr: 1e-4 }, { template: 5, probe: 5 })).toEqual({
      threshold: expect.closeTo(0.427, 6),
      review_threshold: expect.closeTo(0.3445, 6),
      target_fmr: 1e-4,
      template: 3,
      probe: 1,
    });
    expect(thresholdsFor(accurate, {}, { template: 1, probe: 1 })).toMatchObject({ target_fmr: 1e-3 });
    expect(thresholdsFor(strict, { target_fmr: 1e-2 }, { template: 1, probe: 1 })).toMatchObject({
      threshold: expect.closeTo(strict.match[0]!.points.find(({ fmr }) => fmr === 1e-2)!.threshold, 6),
      review_threshold: expect.closeTo(strict.match[0]!.points[0]!.threshold, 6),
    });
  });

  it('may be stated, and then have their FMR', () => {
    const counts = { template: 1, probe: 1 };
    expect(thresholdsFor(accurate, { threshold: 0.409 }, counts)).toMatchObject({
      threshold: 0.409,
      target_fmr: expect.closeTo(1e-4, 7),
    });
    // A mild threshold of one pack means nothing for another.
    expect(thresholdsFor(strict, { threshold: 0.409 }, counts)).toBeNull();
    expect(thresholdsFor(accurate, { threshold: 0.2 }, counts)).toBeNull();
    expect(thresholdsFor({ match: [] }, { threshold: 0.99 }, counts)).toBeNull();
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
