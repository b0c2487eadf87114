import type { backtests } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { policyAuthor } from '../../../testing/policies/author.ts';
import { NEW_JERSEY, verifiedInNewYork, wagersInNewYork } from '../../../testing/policies/desk.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { type Flip, replay } from '../evidence/time-machine.ts';
import { asPolicy } from './backtests.ts';

type Backtest = backtests.Backtest;

const { service, org, ann, desk } = policyAuthor();
let policy_id: string;
let seen: string[];
beforeAll(async () => {
  ({ policy_id } = await desk.make(NEW_JERSEY));
  seen = await wagersInNewYork(service, org);
});

const flipsOf = async (backtest_id: string, query = '') =>
  (await ann.call({ path: `${desk.tests(policy_id)}/${backtest_id}/flips${query}` })).data.flips;
const ended = (test: Backtest) => desk.ended(test);

describe('a back-test', () => {
  it('finds the flips that the command line finds on the same data', async () => {
    const found: Flip[] = [];
    const draft = asPolicy({ policy_id, version: 1, definition: NEW_JERSEY });
    const from = new Date(Date.now() - 7 * 86_400_000);
    const totals = await replay(
      service.deps,
      { org: org.org, env: 'production', from, draft, published: [] },
      (flip) => found.push(flip),
    );
    const test = await desk.backtest(policy_id, 1);
    expect(test).toMatchObject({
      state: 'done',
      in_time: 6,
      looked_at: 6,
      replayed: totals.replayed,
      flipped: totals.flipped,
      people: 4,
      listed: 5,
      transitions: totals.transitions,
      skipped: totals.skipped,
      recorded_differs: totals.recorded_differs,
      facts_rederived: totals.facts_rederived,
      digest: (await desk.read(policy_id)).draft.digest,
    });
    const flips = await flipsOf(test.backtest_id);
    const plain = ({ verification_id, from, to, reasons_added, customer_id }: Flip) => ({
      verification_id,
      from,
      to,
      reasons_added,
      customer_id,
    });
    expect(flips.map(plain)).toEqual(found.toReversed().map(plain));
    expect(flips[0]).toMatchObject({
      subdivision: 'US-NY',
      position: { lat: expect.any(Number) },
      because: expect.stringMatching(/m outside|^inside/),
    });
    expect(await flipsOf(test.backtest_id, '?to=pass')).toEqual([]);
    expect(await flipsOf(test.backtest_id, '?offset=4')).toHaveLength(1);
  });

  it('opens one decision as it was beside as it would be', async () => {
    const { backtest_id } = await desk.backtest(policy_id, 1);
    const { data } = await ann.call({ path: `${desk.tests(policy_id)}/${backtest_id}/flips/${seen[0]}` });
    expect(data).toMatchObject({
      recorded: data.was.decision,
      would: { decision: 'fail', reason_codes: expect.arrayContaining(['subdivision_not_allowed']) },
    });
    expect(data.was.checks.length).toBeGreaterThan(10);
  });

  it('is bounded, and names how much it saw', async () => {
    const { data } = await ann.call({
      path: desk.tests(policy_id),
      body: { revision: 1, days: 7, most: 2 },
    });
    expect(await ended(data)).toMatchObject({ replayed: 2, in_time: 6 });
    const newest = seen.toReversed().slice(0, 2);
    expect((await flipsOf(data.backtest_id)).map((flip: Flip) => flip.verification_id)).toEqual(newest);
  });

  it('of a person names them no more once they were erased', async () => {
    const { verification_id } = await verifiedInNewYork(service, org, 'gone');
    const { backtest_id } = await desk.backtest(policy_id, 1);
    const path = '/customers/gone';
    await service.call({ method: 'DELETE', path, token: org.results.production });
    const flips = await flipsOf(backtest_id);
    expect(JSON.stringify(flips)).not.toContain('gone');
    const kept = await service.database.pool.query(
      'SELECT FROM policy_backtest_flip WHERE verification_id = $1',
      [verification_id],
    );
    expect(kept.rows).toHaveLength(0);
    const one = `${desk.tests(policy_id)}/${backtest_id}/flips/${verification_id}`;
    expectRefusal(await ann.call({ path: one }), 404, 'not_found');
    expect((await desk.backtest(policy_id, 1)).skipped.erased).toBe(1);
  });
});
