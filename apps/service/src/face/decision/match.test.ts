import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faceLook, look, unit } from '../../../testing/face/looks.ts';
import { packOf } from '../vision/packs/manifest.ts';
import { locatePack } from '../vision/packs/packs.ts';
import { calibrationFor, fairThresholdAt } from './calibration.ts';
import { cosine, fuse, matchFacts, updateTemplate, weightOf } from './match.ts';

const accurate = packOf(locatePack('accurate', ''));
const triple = calibrationFor(accurate, { template: 3, probe: 1 })!;
const length = (vector: Float32Array) => Math.hypot(...vector);

describe('a fused face', () => {
  it('has length 1 and lies between its images, closer to the better one', () => {
    const [a, b] = [unit(1), unit(2)];
    const sharp = look(faceLook({ embedding: a, sharpness: 400 }));
    const soft = look(faceLook({ embedding: b, sharpness: 40 }));
    const fused = fuse([sharp, soft])!;
    expect(length(fused.embedding)).toBeCloseTo(1, 6);
    expect(fused.frames).toBe(2);
    expect(cosine(fused.embedding, a)).toBeGreaterThan(cosine(fused.embedding, b));
    expect(fuse([sharp])!.embedding).toEqual(Float32Array.from(a));
  });

  it('leaves out images that are turned away, cut off, of several faces, or far worse than the best', () => {
    const good = faceLook({ embedding: unit(1), sharpness: 400 });
    const bad = unit(9);
    const others = [
      look({ ...good, embedding: bad, pose: { yaw: 35, pitch: 0, roll: 0 } }),
      look({ ...good, embedding: bad, pose: { yaw: 0, pitch: 0, roll: -40 } }),
      look({ ...good, embedding: bad, cut_off: true }),
      look({ ...good, embedding: bad }, 2),
      look({ ...good, embedding: bad, sharpness: 4 }),
      look({ ...good, embedding: bad, covered: 1 }),
      look({ ...good, embedding: null }),
      look(null),
    ];
    expect(others.map(weightOf).filter((weight) => weight > 0.1)).toEqual([]);
    const fused = fuse([...others, look(good)])!;
    expect(fused.frames).toBe(1);
    expect(cosine(fused.embedding, good.embedding!)).toBeCloseTo(1, 6);
    expect(fuse(others.filter((other) => weightOf(other) === 0))).toBeNull();
    expect(fuse([])).toBeNull();
  });

  it('gives every look a weight between 0 and 1, for any numbers', () => {
    const number = fc.double();
    fc.assert(
      fc.property(number, number, number, number, number, (sharpness, yaw, covered, size_px, clipped) => {
        const face = faceLook({ embedding: unit(1), sharpness, covered, size_px });
        const odd = { ...face, pose: { ...face.pose, yaw }, light: { ...face.light, clipped } };
        const weight = weightOf(look(odd));
        expect(weight >= 0 && weight <= 1).toBe(true);
      }),
    );
  });
});

describe('a template', () => {
  const fused = (seed: number, frames: number) => ({ embedding: unit(seed), frames, quality: 0.5 });

  it('moves towards a session that passed, by a quarter at most', () => {
    for (const [old, fresh] of [
      [1, 10],
      [5, 5],
      [15, 5],
      [15, 1],
    ] as const) {
      const [before, session] = [fused(1, old), fused(2, fresh)];
      const after = updateTemplate(before, session);
      expect(length(after.embedding)).toBeCloseTo(1, 6);
      expect(cosine(after.embedding, before.embedding)).toBeGreaterThan(0.9);
      expect(cosine(after.embedding, session.embedding)).toBeGreaterThan(
        cosine(before.embedding, session.embedding),
      );
      expect(after.frames).toBeLessThanOrEqual(15);
    }
  });

  it('stays closer to the person than to a stranger who passed once', () => {
    const person = fused(1, 5);
    const after = updateTemplate(person, fused(2, 10));
    const { threshold } = matchFacts(
      accurate,
      { target_fmr: 1e-4 },
      { source: 'template', face: after, age_days: 0 },
      fused(2, 10),
    ) as { threshold: number };
    expect(cosine(after.embedding, unit(2))).toBeLessThan(threshold);
    expect(cosine(after.embedding, person.embedding)).toBeGreaterThan(threshold);
  });

  it('is compared at thresholds of the calibration that fits its images', () => {
    const against = { source: 'template' as const, face: fused(1, 5), age_days: 3 };
    expect(matchFacts(accurate, { target_fmr: 1e-4 }, against, fused(1, 5))).toEqual({
      source: 'template',
      score: expect.closeTo(1, 6),
      threshold: expect.closeTo(fairThresholdAt(triple, 1e-4)!, 6),
      review_threshold: expect.closeTo(fairThresholdAt(triple, 1e-3)!, 6),
      target_fmr: 1e-4,
      template: 3,
      probe: 1,
      template_age_days: 3,
    });
    expect(matchFacts({ match: [] }, {}, against, fused(1, 5))).toEqual({ skipped: 'not_calibrated' });
    expect(() => cosine(unit(1), unit(1, 128))).toThrow('dimensions');
  });
});
