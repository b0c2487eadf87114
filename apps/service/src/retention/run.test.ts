import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { mutant } from '../../testing/mutant.ts';
import { DAY_S, retentionService } from '../../testing/retention/days.ts';
import { DECLINE, review, reviewPolicy, verified } from '../../testing/reviews.ts';
import { changeSettings } from '../accounts/organizations.ts';
import { EVIDENCE } from '../geolocation/records/aged.ts';
import { newKeyIds } from '../privacy/keys/key-id.ts';
import { OF_CUSTOMERS, sweepIdle } from './idle.ts';
import { sweepRows } from './rows.ts';
import { runNight } from './run.ts';
import { SCHEDULE } from './schedule.ts';
import { WITHOUT_PEOPLE } from './unswept.ts';

const { clock, service, org, query, get, later, run, due } = retentionService();
const read = (id: string) => get(`/geolocation/verifications/${id}`);

describe('the schedule', () => {
  it('has a class, or a reason, for every table', async () => {
    const tables = await query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition`,
    );
    const named = [
      ...Object.values(SCHEDULE).flatMap(({ tables }) => [...tables]),
      ...Object.keys(WITHOUT_PEOPLE),
    ];
    const told =
      'Name each table in its class in retention/schedule.ts, or with the reason in retention/unswept.ts.';
    expect(named.sort(), told).toEqual(tables.map(({ relname }) => relname).sort());
  });

  it('keeps a customer as long as any table has something of them', async () => {
    const tables = await query(
      `SELECT DISTINCT table_name FROM information_schema.columns c JOIN pg_class t ON t.relname = c.table_name
        WHERE c.column_name = 'customer_hash' AND c.table_schema = 'public' AND NOT t.relispartition`,
    );
    // Notes of erasures, hashes for single use, and a list that another customer's session owns.
    const passing = ['customer', 'erasure', 'evidence_seen', 'evaluated_payload', 'face_duplicate'];
    expect([...OF_CUSTOMERS, ...passing].sort()).toEqual(tables.map(({ table_name }) => table_name).sort());
  });
});

describe('a verification', () => {
  const ids: Record<string, string> = {};
  /** Of the customers of whom nothing is left at the end. */
  const keys: string[] = [];
  beforeAll(async () => {
    await reviewPolicy(service, org, 'short', { retention_days: 30 });
    await reviewPolicy(service, org, 'plain');
    service.deps.policies.clear();
    for (const [name, type] of [
      ['short', 'short'],
      ['plain', 'plain'],
      ['reviewed', 'short'],
      ['held', 'short'],
    ] as const)
      ids[name] = (await verified(service, org, `customer-${name}`, { type })).verification_id;
    expect((await review(service, org.results.production, ids.reviewed!, DECLINE)).status).toBe(200);
    const put = { method: 'PUT', path: '/customers/customer-held/hold', body: { reason: 'case 1' } } as const;
    expect((await service.call({ ...put, token: org.results.production })).status).toBe(200);
  });

  it('is kept whole until the retention of its policy is over', async () => {
    expect((await run(29)).swept.evidence).toMatchObject({ rows: 0 });
    expect((await read(ids.short!)).data).toMatchObject({ erased: false, evidence_deleted_at: null });
  });

  it('then loses position and evidence, and keeps its decision', async () => {
    expect((await due(31)).evidence).toEqual({ due: 2, held: 1 });
    expect((await run(31)).swept.evidence).toMatchObject({ rows: 2 });
    const { data } = await read(ids.short!);
    expect(data).toMatchObject({
      decision: 'review',
      customer_id: 'customer-short',
      position: null,
      network: null,
      checks: [],
      erased: false,
      review: { state: 'closed' },
    });
    expect(Date.parse(data.evidence_deleted_at)).toBeGreaterThan(Date.now() + 30 * DAY_S * 1_000);
    expect((await read(ids.reviewed!)).data).toMatchObject({
      decision: 'fail',
      decision_source: 'review',
      review: { state: 'decided', outcome: 'decline', reviewers: [] },
    });
    expect((await read(ids.plain!)).data).toMatchObject({ evidence_deleted_at: null });
    const [row] = await query('SELECT * FROM verification WHERE verification_id = $1', [ids.short]);
    expect([row.sealed, row.position_sealed, row.spoof_findings]).toEqual([null, null, null]);
  });

  it('keeps its evidence under a legal hold', async () => {
    expect((await read(ids.held!)).data).toMatchObject({ evidence_deleted_at: null, erased: false });
  });

  it('that an intruder empties by hand within a day of its decision counts as contradicted', async () => {
    const { verification_id: id } = await verified(service, org, 'tampered', { type: 'plain' });
    const empty = (after: string) =>
      query(
        `UPDATE verification SET sealed = NULL, decision = 'pass', evidence_deleted_at = now() + $2::interval
          WHERE verification_id = $1`,
        [id, after],
      );
    await empty('1 hour');
    expect((await read(id)).code).toBe('record_contradicted');
    await empty('2 days');
    expect((await read(id)).status).toBe(200);
  });

  it('without a period in its policy follows the organization, 730 days unless it says otherwise', async () => {
    const plain = async (days: number) => (await due(days)).evidence!.due;
    expect([await plain(729), await plain(731)]).toEqual([0, 1]);
    await changeSettings(service.database.db, org.org, { retention: { verification_days: 400 } });
    expect([await plain(399), await plain(401)]).toEqual([0, 1]);
    // Shorter than the policy's own only where the policy has none.
    await changeSettings(service.database.db, org.org, { retention: { verification_days: 5 } });
    expect(await plain(6)).toBe(1);
    await changeSettings(service.database.db, org.org, { retention: undefined });
  });

  it('is deleted after three years, with its review, except under a legal hold', async () => {
    const others = await query('SELECT key_id FROM customer WHERE held_until IS NULL');
    for (const { key_id } of others) {
      expect(await service.deps.data_keys.store.get(key_id)).not.toBe(null);
      keys.push(key_id);
    }
    expect(keys.length).toBeGreaterThan(2);
    expect((await run(1_094)).swept.decisions).toMatchObject({ rows: 0 });
    const before = await due(1_096);
    expect((await run(1_096)).swept.decisions).toMatchObject({ rows: before.decisions!.due });
    expect((await read(ids.short!)).status).toBe(404);
    const left = await query('SELECT verification_id FROM verification');
    expect(left).toEqual([{ verification_id: ids.held }]);
    const reviews = await query(`SELECT id FROM review WHERE area = 'geolocation'`);
    expect(reviews).toEqual([{ id: ids.held }]);
  });

  it('leaves neither a customer nor a key behind, once nothing else of them is left', async () => {
    for (const key_id of keys) expect(await service.deps.data_keys.store.get(key_id)).toBe(null);
    const customers = await query('SELECT customer_hash FROM customer');
    expect(customers).toEqual([{ customer_hash: service.hash(org.org, 'customer-held') }]);
  });
});

describe('the run of a night', () => {
  const never = new AbortController().signal;
  const night = (days: number) => later(days, () => runNight(service.deps, never));

  it('happens once, on whichever node comes first, and leaves a proof row and an audit entry', async () => {
    await verified(service, org, 'nightly', { type: 'short' });
    const node = await service.node(clock.replacement);
    const reports = await later(40, () =>
      Promise.all([service.deps, node.deps].map((deps) => runNight(deps, never))),
    );
    await node.close();
    expect(reports.filter((report) => report !== null)).toHaveLength(1);
    const { run_id } = reports.find((report) => report !== null)!;
    const [proof] = await query('SELECT * FROM retention_run WHERE run_id = $1', [run_id]);
    expect(proof).toMatchObject({ started_by: 'system', outcome: 'done', swept: { evidence: { rows: 1 } } });
    const entries = await query(`SELECT org, actor, detail FROM audit WHERE target = $1`, [run_id]);
    expect(entries).toMatchObject([{ org: org.org, actor: 'system', detail: { rows: { evidence: 1 } } }]);
    expect(await night(40)).toBe(null);
    expect(await night(41)).not.toBe(null);
  });

  it('is taken over when its node has died, and not before', async () => {
    const at = clock.now() + 50 * DAY_S * 1_000;
    const day = new Date(at - 2 * 3_600_000).toISOString().slice(0, 10);
    await query(
      `INSERT INTO retention_run (run_id, night, started_by, started_at, lease_until)
       VALUES ('ret_dead', $1, 'system', now(), $2)`,
      [day, new Date(at + 60_000)],
    );
    expect(await night(50)).toBe(null);
    await query(`UPDATE retention_run SET lease_until = $1 WHERE run_id = 'ret_dead'`, [
      new Date(at - 60_000),
    ]);
    expect((await night(50))!.run_id).toBe('ret_dead');
  });

  it('that a stop cuts off is left to another node', async () => {
    const cut = await later(60, () => runNight(service.deps, AbortSignal.abort()));
    expect(cut).toMatchObject({ outcome: 'stopped', swept: {} });
    expect(await night(60)).toMatchObject({ run_id: cut!.run_id, outcome: 'done' });
  });
});

it('destroys the key of a customer without records; mutation control: a sweep of rows leaves it', async () => {
  const idleKey = async (customer_hash: string) => {
    const { key_id } = await service.deps.data_keys.take();
    await query(
      `INSERT INTO customer (org, env, customer_hash, key_id, id_sealed, since, created_at)
       VALUES ($1, 'sandbox', $2, $3, '', now(), now() - interval '2 days')`,
      [org.org, customer_hash, key_id],
    );
    return key_id;
  };
  const { store } = service.deps.data_keys;
  const options = { now: new Date(clock.now()) };
  const careless = await mutant<{ sweepIdle: typeof sweepIdle }>('retention/idle.ts', [
    'await data_keys.destroy(...gone.map(({ key_id }) => key_id));',
    '',
  ]);
  const left = await idleKey('idle-1');
  await careless.sweepIdle(service.deps, options);
  expect(await store.get(left)).not.toBe(null);
  const gone = await idleKey('idle-2');
  expect(await sweepIdle(service.deps, options)).toEqual(new Map([[org.org, 1]]));
  expect(await store.get(gone)).toBe(null);
  expect(await query(`SELECT FROM customer WHERE customer_hash LIKE 'idle-%'`)).toEqual([]);
});

it('walks many rows in batches, past those that stay, and begins none after a stop', async () => {
  await query(
    `INSERT INTO customer (org, env, customer_hash, key_id, id_sealed, since, held_until)
     SELECT $1, 'sandbox', 'many-' || i, k.key_id, '', now(), CASE WHEN i = 0 THEN 'infinity'::timestamptz END
       FROM unnest($2::text[]) WITH ORDINALITY k (key_id, n), LATERAL (SELECT n - 1) l (i)`,
    [org.org, newKeyIds(3, clock.now())],
  );
  await query(
    `INSERT INTO verification (org, env, verification_id, customer_hash, decision, decision_source, reason_codes,
       transaction_type, engine_version, assurance, expires_at, sealed, created_at)
     SELECT $1, 'sandbox', 'ver_' || lpad(i::text, 26, '0'), 'many-' || i % 3, 'pass', 'auto', '{}', 't', '1', '{}',
            now(), 'x', now() - interval '3 years'
       FROM generate_series(1, 30) i`,
    [org.org],
  );
  const now = new Date(clock.now());
  const told: number[] = [];
  const options = { now, batch: 7, told: (rows: number) => void told.push(rows) };
  const stopped = await sweepRows(service.database.db, EVIDENCE, {
    ...options,
    stopping: AbortSignal.abort(),
  });
  expect([...stopped]).toEqual([]);
  const swept = await sweepRows(service.database.db, EVIDENCE, options);
  expect([[...swept], told]).toEqual([[[org.org, 20]], [7, 7, 6]]);
  const left = await query(
    `SELECT DISTINCT customer_hash FROM verification WHERE env = 'sandbox' AND sealed IS NOT NULL`,
  );
  expect(left).toEqual([{ customer_hash: 'many-0' }]);
  await sql`DELETE FROM verification WHERE env = 'sandbox'`.execute(service.database.db);
});
