import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONG, tries } from '../../../../../../testing/counts.ts';
import { buildScan } from '../../../../testing/face/build-scan.ts';
import { chance, faceLike, randomFace, unitOf } from '../../../../testing/face/random-faces.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { errorBound, quantise } from './quantise.ts';
import { MOST, ScanMemory } from './scan-memory.ts';

function exact(a: Float32Array | Int8Array, b: Float32Array | Int8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/**
 * Vectors like those of models: around a few centres and, for 128 dimensions, all in one narrow cone as with
 * dlib.
 */
function faces(
  draw: () => number,
  dimensions: number,
  count: number,
  shape: 'random' | 'clustered' | 'cone',
) {
  if (shape === 'random') return Array.from({ length: count }, () => randomFace(draw, dimensions));
  const centres = Array.from({ length: shape === 'cone' ? 1 : 9 }, () => randomFace(draw, dimensions));
  return Array.from({ length: count }, () =>
    faceLike(draw, centres[Math.floor(draw() * centres.length)]!, shape === 'cone' ? 0.45 : 0.8),
  );
}

const filled = (vectors: readonly Float32Array[], Memory = ScanMemory) => {
  const memory = new Memory(vectors[0]!.length);
  for (const [i, vector] of vectors.entries()) memory.add(i + 1, vector);
  return memory;
};

describe('the scan of a gallery', () => {
  it('runs the binary that is built from the committed text', async () => {
    const committed = readFileSync(new URL('./scan.wasm', import.meta.url));
    expect(committed.equals(await buildScan())).toBe(true);
  });

  it('computes integer products of quantised vectors, in all dimensions and at all places', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 7, 16, 100, 128, 192, 512, 1_024),
        fc.integer({ min: 1, max: 700 }),
        fc.integer(),
        (dimensions, count, seed) => {
          const draw = chance(seed);
          const vectors = faces(draw, dimensions, count, 'random');
          const memory = filled(vectors);
          const probe = randomFace(draw, dimensions);
          const wanted = vectors
            .map((vector, i) => ({ seq: i + 1, score: quantisedProduct(probe, vector) }))
            .sort((a, b) => b.score - a.score || a.seq - b.seq)
            .slice(0, MOST);
          const { candidates } = memory.scan(probe, -2);
          expect(candidates.length).toBe(wanted.length);
          for (const [i, { score }] of candidates.entries()) expect(score).toBeCloseTo(wanted[i]!.score, 5);
          expect(new Set(candidates.map(({ seq }) => seq)).size).toBe(candidates.length);
        },
      ),
      { numRuns: tries(40, 8) },
    );
  });

  it.each([
    ['random', 512],
    ['clustered', 512],
    ['random', 128],
    ['clustered', 128],
    ['cone', 128],
  ] as const)('misses no template above the threshold: %s faces of %i dimensions', (shape, dimensions) => {
    const seen = { templates: 0, above: 0, furthest: 0, margin: 0 };
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 1_500 }), (seed, count) => {
        const draw = chance(seed);
        const vectors = faces(draw, dimensions, count, shape);
        const memory = filled(vectors);
        const probe = faceLike(draw, vectors[Math.floor(draw() * count)]!, draw());
        const scores = vectors.map((vector) => exact(probe, vector));
        const sorted = scores.toSorted((a, b) => b - a);
        // The hardest thresholds are those that the closest one, or a few, only just reach.
        for (const reached of [0, 1, 5].map((nth) => sorted[Math.min(nth, count - 1)]!)) {
          const { candidates, margin } = memory.scan(probe, reached);
          const found = new Set(candidates.map(({ seq }) => seq));
          for (const [i, score] of scores.entries()) {
            if (score < reached) continue;
            seen.above++;
            // A full list may leave out templates when more than 60 others are closer.
            if (candidates.length < MOST) expect(found.has(i + 1)).toBe(true);
          }
          if (candidates.length === MOST) expect(found.has(scores.indexOf(sorted[0]!) + 1)).toBe(true);
          for (const { seq, score } of candidates) {
            const off = Math.abs(score - scores[seq - 1]!);
            expect(off).toBeLessThanOrEqual(margin);
            seen.furthest = Math.max(seen.furthest, off);
          }
          seen.margin = Math.max(seen.margin, margin);
        }
        seen.templates += count;
      }),
      { numRuns: dimensions === 512 ? tries(12, 3) : tries(25, 5) },
    );
    console.info(
      `${shape} ${dimensions}: ${seen.templates} templates, ${seen.above} at or above the threshold, ` +
        `none missed; ` +
        `bound ≤ ${seen.margin.toFixed(4)}, furthest off ${seen.furthest.toFixed(4)}`,
    );
  });

  it.runIf(LONG)('mutation control: misses some without the margin', async () => {
    const { ScanMemory: Careless } = await mutant<typeof import('./scan-memory.ts')>(
      'face/templates/dedupe/scan-memory.ts',
      ['(threshold - margin) / scale', 'threshold / scale'],
      ["new URL('./scan.wasm', import.meta.url)", `new URL('${new URL('./scan.wasm', import.meta.url)}')`],
    );
    const draw = chance(1);
    let missed = 0;
    for (let round = 0; round < 40; round++) {
      const vectors = faces(draw, 512, 50, 'random');
      const memory = filled(vectors, Careless);
      const probe = faceLike(draw, vectors[0]!, 1);
      if (memory.scan(probe, exact(probe, vectors[0]!)).candidates.length === 0) missed++;
    }
    expect(missed).toBeGreaterThan(5);
  });

  it('keeps the best candidates when there are more than fit the list, in any order', () => {
    const draw = chance(7);
    const face = randomFace(draw, 128);
    const vectors = Array.from({ length: 600 }, (_, i) => faceLike(draw, face, 0.2 + i / 1_000));
    for (const order of [vectors, [...vectors].reverse()]) {
      const { candidates } = filled(order).scan(face, 0.5);
      expect(candidates).toHaveLength(MOST);
      const scores = candidates.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(candidates.map(({ seq }) => seq)).toContain(bestOf(face, order));
    }
  });

  it('forgets removed templates, and finds the others after they were moved', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 600 }), (seed, count) => {
        const draw = chance(seed);
        const vectors = faces(draw, 128, count, 'random');
        const memory = filled(vectors);
        const gone = new Set(vectors.flatMap((_, i) => (draw() < 0.4 ? [i + 1] : [])));
        memory.remove(gone);
        memory.remove(gone);
        expect(memory.count).toBe(count - gone.size);
        for (const [i, vector] of vectors.entries()) {
          const seqs = memory.scan(vector, 0.95).candidates.map(({ seq }) => seq);
          expect(seqs).toEqual(gone.has(i + 1) ? [] : [i + 1]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('takes only unit vectors of its dimensions', () => {
    const memory = new ScanMemory(128);
    const bad = [
      new Float32Array(128),
      new Float32Array(128).fill(Number.NaN),
      new Float32Array(128).fill(1),
    ];
    for (const vector of [...bad, unitOf([1, 2, 3])]) {
      expect(() => memory.add(1, vector)).toThrow();
      expect(() => memory.scan(vector, 0.5)).toThrow();
    }
    expect(memory.count).toBe(0);
    expect(memory.scan(randomFace(chance(1), 128), 0).candidates).toEqual([]);
    for (const dimensions of [0, 1.5, 1_025]) expect(() => new ScanMemory(dimensions)).toThrow();
  });
});

const bestOf = (probe: Float32Array, vectors: readonly Float32Array[]) =>
  vectors.reduce((best, vector, i) => (exact(probe, vector) > exact(probe, vectors[best]!) ? i : best), 0) +
  1;

function quantisedProduct(a: Float32Array, b: Float32Array): number {
  const [p, t] = [quantise(a), quantise(b)];
  expect(Math.abs(exact(a, b) - exact(p.values, t.values) * p.scale * t.scale)).toBeLessThanOrEqual(
    errorBound(p.lost, t.lost),
  );
  return exact(p.values, t.values) * p.scale * t.scale;
}
