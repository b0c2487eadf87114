import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import type { TestOrganization } from '../../testing/service.ts';
import { audit } from '../accounts/audit.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
let ours: TestOrganization;
let auditor: Browser;

beforeAll(async () => {
  ours = await service.organization();
  auditor = await signedIn(service, ours.org, 'auditor');
  for (let i = 0; i < 5; i++)
    await audit(service.database.db, {
      org: ours.org,
      actor: i % 2 ? 'cli' : `user:${auditor.user_id}`,
      action: 'test.noted',
      target: `thing-${i}`,
      detail: { words: '=1+1' },
    });
});

const path = (rest = '') => `/dashboard/api/${ours.org}/audit${rest}`;
const verify = async (body = {}) => (await auditor.call({ path: path('/verify'), body })).data;
/** Entries wait for older transactions of other tests, whose databases are in the same cluster. */
const allLinked = () => expect.poll(async () => (await verify()).waiting).toBe(0);

it('lists entries with filters, and names the people among the actors', async () => {
  const all = (await auditor.call({ path: path('?action=test.*&limit=3') })).data;
  expect(all.rows.map(({ target }: { target: string }) => target)).toEqual(['thing-4', 'thing-3', 'thing-2']);
  expect(all.rows.map(({ actor_name }: { actor_name: string }) => actor_name)).toEqual([
    expect.stringMatching(/^Person/),
    null,
    expect.stringMatching(/^Person/),
  ]);
  const rest = (await auditor.call({ path: path(`?action=test.*&cursor=${all.next_cursor}`) })).data;
  expect(rest.rows).toHaveLength(2);
  expect((await auditor.call({ path: path('?actor=cli&target=thing-1') })).data.rows).toHaveLength(1);
});

it('says that the chain holds, with its last hash, and goes on from a link', async () => {
  await allLinked();
  const walk = await verify();
  expect(walk).toMatchObject({ done: true, problem: null, total: walk.checked });
  expect(walk.checked).toBeGreaterThan(4);
  const again = await verify({ after: walk.last });
  expect(again).toMatchObject({ done: true, problem: null, checked: 0, last: walk.last });
  const other = await verify({ after: { ...walk.last, hash: 'A'.repeat(43) } });
  expect(other.problem).toMatchObject({ seq: walk.last.seq });
});

it('finds an entry that was edited', async () => {
  await allLinked();
  await service.database.owner.query('ALTER TABLE audit DISABLE TRIGGER USER');
  await sql`SELECT 1`.execute(service.database.db);
  await service.database.owner.query("UPDATE audit SET actor = 'cli' WHERE org = $1 AND target = 'thing-2'", [
    ours.org,
  ]);
  const walk = await verify();
  expect(walk.problem.says).toContain('changed');
  await service.database.owner.query('UPDATE audit SET actor = $2 WHERE org = $1 AND target = $3', [
    ours.org,
    `user:${auditor.user_id}`,
    'thing-2',
  ]);
  expect((await verify()).problem).toBeNull();
});

it('exports the log as it is filtered, harmless in a table program, and notes that too', async () => {
  const body = { format: 'csv', columns: ['target', 'action'], filters: { action: 'test.*' } };
  const answer = await auditor.call({ path: path('/export'), body });
  expect(answer.text.split('\r\n').slice(0, 3)).toEqual([
    'target,action',
    'thing-4,test.noted',
    'thing-3,test.noted',
  ]);
  const noted = (await auditor.call({ path: path('?action=export.*') })).data.rows;
  expect(noted[0]).toMatchObject({ action: 'export.ended', target: 'audit-log', detail: { rows: 5 } });
});

it('is for managers and auditors of this organization', async () => {
  for (const role of ['developer', 'analyst', 'reviewer'] as const)
    expect((await (await signedIn(service, ours.org, role)).call({ path: path() })).status).toBe(403);
  const eve = await signedIn(service, (await service.organization()).org, 'owner');
  expect((await eve.call({ path: path() })).status).toBe(404);
});
