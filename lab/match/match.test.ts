import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { near, unit } from '../../apps/service/testing/face/looks.ts';
import { OTHERS, SAME_PERSON, still } from '../../apps/service/testing/face/stills.ts';
import { listFaces, type Sample } from './faces.ts';
import { matchReport, measureMatch, meetsBars } from './main.ts';
import { ratesOf } from './rates.ts';
import { Histogram, singleImages, templates } from './scores.ts';

const folder = mkdtempSync(join(tmpdir(), 'standpoint-match-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** People whose images resemble each other except for noise, `images` of each. */
function crowd(people: number, images: number, cosine: number): Sample[] {
  return Array.from({ length: people }, (_, p) => {
    const self = unit(p + 1);
    return Array.from({ length: images }, (_, i) => ({
      person: `p${p}`,
      embedding: near(self, 1_000 + p * images + i, cosine),
    }));
  }).flat();
}
const half = () => 0.5;

describe('false non-matches', () => {
  it('compares every image with every other, and each pair once', () => {
    const { genuine, impostors } = singleImages(crowd(20, 3, 0.9));
    expect([...genuine.values()].map((own) => own.length)).toEqual(Array(20).fill(3));
    expect(impostors.total).toBe((60 * 59) / 2 - 20 * 3);
  });

  it('makes templates of the first three images and probes of all others', () => {
    const samples = [...crowd(10, 5, 0.9), { person: 'alone', embedding: unit(99) }];
    const found = templates(samples);
    expect(found.templates).toBe(10);
    expect([...found.genuine.values()].flat()).toHaveLength(20);
    expect(found.impostors.total).toBe(10 * (9 * 2 + 1));
    // The mean of three noisy images is closer to a fourth one than any single image is.
    const average = (scores: Map<string, number[]>) => {
      const all = [...scores.values()].flat();
      return all.reduce((sum, score) => sum + score, 0) / all.length;
    };
    expect(average(found.genuine)).toBeGreaterThan(average(singleImages(samples).genuine));
  });

  it('sets the threshold that admits exactly the allowed number of impostors', () => {
    const histogram = new Histogram();
    for (let i = 0; i < 1_000; i++) histogram.add(i / 1_000);
    const threshold = histogram.thresholdFor(0.01);
    expect(
      Array.from({ length: 1_000 }, (_, i) => i / 1_000).filter((score) => score >= threshold),
    ).toHaveLength(10);
  });

  it('counts refused pairs, and claims nothing when there are too few', () => {
    const impostors = new Histogram();
    for (let i = 0; i < 30_000; i++) impostors.add(0.1);
    const genuine = new Map([
      ['a', [0.9, 0.9, 0.05]],
      ['b', [0.9]],
    ]);
    const rates = ratesOf({ genuine, impostors }, half);
    expect(rates.map(({ supported }) => supported)).toEqual([true, true, false]);
    expect(rates[1]).toMatchObject({ fnmr: 0.25, refused: 1 });
  });

  it('bounds the rate by three over the number of people when none was refused', () => {
    const { high, fnmr } = ratesOf(singleImages(crowd(100, 2, 0.95)), half)[0]!;
    expect([fnmr, high]).toEqual([0, 0.03]);
  });
});

describe('lab match', () => {
  it('measures a folder of people, and counts images that could not be enrolled', async () => {
    const put = (person: string, name: string, bytes: Buffer) => {
      mkdirSync(join(folder, person), { recursive: true });
      writeFileSync(join(folder, person, name), bytes);
    };
    for (const name of SAME_PERSON) put('one', `${name}.jpg`, still(name));
    for (const name of OTHERS) put(name, 'first.jpg', still(name));
    put('audrey', 'second.jpg', still('audrey_crop'));
    put('nobody', 'mask.jpg', still('ironman'));
    put('nobody', 'broken.png', Buffer.from('no picture'));
    put('nobody', 'note.txt', Buffer.from('not an image'));
    expect(listFaces(folder)).toHaveLength(13);

    const found = await measureMatch({ faces: folder, workers: '1' }, () => {});
    expect(found).toMatchObject({
      people: 6,
      images: 13,
      failure_to_enrol: { unreadable: 1, no_face: 1 },
      single: { genuine_pairs: 11, people_with_genuine_pairs: 2, impostor_pairs: 44 },
      template: { templates: 1, genuine_pairs: 2, impostor_pairs: 6 },
    });
    expect(found.single.rates[0]).toMatchObject({ fnmr: 0, supported: false });
    expect(meetsBars(found).map(({ met }) => met)).toEqual([null, null]);
    expect(matchReport(found)).toContain('too few impostor pairs');
  });

  it('refuses a folder without people', () => {
    expect(() => listFaces(join(folder, 'one'))).toThrow('at least two people');
  });
});
