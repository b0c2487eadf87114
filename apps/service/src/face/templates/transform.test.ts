import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { near, unit } from '../../../testing/face/looks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { cosine } from '../decision/match.ts';
import { drawTransform } from './transform.ts';

const seed = (name: string) => createHash('sha256').update(name).digest();
const space = { env: 'production' as const, pack: 'accurate', pack_version: '1', dimensions: 512 };
const one = drawTransform('tfm_1', seed('one'), space);
const two = drawTransform('tfm_2', seed('two'), space);
const people = Array.from({ length: tries(40, 12) }, (_, i) => unit(i + 1));
const again = people.map((person, i) => near(person, 1_000 + i, 0.6));

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the secret transform', () => {
  it('keeps every similarity within one organization', () => {
    for (const [i, person] of people.entries())
      for (const other of [again[i]!, people[(i + 1) % people.length]!])
        expect(cosine(one.apply(person), one.apply(other))).toBeCloseTo(cosine(person, other), 5);
  });

  it('hides that a face is the same in two organizations, environments or packs', () => {
    const others = [
      two,
      drawTransform('tfm_1', seed('one'), { ...space, env: 'sandbox' }),
      drawTransform('tfm_1', seed('one'), { ...space, pack_version: '2' }),
    ];
    for (const other of others) {
      const same = people.map((person) => cosine(one.apply(person), other.apply(person)));
      // Two random directions in 512 dimensions: 0 ± 0.044.
      expect(Math.abs(mean(same))).toBeLessThan(0.03);
      expect(Math.max(...same.map(Math.abs))).toBeLessThan(0.2);
    }
  });

  it.each([
    [
      'no transform',
      ['for (let k = n - 2; k >= 0; k--) reflect(out, k, normalVectors[k]!);', ''],
      ['start(vector).map((value, i) => value * signs[i]!)', 'start(vector)'],
    ],
    ['one transform for all', ["hkdfSync('sha256', seed,", "hkdfSync('sha256', Buffer.alloc(32),"]],
  ] as [string, ...[string, string][]][])(
    'mutation control: links the face with %s',
    async (_, ...changes) => {
      const off = await mutant<typeof import('./transform.ts')>('face/templates/transform.ts', ...changes);
      const [a, b] = ['one', 'two'].map((name) => off.drawTransform('tfm_1', seed(name), space));
      for (const person of people) expect(cosine(a!.apply(person), b!.apply(person))).toBeGreaterThan(0.999);
    },
  );

  it('can be undone with the seed', () => {
    for (const person of people.slice(0, 5)) {
      const back = one.undo(one.apply(person));
      expect(cosine(back, person)).toBeCloseTo(1, 6);
    }
    expect(() => one.apply(unit(1, 128))).toThrow('dimensions');
  });

  it('is uniform: every coordinate gets the same share of a vector', () => {
    const small = { ...space, dimensions: 8 };
    const shares = Array.from({ length: 8 }, () => new Float64Array(8));
    const runs = 2_000;
    for (let run = 0; run < runs; run++) {
      const transform = drawTransform('tfm', seed(`run ${run}`), small);
      for (let from = 0; from < 8; from++) {
        const out = transform.apply(Float32Array.from({ length: 8 }, (_, i) => (i === from ? 1 : 0)));
        for (let to = 0; to < 8; to++) shares[from]![to]! += out[to]! ** 2 / runs;
      }
    }
    for (const row of shares) for (const share of row) expect(Math.abs(share - 1 / 8)).toBeLessThan(0.02);
  });

  it('takes little more than one product of a matrix with a vector of 512 dimensions', () => {
    const matrix = Float32Array.from({ length: 512 * 512 }, (_, i) => Math.sin(i));
    const plain = (vector: Float32Array): Float32Array => {
      const out = new Float32Array(512);
      for (let row = 0; row < 512; row++) {
        let sum = 0;
        for (let i = 0; i < 512; i++) sum += matrix[row * 512 + i]! * vector[i]!;
        out[row] = sum;
      }
      return out;
    };
    // Processor time of both in turn, because other tests may use the cores meanwhile.
    const timed = (run: (vector: Float32Array) => Float32Array): number => {
      const start = process.cpuUsage();
      for (let i = 0; i < tries(100, 30); i++) run(people[i % people.length]!);
      return process.cpuUsage(start).user;
    };
    const ratios = Array.from(
      { length: 7 },
      () => timed((vector) => one.apply(vector)) / timed(plain),
    ).sort();
    if (process.env.TEST_LOG) console.log(`ratios to a plain product: ${ratios.map((r) => r.toFixed(2))}`);
    expect(ratios[3]).toBeLessThan(5);
  });
});
