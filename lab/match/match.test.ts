import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fairThresholdAt, thresholdAt } from '../../apps/service/src/face/decision/calibration.ts';
import { near, unit } from '../../apps/service/testing/face/looks.ts';
import { OTHERS, SAME_PERSON, still } from '../../apps/service/testing/face/stills.ts';
import { tries } from '../../testing/counts.ts';
import { calibrationOf, crowdsOf } from './calibrate.ts';
import { seeded } from './chance.ts';
import { crowdOf, crowdWithin } from './crowd.ts';
import { listFaces, type Sample } from './faces.ts';
import { onUnseenPeople } from './halves.ts';
import { groupsOf, readLabels } from './labels.ts';
import { measureMatch, meetsBars } from './main.ts';
import { measure } from './measure.ts';
import { falseMatches, falseNonMatches, thresholdFor } from './rates.ts';
import { matchReport } from './report.ts';
import { type Comparison, singleImages, templates } from './scores.ts';

const folder = mkdtempSync(join(tmpdir(), 'standpoint-match-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** People whose images resemble each other except for noise, `images` of each. */
function crowd(people: number, images: number, cosine: number): Sample[] {
  return Array.from({ length: people }, (_, p) => {
    const self = unit(p + 1);
    return Array.from({ length: images }, (_, i) =>
      sample(`p${p}`, near(self, 1_000 + p * images + i, cosine), { yaw: 10 * i, weight: 1 - 0.2 * i }),
    );
  }).flat();
}
const sample = (person: string, embedding: Float32Array, more = { yaw: 0, weight: 1 }): Sample => ({
  person,
  embedding,
  ...more,
});
const everyone = (comparison: Comparison) => crowdOf('everyone', comparison, [() => true]);
const half = () => 0.5;

/** Pairs of two people without their images: the score of each. */
const [a, b] = [sample('a', unit(1)), sample('b', unit(2))];
const scored = (scores: readonly number[], impostor_pairs: number) => ({
  impostor_pairs,
  hits: scores.map((score) => ({ a, b, score })),
});

describe('comparisons', () => {
  it('take every image with every other, and each pair once', () => {
    const compared = singleImages(crowd(20, 3, 0.9), seeded());
    expect(compared.genuine).toHaveLength(20 * 3);
    expect(compared.hits).toHaveLength((60 * 59) / 2 - 20 * 3);
    expect(everyone(compared).impostor_pairs).toBe(compared.hits.length);
    expect(compared.genuine[0]).toMatchObject({ person: 'p0', yaw: 10, weight: 0.8 });
  });

  it('make templates of the first three images and probes of all others', () => {
    const samples = [...crowd(10, 5, 0.9), sample('alone', unit(99))];
    const found = templates(samples, seeded());
    expect(found.left).toHaveLength(10);
    expect(found.genuine).toHaveLength(20);
    expect(everyone(found).impostor_pairs).toBe(10 * (9 * 2 + 1));
    expect(found.hits).toHaveLength(10 * (9 * 2 + 1));
    // The mean of three noisy images is closer to a fourth one than any single image is.
    const average = ({ genuine }: Comparison) =>
      genuine.reduce((sum, { score }) => sum + score, 0) / genuine.length;
    expect(average(found)).toBeGreaterThan(average(singleImages(samples, seeded())));
  });

  it('count the pairs of each yaw and weight once', () => {
    const compared = singleImages(crowd(6, 4, 0.9), seeded());
    const yaws = [
      [0, 10],
      [10, 20],
      [20, 91],
    ] as const;
    const parts = yaws.map((range) => crowdWithin('', compared, ({ yaw }) => yaw, range, 'larger'));
    for (const part of parts) expect(part.impostor_pairs).toBe(part.hits.length);
    expect(parts.reduce((sum, { hits }) => sum + hits.length, 0)).toBe(compared.hits.length);
    const weights = [
      [0.7, 2],
      [0, 0.7],
    ] as const;
    for (const range of weights) {
      const part = crowdWithin('', compared, ({ weight }) => weight, range, 'smaller');
      expect(part.impostor_pairs).toBe(part.hits.length);
    }
  });
});

describe('rates', () => {
  it('have the threshold that admits exactly the allowed number of impostors', () => {
    const pairs = scored(
      Array.from({ length: 10_000 }, (_, i) => 1 - i / 10_000),
      10_000,
    );
    const threshold = thresholdFor(pairs, 0.01)!;
    expect(pairs.hits.filter(({ score }) => score >= threshold)).toHaveLength(100);
  });

  it('are not claimed when there are too few impostors', () => {
    const pairs = scored(Array(3_000).fill(0.1), 3_000);
    expect([1e-2, 9e-3].map((fmr) => thresholdFor(pairs, fmr))).toEqual([expect.any(Number), null]);
  });

  it('have bounds over people, and three over their number when none was refused', () => {
    const found = everyone(singleImages(crowd(100, 2, 0.95), seeded()));
    expect(falseNonMatches(found, 0.5, half)).toMatchObject({ share: 0, high: 0.03 });
    expect(falseMatches(found, 0.999, half)).toMatchObject({ share: 0, high: 3 / ((100 * 99) / 2) });
    // One person resembles everyone: people drawn without that person have no false match at all.
    const odd = {
      ...found,
      hits: found.hits.map((hit) => ({ ...hit, score: hit.b.person === 'p0' ? 1 : 0 })),
    };
    const sorted = { ...odd, hits: odd.hits.toSorted((a, b) => b.score - a.score) };
    const { share, low, high } = falseMatches(sorted, 0.5, seeded());
    expect(share).toBeCloseTo(0.02, 6);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(2 * share);
  });
});

describe('groups', () => {
  const people = Array.from({ length: 120 }, (_, i) => `p${i}`);
  const labels = Object.fromEntries(
    people.map((person, i) => [
      person,
      { gender: i < 60 ? 'female' : 'male', ...(i < 20 ? { group: i < 10 ? 'c,a' : 'b' } : { group: 'c' }) },
    ]),
  );

  it('of fewer than 50 people are pooled and compared within each, never dropped', () => {
    const groups = groupsOf(labels, people);
    expect(groups.map(({ name, people }) => [name, people])).toEqual([
      ['female', 60],
      ['male', 60],
      ['c', 100],
      ['2 smaller ones by group, pooled', 20],
      ['male, c', 60],
      ['3 smaller ones by gender and group, pooled', 60],
    ]);
    // Of several values, the rarest: the first ten are of group a, not of c.
    expect(groups[3]!.cells.map((cell) => [...cell][0])).toEqual(['p0', 'p10']);
  });

  it('raise the threshold for all where strangers of a group resemble each other more', () => {
    const alike = unit(5_000);
    const samples = people.map((person, i) => sample(person, i < 60 ? near(alike, i, 0.8) : unit(i + 1)));
    const compared = singleImages(samples, seeded());
    const groups = groupsOf(labels, people);
    const calibration = calibrationOf(crowdsOf(compared, groups), 'single', 'drawn');
    const [all, fair] = [thresholdAt(calibration, 0.05)!, fairThresholdAt(calibration, 0.05)!];
    expect(fair).toBeGreaterThan(all);
    const women = crowdsOf(compared, groups).groups[0]!;
    expect(falseMatches(women, all, half).share).toBeGreaterThan(0.15);
    expect(falseMatches(women, fair, half).share).toBeLessThanOrEqual(0.05);
    // The same on people who did not choose the threshold.
    const [unseen] = onUnseenPeople(compared, groups, { kind: 'single', rates: [0.05] }, seeded());
    expect(unseen!.groups[0]!.name).toBe('everyone');
    expect(unseen!.groups[1]!.false_matches.mean).toBeLessThan(0.1);
  });

  it('come from a file, and another form is refused', () => {
    const file = join(folder, 'labels.json');
    writeFileSync(file, JSON.stringify(labels));
    expect(readLabels(file)).toEqual(labels);
    writeFileSync(file, '["p0"]');
    expect(() => readLabels(file)).toThrow('must be an object');
  });
});

describe('lab match', () => {
  it('measures a folder of people, and counts images that could not be enrolled', async () => {
    const put = (person: string, name: string, bytes: Buffer) => {
      mkdirSync(join(folder, person), { recursive: true });
      writeFileSync(join(folder, person, name), bytes);
    };
    const [own, others] = [SAME_PERSON.slice(0, tries(5, 4)), OTHERS.slice(0, tries(5, 2))];
    for (const name of own) put('one', `${name}.jpg`, still(name));
    for (const name of others) put(name, 'first.jpg', still(name));
    put('audrey', 'second.jpg', still('audrey_crop'));
    put('nobody', 'mask.jpg', still('ironman'));
    put('nobody', 'broken.png', Buffer.from('no picture'));
    put('nobody', 'note.txt', Buffer.from('not an image'));
    // One more of the first of the others, and two images that cannot be enrolled.
    const [people, images] = [1 + others.length, own.length + others.length + 3];
    expect(listFaces(folder)).toHaveLength(images);

    const found = await measureMatch({ faces: folder, workers: '1' }, () => {});
    expect(found).toMatchObject({
      people,
      images,
      failed: { unreadable: 1, no_face: 1, several_faces: 0 },
    });
    // The thresholds are those of the pack; a calibration of these images alone would claim nothing.
    const [single, template] = found.parts;
    expect(single!.asked[0]!.fair.rows[0]).toMatchObject({
      name: 'everyone',
      people,
      false_matches: { counted: 0, of: tries(44, 14) },
      false_non_matches: { counted: 0, of: tries(11, 7) },
    });
    expect(template!.asked[0]!.fair.rows[0]!.false_matches.of).toBe(others.length + 1);
    expect(meetsBars(found).map(({ met }) => met)).toEqual([true, true]);
    expect(matchReport(found)).toContain(`| everyone | ${people} | ${tries(44, 14)} |`);
  });

  it('claims no rate from a few images of its own', () => {
    const compared = singleImages(crowd(6, 2, 0.9), seeded());
    const part = measure(compared, [], { kind: 'single', data: 'drawn' }, null);
    expect(part.asked).toEqual([]);
    expect(meetsBars({ parts: [part] }).map(({ met }) => met)).toEqual([null, null]);
    const failed = { unreadable: 0, no_face: 0, several_faces: 0 };
    const text = matchReport({
      pack: { id: 'own', version: '1' },
      people: 6,
      images: 12,
      failed,
      parts: [part],
    });
    expect(text).toContain('Too few for a rate of 1 in 1,000.');
  });

  it('refuses a folder without people', () => {
    expect(() => listFaces(join(folder, 'one'))).toThrow('at least two people');
  });
});
