import type { Role } from '@standpoint/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../../../testing/counts.ts';
import { sharedService } from '../../testing/hooks.ts';
import { type Browser, signedIn } from '../../testing/people.ts';
import { newId } from '../ids.ts';
import { join } from '../people/accounts.ts';
import { floorQuarter } from './quarters.ts';
import { countRecords } from './recount.ts';

const service = sharedService();
let browser: Browser;
beforeAll(async () => {
  browser = await signedIn(service, (await service.organization()).org, 'analyst');
});
/** A new organization that the signed-in person joins in this role. */
async function organization(role: Role = 'analyst'): Promise<string> {
  const { org } = await service.organization();
  await join(service.database.db, org, browser.user_id, role);
  return org;
}

const MINUTE_MS = 60_000;
const DECISIONS = ['pass', 'fail', 'review', 'retry'] as const;
const CODES = ['ip_vpn', 'border_uncertain', 'clock_skew'];
const POLICY = newId('policy');

interface Row {
  ago_min: number;
  decision: (typeof DECISIONS)[number];
  codes: string[];
  hop: number;
  policy: string | null;
}

/** A row as it is written, at a past moment. The counts look at these columns alone. */
async function insert(
  org: string,
  { ago_min, decision, codes, hop, policy }: Row,
  now_ms: number,
): Promise<string> {
  const at_ms = now_ms - ago_min * MINUTE_MS;
  const id = newId('verification', at_ms);
  await service.database.pool.query(
    `INSERT INTO verification (org, env, verification_id, customer_hash, created_at, decision, decision_source,
       reason_codes, transaction_type, engine_version, assurance, expires_at, hop, policy_id, policy_version)
     VALUES ($1, 'sandbox', $2, 'someone', $3, $4, 'auto', $5, 'login', '1', '{}', now(), $6, $7, 1)`,
    [org, id, new Date(at_ms), decision, codes, hop, policy],
  );
  return id;
}

async function session(org: string, ago_min: number, decision: string | null, now_ms: number): Promise<void> {
  const at = new Date(now_ms - ago_min * MINUTE_MS);
  await service.database.pool.query(
    `INSERT INTO face_session (org, env, session_id, portal_jti, portal_exp, customer_hash, workflow_id,
       workflow_version, status, phase, decision, attempts_used, attempts_max, consent, device_label, network_hmac,
       created_at, updated_at, expires_at)
     VALUES ($1, 'sandbox', $2, $3, $4, 'someone', 'wf', 1, $5, 'none', $6, $7, 3, '{}', 'desktop', '', $4, $4, $4)`,
    [
      org,
      newId('session', at.getTime()),
      newId('request'),
      at,
      decision ? 'completed' : 'expired',
      decision,
      decision ? 1 : 0,
    ],
  );
}

const home = async (org: string, query = ''): Promise<Answer> => {
  const { status, data, text } = await browser.call({ path: `/dashboard/api/${org}/sandbox/home${query}` });
  if (status !== 200) throw new Error(text);
  return data;
};
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
type Answer = any;

/** What a plain count over the rows says of a span. */
async function plain(org: string, from: string, to: string, policy: string | null) {
  const { rows } = await service.database.pool.query(
    `SELECT count(*)::int AS all, (count(*) FILTER (WHERE decision = 'pass'))::int AS pass,
            (count(*) FILTER (WHERE hop = 0))::int AS begun,
            (count(*) FILTER (WHERE decision <> 'retry'))::int AS decided
       FROM verification WHERE org = $1 AND env = 'sandbox' AND created_at >= $2 AND created_at < $3
        AND ($4::text IS NULL OR coalesce(policy_id, 'default') = $4)`,
    [org, from, to, policy],
  );
  const codes = await service.database.pool.query(
    `SELECT code, count(*)::int AS count FROM verification, unnest(reason_codes) code
      WHERE org = $1 AND env = 'sandbox' AND created_at >= $2 AND created_at < $3 AND decision <> 'pass'
        AND ($4::text IS NULL OR coalesce(policy_id, 'default') = $4) GROUP BY 1`,
    [org, from, to, policy],
  );
  return { ...rows[0], reasons: Object.fromEntries(codes.rows.map(({ code, count }) => [code, count])) };
}

const wholeQuarter = (at: string) => new Date(floorQuarter(Date.parse(at))).toISOString();

const LENGTH_MIN = { '1h': 60, '24h': 1_440, '7d': 10_080, '30d': 43_200 } as const;

async function compare(org: string, range: keyof typeof LENGTH_MIN, zone: string, policy: string | null) {
  const asked = policy === null ? '' : `&policy=${policy}`;
  const { from, to, figures, funnels, series, reasons } = await home(
    org,
    `?range=${range}&zone=${zone}${asked}`,
  );
  const earlier = new Date(Date.parse(from) - LENGTH_MIN[range] * MINUTE_MS).toISOString();
  const now = await plain(org, from, to, policy);
  const before = await plain(org, earlier, from, policy);
  expect(figures.verifications).toEqual({ now: now.all, before: before.all });
  expect(figures.passed).toEqual({ now: now.pass, before: before.pass });
  const edge = wholeQuarter(from);
  const wide = await plain(org, edge, to, policy);
  const wide_before = await plain(org, wholeQuarter(earlier), edge, policy);
  expect(funnels.location.begun).toEqual({ now: wide.begun, before: wide_before.begun });
  expect(funnels.location.decided).toEqual({ now: wide.decided, before: wide_before.decided });
  const counted = Object.fromEntries(
    reasons.map(({ code, now }: { code: string; now: number }) => [code, now]),
  );
  expect(counted).toEqual(now.reasons);
  const points = series.map((p: Answer) => p.pass + p.fail + p.review + p.retry);
  expect(points.reduce((sum: number, each: number) => sum + each, 0)).toBe(now.all);
  return series as { at: string; pass: number; fail: number; review: number; retry: number }[];
}

const row = fc.record({
  ago_min: fc.oneof(
    fc.double({ min: 0.1, max: 130, noNaN: true }),
    fc.double({ min: 0.1, max: 80_000, noNaN: true }),
  ),
  decision: fc.constantFrom(...DECISIONS),
  codes: fc.uniqueArray(fc.constantFrom(...CODES)),
  hop: fc.integer({ min: 0, max: 2 }),
  policy: fc.constantFrom(null, POLICY),
});
const ZONES = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'];

describe('counts of home', () => {
  it('equal a plain count of rows that came late, were reviewed or erased, in every range and zone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 25 }),
        fc.array(row, { maxLength: 8 }),
        fc.array(fc.nat(24), { maxLength: 6 }),
        fc.array(fc.nat(24), { maxLength: 3 }),
        fc.constantFrom(...(['1h', '24h', '7d', '30d'] as const)),
        fc.constantFrom(...ZONES),
        fc.constantFrom(null, POLICY, 'default'),
        fc.boolean(),
        async (first, late, reviewed, erased, range, zone, policy, again) => {
          const org = await organization();
          const { pool } = service.database;
          const now_ms = service.deps.clock.now();
          const ids: string[] = [];
          for (const each of first) ids.push(await insert(org, each, now_ms));
          await countRecords(service.deps);
          for (const each of late) ids.push(await insert(org, each, now_ms));
          for (const i of reviewed)
            await pool.query(
              `UPDATE verification SET decision = 'fail', decision_source = 'review' WHERE org = $1 ` +
                'AND verification_id = $2',
              [org, ids[i] ?? ''],
            );
          for (const i of erased)
            await pool.query(
              `UPDATE verification SET customer_hash = '', sealed = NULL WHERE org = $1 AND verification_id = $2`,
              [org, ids[i] ?? ''],
            );
          if (again) await countRecords(service.deps);
          await compare(org, range, zone, policy);
        },
      ),
      { numRuns: tries(25, 10) },
    );
  });

  it('begin the days of the series at midnight of the zone', async () => {
    const org = await organization('auditor');
    for (let i = 0; i < 60; i++)
      await insert(
        org,
        { ago_min: 1 + i * 700, decision: 'pass', codes: [], hop: 0, policy: null },
        Date.now(),
      );
    await countRecords(service.deps);
    for (const zone of ZONES) {
      const series = await compare(org, '30d', zone, null);
      for (const { at } of series)
        expect(
          new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
        ).toBe('00:00');
      const days = new Set(series.map(({ at }) => new Date(at).toLocaleDateString('en', { timeZone: zone })));
      expect(days.size).toBe(series.length);
      const { rows } = await service.database.pool.query(
        `SELECT (created_at AT TIME ZONE $2)::date::text AS day, count(*)::int AS count FROM verification
          WHERE org = $1 AND created_at > now() - interval '30 days' GROUP BY 1`,
        [org, zone],
      );
      const plainly = Object.fromEntries(rows.map(({ day, count }) => [day, count]));
      for (const { at, pass } of series)
        expect(pass).toBe(plainly[new Date(at).toLocaleDateString('sv', { timeZone: zone })] ?? 0);
    }
  });

  it('see a change that commits while the quarter is being counted', async () => {
    const org = await organization();
    const id = await insert(
      org,
      { ago_min: 60, decision: 'review', codes: [], hop: 0, policy: null },
      Date.now(),
    );
    await countRecords(service.deps);
    const reviewer = await service.database.pool.connect();
    await reviewer.query('BEGIN');
    await reviewer.query(`UPDATE verification SET decision = 'pass' WHERE verification_id = $1`, [id]);
    // Another change of the same quarter is committed and counted meanwhile.
    await insert(org, { ago_min: 60, decision: 'fail', codes: [], hop: 0, policy: null }, Date.now());
    await countRecords(service.deps);
    await reviewer.query('COMMIT');
    reviewer.release();
    expect((await home(org)).figures.passed.now).toBe(1);
    await countRecords(service.deps);
    expect((await home(org)).figures).toMatchObject({
      verifications: { now: 2 },
      passed: { now: 1 },
    });
  });

  it('say how far face sessions came', async () => {
    const org = await organization('reviewer');
    const now_ms = Date.now();
    await session(org, 400, 'approved', now_ms);
    await session(org, 300, 'declined', now_ms);
    await countRecords(service.deps);
    await session(org, 300, null, now_ms);
    await session(org, 1, 'approved', now_ms);
    const { figures, funnels } = await home(org);
    expect(figures).toMatchObject({
      sessions: { now: 4, before: 0 },
      decided: { now: 3 },
      approved: { now: 2 },
    });
    expect(funnels.face).toMatchObject({ opened: { now: 4 }, captured: { now: 3 }, approved: { now: 2 } });
  });
});
