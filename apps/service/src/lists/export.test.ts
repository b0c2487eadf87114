import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { verified } from '../../testing/reviews.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const organization = testOrganization(service);
let ana: Browser;
let theirs: Browser;
let ids: string[];

beforeAll(async () => {
  ana = await signedIn(service, organization.org, 'analyst');
  theirs = await signedIn(service, (await service.organization()).org, 'owner');
  ids = [];
  for (let i = 0; i < 104; i++)
    ids.unshift(
      (await verified(service, organization, i === 7 ? '=1+1' : `customer-${i % 20}`)).verification_id,
    );
}, 120_000);

const path = (rest: string) => `/dashboard/api/${organization.org}/production/${rest}`;
const exported = (body: unknown, who = ana) => who.call({ path: path('verifications/export'), body });
const audited = async () =>
  (
    await sql<{ action: string; outcome: string; detail: Record<string, unknown> }>`
    SELECT action, outcome, detail FROM audit WHERE org = ${organization.org} AND action LIKE 'export.%'
     ORDER BY audit_id`.execute(service.database.db)
  ).rows;

it('exports every row over several pages, newest first, and writes who took what', async () => {
  const answer = await exported({ format: 'csv' });
  const lines = answer.text.split('\r\n');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'standpoint-rows': '104',
  });
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="verifications-production-\w+-[\d-]+\.csv"$/,
  );
  expect(lines[0]).toMatch(/^verification_id,created_at,customer_id,decision,/);
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(ids);
  expect(lines.at(-1)).toBe('');
  expect(answer.text).toContain(",'=1+1,");
  expect((await audited()).slice(-2)).toMatchObject([
    { action: 'export.started', detail: { format: 'csv', about: '104' } },
    { action: 'export.ended', outcome: 'ok', detail: { rows: 104 } },
  ]);
});

it('exports chosen columns with the filters of the list, and notes no customer in the audit log', async () => {
  const filters = { customer_id: 'customer-3' };
  const columns = ['customer_id', 'decision'];
  const answer = await exported({ format: 'ndjson', columns, filters });
  const rows = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.length).toBeGreaterThan(4);
  for (const row of rows) expect(row).toEqual({ customer_id: 'customer-3', decision: expect.any(String) });
  const [started] = (await audited()).slice(-2);
  expect(started!.detail.filters).toEqual({ customer_id: 'set' });
});

it('begins with a byte order mark where it is asked for', async () => {
  const answer = await exported({ format: 'csv', bom: true, columns: ['decision'] });
  expect(answer.text.startsWith('\ufeffdecision\r\n')).toBe(true);
});

it('refuses a second export of the same session while one runs, and lets the next one in afterwards', async () => {
  const { db } = service.database;
  const running = async () => (await sql`SELECT 1 FROM running_export`.execute(db)).rows.length;
  // The first one waits for its rows, so that it cannot end before the second one asks.
  const first = await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE verification IN ACCESS EXCLUSIVE MODE`.execute(trx);
    const waiting = exported({ format: 'csv' });
    await expect.poll(running).toBe(1);
    expect((await exported({ format: 'csv' })).status).toBe(429);
    return () => waiting;
  });
  expect((await first()).status).toBe(200);
  expect((await exported({ format: 'csv', columns: ['decision'] })).status).toBe(200);
});

it('names no erased person, in any column', async () => {
  const erased = await service.call({
    method: 'DELETE',
    path: '/customers/customer-9',
    token: organization.results.production,
  });
  expect(erased.status).toBe(200);
  for (const format of ['csv', 'ndjson']) {
    const { text } = await exported({ format });
    expect(text).not.toContain('customer-9');
    expect(text).toContain('customer-8');
  }
});

it('gives nothing to another organization, and nothing to a role that may not export', async () => {
  expect((await exported({ format: 'csv' }, theirs)).status).toBe(404);
  const reviewer = await signedIn(service, organization.org, 'reviewer');
  expect((await exported({ format: 'csv' }, reviewer)).status).toBe(403);
});

it('exports sessions with their columns', async () => {
  const answer = await ana.call({ path: path('sessions/export'), body: { format: 'csv' } });
  expect(answer.text).toMatch(/^session_id,created_at,.*\r\n$/);
});

it('lists rows without what only the record shows, and rows by their ids', async () => {
  const list = await ana.call({ path: path('verifications?limit=2') });
  expect(list.data.rows.map((row: { verification_id: string }) => row.verification_id)).toEqual(
    ids.slice(0, 2),
  );
  expect(Object.keys(list.data.rows[0])).not.toContain('checks');
  const some = await ana.call({ path: path(`verifications?ids=${ids[5]},${ids[90]},ver_${'0'.repeat(26)}`) });
  expect(some.data.rows.map((row: { verification_id: string }) => row.verification_id)).toEqual([
    ids[5],
    ids[90],
  ]);
  const fitting = await ana.call({ path: path(`verifications?ids=${ids[5]}&customer_id=unknown`) });
  expect(fitting.data).toEqual({ rows: [], next_cursor: null });
  const others = await theirs.call({ path: path(`verifications?ids=${ids[5]}`) });
  expect(others.status).toBe(404);
});
