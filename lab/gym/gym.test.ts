import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRESETS } from '../../apps/service/src/geolocation/decision/presets.ts';
import { LONG, oneIn, tries } from '../../testing/counts.ts';
import { incompleteAttacks, incompleteUndetectable } from './attacks/incomplete.ts';
import { handoffAttacks, handoffUndetectable } from './attacks/two-keys.ts';
import { DETECTABLE } from './corpus.ts';
import { train } from './gym.ts';
import { report } from './report.ts';
import type { Gym, Scenario } from './scenario.ts';
import { flagged, type Result } from './score.ts';
import { type GymService, openGymService } from './service.ts';

/** The whole corpus takes minutes (`npm run lab`). Here each payload scenario runs once or a few times. */
const share = tries(0.05, 0.02);
const of = (side: Scenario['side']) => DETECTABLE.filter((scenario) => scenario.side === side);
const wrong = (results: Result[], should: boolean) =>
  results.filter(({ outcomes }) => outcomes.some((outcome) => flagged(outcome) !== should));

let service: GymService;
beforeAll(async () => {
  service = await openGymService();
});
afterAll(() => service.close());

it('flags every attack of the corpus', async () => {
  expect(wrong(await train(service, of('attack'), { share }), true)).toEqual([]);
}, 120_000);

it('flags evidence that lacks a field of its SDK, and publishes how often a made-up set passes', async () => {
  const { runs, run, ...about } = incompleteAttacks.find(({ name }) => name === 'one field left out')!;
  expect(runs).toBeGreaterThan(50);
  // Each field by itself: `completeness.test.ts`.
  const fields = oneIn(5, [...Array(runs).keys()]);
  const some = { ...about, runs: fields.length, run: (gym: Gym, n: number) => run(gym, fields[n]!) };
  const made_up = incompleteUndetectable.map((scenario) => ({ ...scenario, runs: tries(20, 4) }));
  const results = await train(service, [some, ...made_up]);
  expect(results[0]!.outcomes).toHaveLength(fields.length);
  expect(wrong([results[0]!], true)).toEqual([]);
  // Without a member that the schema demands, the request is refused and nothing is decided.
  const decided = results[0]!.outcomes.filter(({ decision }) => decision !== 'refused');
  expect(decided.length).toBeGreaterThan(0.6 * fields.length);
  expect(decided.filter(({ codes }) => !codes.includes('evidence_incomplete'))).toEqual([]);
  const [counted, published] = report(results).split('Not detectable');
  expect(counted).not.toContain('made up plausibly');
  expect(published).toContain('the whole set made up');
}, 120_000);

it('passes every honest run of a sample', async () => {
  expect(wrong(await train(service, of('honest'), { share }), false)).toEqual([]);
}, 120_000);

it('refuses a script with two keys as attested, and publishes its rate as a second device', async () => {
  const runs = tries(12, 4);
  const scenarios = [...handoffAttacks, ...handoffUndetectable].map((each) => ({ ...each, runs }));
  const results = await train(service, scenarios);
  const passed = results.map(({ outcomes }) => outcomes.filter(({ decision }) => decision === 'pass').length);
  expect([results[0]!.outcomes.length, passed[0]]).toEqual([runs, 0]);
  const [counted, published] = report(results).split('Not detectable');
  expect(counted).toContain('one script, two keys: as attested');
  expect(published).toContain(`one script, two keys: as a second device`);
  expect(published).toContain(`${runs - passed[1]!} of ${runs}`);
  expect(counted).not.toContain('as a second device');
}, 120_000);

it.runIf(LONG)(
  'control: passes the same attacks when every finding is ignored, except refused requests',
  async () => {
    const observed = of('attack').map((scenario) => ({ ...scenario, policy: PRESETS.observe.definition }));
    const outcomes = (await train(service, observed, { share })).flatMap((result) => result.outcomes);
    expect([...new Set(outcomes.map(({ decision }) => decision))].sort()).toEqual(['pass', 'refused']);
    expect(outcomes.filter(({ decision }) => decision === 'refused').length).toBeLessThan(5);
  },
  120_000,
);
