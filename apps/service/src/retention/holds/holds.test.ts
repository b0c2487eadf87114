import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { untilBlocked } from '../../../testing/database.ts';
import { clockedService } from '../../../testing/face/clocked.ts';
import { person } from '../../../testing/face/face.ts';
import { mutant } from '../../../testing/mutant.ts';
import { reviewPolicy, verified } from '../../../testing/reviews.ts';
import { EVIDENCE } from '../../geolocation/records/aged.ts';
import { type RowSweep, sweepRows } from '../rows.ts';
import { settleEnded } from './settle.ts';
import { freeOf, keptByHold } from './state.ts';

const { clock, service, org } = clockedService();
const DAY_S = 86_400;

const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const ask = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  service.call({ method, path: `/customers/${path}`, token: org.results.production, body });
const hold = (customer_id: string, body: object = { reason: 'case Zebedee' }) =>
  ask('PUT', `${customer_id}/hold`, body);
const erase = (customer_id: string) => ask('DELETE', customer_id);
const hash = (customer_id: string) => service.hash(org.org, customer_id);
const actions = async (hold_id: string) =>
  (
    await query(
      `SELECT action, actor FROM audit WHERE target = $1 OR detail ->> 'hold_id' = $1 ORDER BY at, audit_id`,
      [hold_id],
    )
  ).map(({ action, actor }) => `${actor.split(':')[0]} ${action}`);
const readable = async (id: string) =>
  (await service.call({ path: `/geolocation/verifications/${id}`, token: org.results.production })).data
    .erased === false;

it('is placed, read, changed and removed; its reason is sealed, and the audit log names the hold only', async () => {
  await verified(service, org, 'ann');
  expect((await ask('GET', 'ann/hold')).code).toBe('not_found');
  const placed = await hold('ann', { reason: 'Smith against Example' });
  expect(placed.data).toMatchObject({
    customer_id: 'ann',
    livemode: true,
    reason: 'Smith against Example',
    until: null,
    erasure_asked_at: null,
  });
  const { hold_id } = placed.data;
  expect((await ask('GET', 'ann/hold')).data).toEqual(placed.data);
  const until = new Date(clock.now() + DAY_S * 1_000).toISOString();
  const changed = await hold('ann', { reason: 'case Zebedee', until });
  expect(changed.data).toEqual({ ...placed.data, reason: 'case Zebedee', until });
  const stored = await query('SELECT h::text AS row FROM legal_hold h');
  expect(stored.map(({ row }) => row).join()).not.toMatch(/Smith|Zebedee/);
  expect((await ask('DELETE', 'ann/hold')).data).toMatchObject({ hold_id, erased: null });
  expect((await ask('DELETE', 'ann/hold')).code).toBe('not_found');
  expect(await actions(hold_id)).toEqual(['key hold.placed', 'key hold.changed', 'key hold.removed']);
  expect(
    await query(`SELECT FROM audit WHERE target = $1 AND audit::text ~ 'ann|Smith|Zebedee'`, [hold_id]),
  ).toEqual([]);
});

it('is refused for an unknown customer, and with an end that has passed', async () => {
  expect((await hold('stranger')).code).toBe('not_found');
  await verified(service, org, 'late');
  const { code, data } = await hold('late', { reason: 'x', until: '2020-01-01T00:00:00.000Z' });
  expect([code, data.error.fields[0].path]).toEqual(['invalid_request', 'until']);
  expect((await hold('late', { until: null })).data.error.fields[0].path).toBe('reason');
});

it('keeps the customer from an erasure, which is remembered and happens when the hold is removed', async () => {
  const { verification_id } = await verified(service, org, 'bob');
  const desktop = await person(service, org, { customer: { customer_id: 'bob' } });
  const { session_id } = (await desktop.open()).data.session;
  await desktop.consent();
  await desktop.submit(await desktop.attempt());
  const frames = join(service.config.data_dir, 'frames', org.org, 'production', session_id);
  const { hold_id } = (await hold('bob')).data;
  for (let i = 0; i < 2; i++) expect((await erase('bob')).code).toBe('legal_hold');
  expect([await readable(verification_id), existsSync(frames)]).toEqual([true, true]);
  expect((await ask('GET', 'bob/hold')).data.erasure_asked_at).toMatch(/^20/);
  const { erased } = (await ask('DELETE', 'bob/hold')).data;
  expect([await readable(verification_id), existsSync(frames)]).toEqual([false, false]);
  expect((await ask('GET', 'bob')).data.timeline).toEqual([]);
  expect(decodeJwt(erased.receipt)).toMatchObject({
    sub: hold_id,
    verifications: 1,
    sessions: 1,
    frames: 8,
  });
  const [entry] = await query(`SELECT * FROM audit WHERE target = $1 AND action = 'customer.erased'`, [
    hash('bob'),
  ]);
  expect(entry).toMatchObject({ actor: 'system', detail: { hold_id, receipt: erased.receipt } });
  const [event] = await query(
    `SELECT data FROM event WHERE type = 'customer.erased' ORDER BY event_id DESC LIMIT 1`,
  );
  expect(event.data).toEqual({ erased_at: erased.erased_at });
  expect(await query('SELECT FROM legal_hold WHERE customer_hash = $1', [hash('bob')])).toEqual([]);
});

it('that has run out is settled by one of two nodes: the erasure happens once, or the hold just ends', async () => {
  const until = new Date(clock.now() + DAY_S * 1_000).toISOString();
  const { verification_id: owed } = await verified(service, org, 'cid');
  const { verification_id: kept } = await verified(service, org, 'dan');
  const first = (await hold('cid', { reason: 'x', until })).data.hold_id;
  const second = (await hold('dan', { reason: 'x', until })).data.hold_id;
  expect((await erase('cid')).code).toBe('legal_hold');
  await settleEnded(service.deps);
  expect(await readable(owed)).toBe(true);
  const node = await service.node(clock.replacement);
  clock.pass(2 * DAY_S);
  await Promise.all([settleEnded(service.deps), settleEnded(node.deps)]);
  await node.close();
  clock.pass(-2 * DAY_S);
  expect([await readable(owed), await readable(kept)]).toEqual([false, true]);
  expect(await actions(first)).toEqual([
    'key hold.placed',
    'key customer.erasure_held',
    'system customer.erased',
  ]);
  expect(await actions(second)).toEqual(['key hold.placed', 'system hold.ended']);
});

it('that is placed again before the owed erasure keeps it waiting', async () => {
  const until = new Date(clock.now() + DAY_S * 1_000).toISOString();
  const { verification_id } = await verified(service, org, 'eve');
  await hold('eve', { reason: 'first', until });
  await erase('eve');
  clock.pass(2 * DAY_S);
  const again = await hold('eve', { reason: 'second' });
  expect(again.data.erasure_asked_at).toMatch(/^20/);
  await settleEnded(service.deps);
  clock.pass(-2 * DAY_S);
  expect(await readable(verification_id)).toBe(true);
  expect((await ask('DELETE', 'eve/hold')).data.erased).not.toBe(null);
});

/** A connection that is about to place a hold, and has not committed it. */
async function placing(customer_id: string) {
  const client = await service.database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE customer SET held_until = 'infinity' WHERE customer_hash = $1`, [
    hash(customer_id),
  ]);
  return {
    async commit() {
      await client.query('COMMIT');
      client.release();
    },
  };
}

it('that is being placed when an erasure comes is waited for, and then keeps the customer', async () => {
  const { verification_id } = await verified(service, org, 'fay');
  const hold = await placing('fay');
  const erased = erase('fay');
  await untilBlocked(service.database.pool);
  await hold.commit();
  expect((await erased).code).toBe('legal_hold');
  expect(await readable(verification_id)).toBe(true);
});

it('mutation control: an erasure that does not lock the customer first does not see that hold', async () => {
  const who = { org: org.org, env: 'production', customer_hash: hash('gil') } as const;
  await verified(service, org, 'gil');
  const unlocked = await mutant<{ keptByHold: typeof keptByHold }>('retention/holds/state.ts', [
    '     WHERE ${rowOf(who)} FOR UPDATE`.execute(trx);\n  if',
    '     WHERE ${rowOf(who)}`.execute(trx);\n  if',
  ]);
  const hold = await placing('gil');
  const now = new Date(clock.now());
  const kept = (of: typeof keptByHold) =>
    service.database.db.transaction().execute((trx) => of(trx, who, now, { actor: 'test' }));
  expect(await kept(unlocked.keptByHold)).toBe(false);
  const waits = kept(keptByHold);
  await untilBlocked(service.database.pool);
  await hold.commit();
  expect(await waits).toBe(true);
});

it('of many at once with erasures, each erasure either comes first or is refused', async () => {
  for (let i = 0; i < 10; i++) {
    const customer_id = `race-${i}`;
    const { verification_id } = await verified(service, org, customer_id);
    const [held, erased] = await Promise.all([hold(customer_id), erase(customer_id)]);
    const outcome = `${held.status} ${erased.status}`;
    expect(['200 409', '404 200']).toContain(outcome);
    expect(await readable(verification_id)).toBe(outcome === '200 409');
  }
});

const LOCK = 4_711;
/** The sweep of evidence, which stops in the middle of its statement for as long as the test holds a lock. */
const paused: RowSweep = {
  ...EVIDENCE,
  due: (now) => sql`${EVIDENCE.due(now)} AND (pg_advisory_xact_lock(${LOCK}))::text = ''`,
};

/** Places a hold while a sweep is in the middle of its statement; whether the evidence is still there. */
async function holdInTheMiddle(customer_id: string, sweep: typeof sweepRows): Promise<boolean> {
  const { verification_id } = await verified(service, org, customer_id, { type: 'aged' });
  const client = await service.database.pool.connect();
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  const now = new Date(clock.now() + 31 * DAY_S * 1_000);
  const swept = sweep(service.database.db, paused, { now });
  await untilBlocked(service.database.pool);
  expect((await hold(customer_id)).status).toBe(200);
  await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  client.release();
  await swept;
  const rows = await query('SELECT FROM verification WHERE verification_id = $1 AND sealed IS NOT NULL', [
    verification_id,
  ]);
  return rows.length === 1;
}

it('that is placed in the middle of a sweep keeps what the sweep has not deleted yet', async () => {
  await reviewPolicy(service, org, 'aged', { retention_days: 30 });
  service.deps.policies.clear();
  expect(await holdInTheMiddle('hal', sweepRows)).toBe(true);
});

it('mutation control: a sweep that does not lock the customers deletes beside that hold', async () => {
  const unlocked = await mutant<{ sweepRows: typeof sweepRows }>('retention/rows.ts', [
    '         FOR SHARE SKIP LOCKED),\n    swept',
    '         ),\n    swept',
  ]);
  expect(await holdInTheMiddle('ida', unlocked.sweepRows)).toBe(false);
});

it('that is being placed is not waited for by a sweep, which leaves the customer to the next one', async () => {
  const { verification_id } = await verified(service, org, 'jon', { type: 'aged' });
  const hold = await placing('jon');
  await sweepRows(service.database.db, EVIDENCE, { now: new Date(clock.now() + 31 * DAY_S * 1_000) });
  await hold.commit();
  expect(await readable(verification_id)).toBe(true);
});

it('that is being placed keeps frames and templates too; mutation control: not where nothing is locked', async () => {
  await verified(service, org, 'kim');
  const unlocked = await mutant<{ freeOf: typeof freeOf }>('retention/holds/state.ts', [
    '<= ${now}) FOR SHARE SKIP LOCKED`',
    '<= ${now})`',
  ]);
  const place = { org: org.org, env: 'production' } as const;
  const now = new Date(clock.now());
  const free = (of: typeof freeOf) =>
    service.database.db.transaction().execute((trx) => of(trx, place, [hash('kim')], now));
  expect(await free(freeOf)).toEqual([hash('kim')]);
  const hold = await placing('kim');
  expect([await free(freeOf), await free(unlocked.freeOf)]).toEqual([[], [hash('kim')]]);
  await hold.commit();
  expect(await free(freeOf)).toEqual([]);
});
