import type { backtests, PolicyDefinition } from '@standpoint/contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { within } from '../../../../../testing/busy.ts';
import { policyAuthor } from '../../../testing/policies/author.ts';
import { NEW_JERSEY, verifiedInNewYork, wagersInNewYork } from '../../../testing/policies/desk.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { newId } from '../../ids.ts';
import { type BacktestPlan, storeBacktest } from './backtest-rows.ts';
import { runBacktest } from './backtests.ts';

type Backtest = backtests.Backtest;

const { service, org, ann, desk } = policyAuthor();
let policy_id: string;
beforeAll(async () => {
  ({ policy_id } = await desk.make(NEW_JERSEY));
  await wagersInNewYork(service, org);
});

const ended = (test: Backtest) => desk.ended(test);

const planOf = (definition: PolicyDefinition): BacktestPlan => ({
  org: org.org,
  env: 'production',
  backtest_id: newId('backtest'),
  policy_id,
  of_version: null,
  digest: 'of no draft',
  definition,
  version: 1,
  days: 1,
  from: new Date(Date.now() - 86_400_000),
  to: null,
  most: 1_000,
  started_by: ann.user_id,
});

describe('a back-test', () => {
  it('that a stopped service left says so, and publishes nothing', async () => {
    const { backtest_id } = await desk.backtest(policy_id, 1);
    await service.database.pool.query(
      `UPDATE policy_backtest SET state = 'running', ended_at = NULL, seen_at = now() - interval '20 seconds'
        WHERE backtest_id = $1`,
      [backtest_id],
    );
    const path = `${desk.tests(policy_id)}/${backtest_id}`;
    expect((await ann.call({ path })).data.state).toBe('interrupted');
    expectRefusal(await desk.publish(policy_id, 1, backtest_id), 409, 'backtest_needed');
    expect((await desk.backtest(policy_id, 1)).state).toBe('done');
  });

  it('is one of six of an organization, also where many begin at once', async () => {
    const policies = await Promise.all(Array.from({ length: 3 }, () => desk.make(NEW_JERSEY)));
    await service.database.pool.query(
      `INSERT INTO policy_backtest (org, env, backtest_id, policy_id, digest, definition, days, since,
        most, state, started_by, totals)
       SELECT org, env, 'bkt_of_others_' || n, policy_id, digest, definition, days, since, most, 'running',
         'others', totals
         FROM generate_series(1, 5) n, (SELECT * FROM policy_backtest WHERE org = $1 LIMIT 1) b`,
      [org.org],
    );
    const hold = await service.database.pool.connect();
    await hold.query('BEGIN');
    await hold.query('LOCK TABLE verification IN ACCESS EXCLUSIVE MODE');
    try {
      const answers = await Promise.all(policies.map((each) => desk.start(each.policy_id, 1)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
      const { data } = answers.find(({ status }) => status === 200)!;
      const audited = await service.database.pool.query(
        `SELECT FROM audit WHERE action = 'policy.backtest_started' AND actor = $1
          AND detail->>'backtest_id' = $2`,
        [`user:${ann.user_id}`, data.backtest_id],
      );
      expect(audited.rows).toHaveLength(1);
      await ann.call({ path: `${desk.tests(data.policy_id)}/${data.backtest_id}/cancel`, body: {} });
    } finally {
      await hold.query('ROLLBACK');
      hold.release();
      await service.database.pool.query(`DELETE FROM policy_backtest WHERE started_by = 'others'`);
    }
  });

  it('is canceled, and ended by the next one of the same person', async () => {
    const { definition } = (await desk.read(policy_id)).draft as { definition: PolicyDefinition };
    const hold = await service.database.pool.connect();
    await hold.query('BEGIN');
    await hold.query('LOCK TABLE verification IN ACCESS EXCLUSIVE MODE');
    try {
      const first = (await desk.start(policy_id, 1)).data;
      expect((await desk.start(policy_id, 1)).data.backtest_id).toBe(first.backtest_id);
      await desk.save(policy_id, 1, { ...definition, max_accuracy_m: 900 });
      const second = (await desk.start(policy_id, 2)).data;
      const state = async (id: string) =>
        (await ann.call({ path: `${desk.tests(policy_id)}/${id}` })).data.state;
      expect([await state(first.backtest_id), await state(second.backtest_id)]).toEqual([
        'canceled',
        'running',
      ]);
      await ann.call({ path: `${desk.tests(policy_id)}/${second.backtest_id}/cancel`, body: {} });
      expect(await state(second.backtest_id)).toBe('canceled');
      expectRefusal(await desk.publish(policy_id, 2, second.backtest_id), 409, 'backtest_needed');
    } finally {
      await hold.query('ROLLBACK');
      hold.release();
    }
  });

  it('of a version stays out of the list of the draft, and neither ends the other', async () => {
    const define = (more = {}) => ({ ...NEW_JERSEY, transaction_types: ['origins'], ...more });
    const { policy_id: id } = await desk.make(define());
    const first = await desk.backtest(id, 1);
    await desk.publish(id, 1, first.backtest_id);
    await desk.save(id, 0, define({ max_accuracy_m: 900 }));
    const read = async (test: Backtest) =>
      (await ann.call({ path: `${desk.tests(id)}/${test.backtest_id}` })).data.state;
    const ofVersion = async () =>
      (await ann.call({ path: desk.tests(id), body: { version: 1, days: 7 } })).data;
    const hold = await service.database.pool.connect();
    await hold.query('BEGIN');
    await hold.query('LOCK TABLE verification IN ACCESS EXCLUSIVE MODE');
    const running: Backtest[] = [];
    try {
      running.push((await desk.start(id, 2)).data, await ofVersion());
      expect(await Promise.all(running.map(read))).toEqual(['running', 'running']);
      // The draft again, over other days: its own earlier run alone is over.
      running.push((await desk.start(id, 2, 30)).data);
      expect(await Promise.all(running.map(read))).toEqual(['canceled', 'running', 'running']);
    } finally {
      await hold.query('ROLLBACK');
      hold.release();
    }
    for (const test of running.slice(1)) expect((await ended(test)).state).toBe('done');
    for (let i = 0; i < 10; i++) await ended(await ofVersion());
    const { data } = await ann.call({ path: desk.tests(id) });
    expect(data.backtests.map((test: Backtest) => test.backtest_id)).toEqual(
      [running[2], running[0], first].map((test) => test!.backtest_id),
    );
    const { data: own } = await ann.call({ path: `${desk.tests(id)}?version=1` });
    expect(own.backtests).toHaveLength(10);
  });

  it('covers the chosen days, and says how many decisions lie in them', async () => {
    const hour = 3_600_000;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const period = (query: Record<string, string>) =>
      ann.call({
        path: `/dashboard/api/${org.org}/production/decisions-in-time?${new URLSearchParams(query)}`,
      });
    const { data: all } = await period({ from: at(-hour) });
    expect(all).toEqual({
      decisions: expect.any(Number),
      decisions_most: 100_000,
      oldest: expect.any(String),
    });
    expect(all.decisions).toBeGreaterThan(5);
    expect((await period({ from: at(-2 * hour), to: at(-hour) })).data).toMatchObject({
      decisions: 0,
      oldest: all.oldest,
    });
    const body = { revision: 2, from: at(-hour), to: all.oldest };
    // The end does not count, so the oldest decision lies outside.
    const none = await ended((await ann.call({ path: desk.tests(policy_id), body })).data);
    expect(none).toMatchObject({ days: null, from: body.from, to: body.to, in_time: 0, replayed: 0 });
    const { data } = await ann.call({ path: desk.tests(policy_id), body: { ...body, to: undefined } });
    expect(await ended(data)).toMatchObject({ to: null, in_time: all.decisions, looked_at: all.decisions });
  });

  it('of no time at all is refused with the field', async () => {
    const refused = async (more: object) => {
      const answer = await ann.call({ path: desk.tests(policy_id), body: { revision: 2, ...more } });
      expectRefusal(answer, 400, 'invalid_request');
      return answer.data.error.fields;
    };
    const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    expect(await refused({})).toMatchObject([{ path: 'from' }]);
    expect(await refused({ days: 7, from: early })).toMatchObject([{ path: 'days' }]);
    expect(await refused({ from: late, to: early })).toMatchObject([{ path: 'to' }]);
    expect(await refused({ from: '2999-01-01T00:00:00.000Z' })).toMatchObject([{ path: 'from' }]);
  });

  it('ends as interrupted when its node stops, which does not wait for it', async () => {
    const node = await service.node();
    const { turns } = node.deps.backtests;
    const over = await turns.take('org of another customer');
    const plan = planOf(NEW_JERSEY);
    await storeBacktest(service.database.db, plan);
    runBacktest(node.deps, plan);
    await expect.poll(() => node.deps.backtests.thread.running).toBe(true);
    const began = performance.now();
    const closing = node.close();
    over();
    await closing;
    expect(performance.now() - began).toBeLessThan(within(5_000));
    const path = `${desk.tests(policy_id)}/${plan.backtest_id}`;
    expect((await ann.call({ path })).data.state).toBe('interrupted');
  });

  it('reads no evidence before its turn', async () => {
    const { turns } = service.deps.backtests;
    const query = vi.spyOn(service.database.reads.pool, 'query');
    const read = () =>
      query.mock.calls.filter(([asked]) => (asked as { name?: string }).name === 'evidence-by-ids').length;
    const take = vi.spyOn(turns, 'take');
    const over = await turns.take('org of another customer');
    const running = desk.backtest(policy_id, 2);
    await expect.poll(() => take.mock.calls.length).toBe(2);
    expect(read()).toBe(0);
    over();
    expect((await running).state).toBe('done');
    expect(read()).toBeGreaterThan(0);
    vi.restoreAllMocks();
  });

  it('makes room for calls with keys and tokens, and not for people or checks of health', async () => {
    const note = vi.spyOn(service.deps.arrivals, 'note');
    await ann.call({ path: `/dashboard/api/${org.org}/policies` });
    await service.call({ method: 'GET', path: '/healthz' });
    expect(note).not.toHaveBeenCalled();
    await verifiedInNewYork(service, org, 'person-0');
    // The preflight and the verification.
    expect(note).toHaveBeenCalledTimes(2);
    note.mockRestore();
  });

  it('fails alone when its thread breaks, and the next one has another', async () => {
    const ask = vi.spyOn(service.deps.backtests.thread, 'ask');
    ask.mockRejectedValueOnce(new Error('the thread ended'));
    expect((await desk.backtest(policy_id, 2)).state).toBe('failed');
    ask.mockRestore();
    expect((await desk.backtest(policy_id, 2)).state).toBe('done');
  });

  it('sends no key to the thread that decides', async () => {
    const ask = vi.spyOn(service.deps.backtests.thread, 'ask');
    await desk.backtest(policy_id, 2);
    const asked = ask.mock.calls.map(([question]) => question as Record<string, unknown>);
    ask.mockRestore();
    const rows = asked.flatMap(({ rows }) => (rows as object[] | undefined) ?? []);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(Object.keys(row).toSorted()).toEqual([
        'bytes',
        'decision',
        'decision_source',
        'policy_id',
        'transaction_type',
        'verification_id',
      ]);
  });

  it('of another environment or policy does not exist', async () => {
    const { backtest_id } = await desk.backtest(policy_id, 2);
    const sandbox = desk.tests(policy_id).replace('production', 'sandbox');
    expectRefusal(await ann.call({ path: `${sandbox}/${backtest_id}` }), 404, 'not_found');
    const other = await desk.make(NEW_JERSEY);
    expectRefusal(
      await ann.call({ path: `${desk.tests(other.policy_id)}/${backtest_id}/flips` }),
      404,
      'not_found',
    );
    expectRefusal(await desk.publish(other.policy_id, 1, backtest_id), 409, 'backtest_needed');
  });
});
