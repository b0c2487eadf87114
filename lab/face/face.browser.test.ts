import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openModels } from '../../apps/service/src/face/vision/networks/models.ts';
import { locatePack } from '../../apps/service/src/face/vision/packs/packs.ts';
import { LONG, tries } from '../../testing/counts.ts';
import { seeded } from '../borders/random.ts';
import { chanceOf } from './chance.ts';
import { packagedClips } from './clips/clips.ts';
import { findSegment } from './clips/segments.ts';
import { PERSON, VARIANTS } from './light/filmed.ts';
import { honest } from './light/forged.ts';
import { litPeople } from './light/people.ts';
import { takeOf } from './light/takes.ts';
import { sent } from './light/through.ts';
import type { Outcome } from './outcome.ts';
import { rate, stoppedBy } from './report.ts';
import { openFaceLab } from './service.ts';
import { SPECIES } from './species/all.ts';
import type { Species } from './species/species.ts';
import type { Stage } from './stage.ts';

/**
 * The whole lab takes an hour (`npm run lab -- face`). These tests make a few presentations from the clips'
 * beginning.
 */
const PART = { fps: 10 / 3, until_ms: 30_000 };

let stage: Stage;
beforeAll(async () => {
  const clips = await packagedClips(PART);
  stage = { clips, lab: await openFaceLab({ database: 'clone' }) };
}, 240_000);
afterAll(() => stage?.lab.close());

async function some(species: Species, tries: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let n = 0; n < tries; n++) {
    const way = species.ways[n % species.ways.length]!;
    outcomes.push(await species.present(stage, way, chanceOf(species.name, n), n));
  }
  return outcomes;
}

/** A replay and two people; `npm run test:long` has all kinds. */
const KINDS = ['replayed upload, encoded again, same challenge', 'face swapped mid-attempt'];

it.each(SPECIES.filter(({ side, name }) => side === 'attack' && (LONG || KINDS.includes(name))))(
  'approves no $name',
  async (species) => {
    expect((await some(species, tries(2, 1))).map(({ end }) => end)).not.toContain('approved');
  },
  120_000,
);

it('control: approves the honest answers that these attacks are made from', async () => {
  const people = SPECIES.filter(({ side }) => side === 'honest');
  const outcomes = (await Promise.all(people.map((species) => some(species, tries(2, 1))))).flat();
  expect(outcomes.map((outcome) => [outcome.end, stoppedBy([outcome])])).toEqual(
    outcomes.map(() => ['approved', '']),
  );
}, 120_000);

it.runIf(LONG)(
  'approves a person with the light of the drawn colours, and not the same recording without it',
  async () => {
    const models = await openModels(locatePack('accurate', tmpdir()));
    const [person] = await litPeople(undefined, stage.lab.vision);
    const take = await takeOf(models, person!, chanceOf('take', person!.person));
    const lit = () => ({ lux: 100, random: chanceOf('lit') });
    expect((await sent(stage.lab, honest(take), PERSON, lit())).end).toBe('approved');
    const { end, checks } = await sent(stage.lab, honest(take), VARIANTS[0]!, lit());
    expect([end, checks.light!.outcome]).toEqual(['declined', 'fail']);
  },
  240_000,
);

// These promise nothing but an outcome, whichever it is.
it.runIf(LONG).each(SPECIES.filter(({ side }) => side === 'open'))(
  'has an outcome for $name, whatever it is',
  async (species) => {
    const [outcome] = await some(species, 1);
    expect(['approved', 'review', 'declined', 'retry']).toContain(outcome!.end);
  },
  120_000,
);

it('finds a segment only in the order of the clip and at a person’s pace', () => {
  const events = [
    { step: 'front', start_ms: 0, end_ms: 2_000 },
    { step: 'smile', start_ms: 2_300, end_ms: 4_000 },
    { step: 'front', start_ms: 20_000, end_ms: 22_000 },
  ];
  const random = seeded(7);
  for (let i = 0; i < 100; i++) {
    const moments = findSegment(events, ['front', 'front', 'smile', 'smile'], random)!;
    const gaps = moments.slice(1).map((moment, at) => moment - moments[at]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(599);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_401);
    expect(moments[1]).toBeLessThanOrEqual(2_000);
    expect(moments[2]).toBeGreaterThanOrEqual(2_300);
  }
  expect(findSegment(events, ['smile', 'front'], random)).toBeNull();
  expect(findSegment(events, ['mouth_open'], random)).toBeNull();
});

it('reports a bound above two in a hundred when none of 150 is accepted', () => {
  expect(rate(0, 150)).toBe('0 % (0 % – 2.4 %)');
});
