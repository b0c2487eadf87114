import { describe, expect, it } from 'vitest';
import { within } from '../../../../../testing/busy.ts';
import { tries } from '../../../../../testing/counts.ts';
import { MovableClock } from '../../../testing/face/face.ts';
import { testService } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { deleteDueFaces } from './due.ts';
import { gatherReplays, keepPrints, maskOf, NEAR_BITS, unmasked } from './prints.ts';

const DAY_S = 86_400;
const clock = new MovableClock();
const service = testService({ replace: clock.replacement });

let sessions = 0;
const who = (customer_id: string, org = 'org_1') => ({
  org,
  env: 'production' as const,
  customer_hash: customer_id,
  session_id: `fcs_${++sessions}`,
});
const keep = (session: ReturnType<typeof who>, prints: string[], template_days = 365) =>
  keepPrints(
    { trx: service.database.db, deps: service.deps, session: session as never, now: new Date(clock.now()) },
    { attempt_id: 'fca_1', prints },
    { template_days },
  );
const flipped = (print: string, bits: number): string =>
  (BigInt(`0x${print}`) ^ ((1n << BigInt(bits)) - 1n)).toString(16).padStart(64, '0');
const long = (digits: string): string => digits.repeat(64).slice(0, 64);
const PRINT = long('f00dfeedcafe1234');

describe('a replayed capture', () => {
  it('is noticed up to a difference of a few bits', async () => {
    await keep(who('ann'), [long('0123456789abcdef'), PRINT]);
    clock.pass(60);
    const near = [flipped(PRINT, NEAR_BITS), flipped(PRINT, NEAR_BITS + 1), PRINT];
    expect(await gatherReplays(service.deps, who('ann'), near)).toEqual([
      { index: 0, distance: NEAR_BITS, same_customer: true, age_s: 60 },
      { index: 2, distance: 0, same_customer: true, age_s: 60 },
    ]);
  });

  it('is noticed under another customer for 30 days, and under the same one while it is kept', async () => {
    await keep(who('ben'), [long('1111222233334444')]);
    const [own, stranger] = [who('ben'), who('carl')];
    const seen = (asking: typeof own) => gatherReplays(service.deps, asking, [long('1111222233334444')]);
    clock.pass(29 * DAY_S);
    expect(await seen(stranger)).toMatchObject([{ same_customer: false, distance: 0 }]);
    clock.pass(2 * DAY_S);
    expect(await seen(stranger)).toEqual([]);
    expect(await seen(own)).toMatchObject([{ same_customer: true, age_s: 31 * DAY_S }]);
    await deleteDueFaces(service.deps, new Date(clock.now()));
    expect(await seen(own)).toHaveLength(1);
    clock.pass(334 * DAY_S);
    await deleteDueFaces(service.deps, new Date(clock.now()));
    expect(await seen(own)).toEqual([]);
  });

  it('is ignored by other organizations, other environments and its own session', async () => {
    const session = who('dora');
    await keep(session, [long('5555666677778888')]);
    const ask = (asking: typeof session) => gatherReplays(service.deps, asking, [long('5555666677778888')]);
    expect(await ask(session)).toEqual([]);
    expect(await ask(who('dora', 'org_2'))).toEqual([]);
    expect(await ask({ ...who('dora'), env: 'sandbox' as never })).toEqual([]);
    expect(await ask(who('dora'))).toHaveLength(1);
  });

  it('is not seen in two images that cannot be read', async () => {
    await keep(who('emil'), ['0'.repeat(64)]);
    expect(await gatherReplays(service.deps, who('emil'), ['0'.repeat(64), long('0')])).toEqual([]);
    expect(await gatherReplays(service.deps, who('emil'), [])).toEqual([]);
  });

  it('mutation control: passes when prints must be equal', async () => {
    const off = await mutant<typeof import('./prints.ts')>('face/templates/prints.ts', [
      'export const NEAR_BITS = 16;',
      'export const NEAR_BITS = -1;',
    ]);
    await keep(who('finn'), [long('9999aaaabbbbcccc')]);
    expect(
      await gatherReplays(service.deps, who('finn'), [flipped(long('9999aaaabbbbcccc'), 1)]),
    ).toHaveLength(1);
    expect(
      await off.gatherReplays(service.deps, who('finn'), [flipped(long('9999aaaabbbbcccc'), 1)]),
    ).toEqual([]);
  });
});

it('limits a search to the newest 30,000 frames of others', async () => {
  const { pool } = service.database;
  const newest = clock.now() - 1_000;
  const frames = tries(100_000, 32_000);
  await pool.query(
    `INSERT INTO face_print (org, env, session_id, attempt_id, index, customer_hash, print, at, delete_after)
     SELECT 'org_3', 'production', 'fcs_' || s / 10, 'fca', s % 10, 'c' || s / 10,
            ('x' || md5(s::text) || md5('x' || s))::bit(256),
            $1::timestamptz - s * interval '1 second', $1::timestamptz + interval '1 year'
       FROM generate_series(0, $2 - 1) AS s`,
    [new Date(newest), frames],
  );
  await pool.query('ANALYZE face_print');
  const printOf = async (index: number): Promise<string> =>
    (await pool.query(`SELECT md5($1::text) || md5('x' || $1::text) AS print`, [index])).rows[0].print;
  const mask = maskOf(service.deps.envelope, { org: 'org_3', env: 'production' });
  const stored = await Promise.all([0, 29_000, 31_000, frames - 1, -1, -2, -3, -4, -5, -6].map(printOf));
  // What a camera would have to show, so that these are stored.
  const prints = stored.map((print) => unmasked(BigInt(`0x${print}`).toString(2), mask));
  const search = () => gatherReplays(service.deps, who('x', 'org_3'), prints);
  const start = performance.now();
  expect((await search()).map(({ index, distance }) => [index, distance])).toEqual([
    [0, 0],
    [1, 0],
  ]);
  const took = performance.now() - start;
  if (process.env.TEST_TIMES) console.log(`10 frames among 30,000 of ${frames}: ${took.toFixed(0)} ms`);
  expect(took).toBeLessThan(within(3_000));
});
