import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportVerifications } from '@standpoint/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import type { TestOrganization, TestService } from '../../testing/service.ts';
import { exportFile, type Wanted } from './export.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
let org: TestOrganization;
beforeAll(async () => {
  org = await service.organization();
});

const query = async (text: string, values: unknown[]) =>
  (await service.database.pool.query(text, values)).rows;

/** A list that is endless, a page of it every 50 ms. */
const ENDLESS: Wanted<{ n: number }> = {
  what: 'numbers',
  format: 'csv',
  bom: false,
  columns: ['n'],
  cells: { n: ({ n }) => n },
  filters: {},
  count: async () => 1,
  async list({ cursor }) {
    await sleep(50);
    const n = Number(cursor ?? 0);
    return { found: [{ n }], next_cursor: String(n + 1) };
  },
};

async function endless(who: Browser, at: TestService = service, of = org.org) {
  const [session] = await query('SELECT id FROM person_session WHERE user_id = $1', [who.user_id]);
  const [member] = await query('SELECT role FROM member WHERE user_id = $1 AND org = $2', [who.user_id, of]);
  const caller = {
    org: of,
    env: 'production',
    role: member.role,
    session_id: session.id,
    actor: `user:${who.user_id}`,
  };
  const call = { caller, request_id: 'req_x', ip: '203.0.113.1' } as never;
  return (await exportFile(at.deps, call, ENDLESS)).body;
}
const outcomes = async ({ user_id }: Browser) =>
  (
    await query(`SELECT outcome FROM audit WHERE action = 'export.ended' AND actor = $1 ORDER BY audit_id`, [
      `user:${user_id}`,
    ])
  ).map(({ outcome }) => outcome);

/** Reads until it breaks off; the error, and how long it took. */
async function readAll(body: AsyncIterable<unknown>) {
  const began = performance.now();
  try {
    for await (const _ of body);
    return { error: null, took: performance.now() - began };
  } catch (error) {
    return { error: (error as Error).message, took: performance.now() - began };
  }
}

describe('an export under way stops within seconds', () => {
  it.each<[string, (who: Browser, of: string) => Promise<unknown>]>([
    ['the member is removed', ({ user_id }) => query('DELETE FROM member WHERE user_id = $1', [user_id])],
    [
      'the role is another one',
      ({ user_id }) => query(`UPDATE member SET role = 'reviewer' WHERE user_id = $1`, [user_id]),
    ],
    [
      'the session is revoked',
      ({ user_id }) => query('DELETE FROM person_session WHERE user_id = $1', [user_id]),
    ],
    ['the person is gone', ({ user_id }) => query('DELETE FROM person WHERE id = $1', [user_id])],
  ])('when %s', async (_, happens) => {
    const who = await signedIn(service, org.org, 'owner');
    const reading = readAll(await endless(who));
    await happens(who, org.org);
    const { error, took } = await reading;
    expect(error).toBe('The person may not have this file.');
    expect(took).toBeLessThan(10_000);
    expect(await outcomes(who)).toEqual(['refused']);
  });

  it('when the organization is deleted', async () => {
    const { org: gone } = await service.organization();
    const who = await signedIn(service, gone, 'owner');
    const reading = readAll(await endless(who, service, gone));
    for (const table of ['member', 'api_key', 'workflow', 'organization'])
      await sql`DELETE FROM ${sql.table(table)} WHERE org = ${gone}`.execute(service.database.db);
    expect((await reading).error).toBe('The person may not have this file.');
  });
});

it('ends when the reader goes away', async () => {
  const who = await signedIn(service, org.org, 'analyst');
  const handle = ((call: never, deps: never) => exportFile(deps, call, ENDLESS)) as never;
  const app = await service.serve([{ endpoint: exportVerifications, handle }]);
  const at = await app.listen({ port: 0, host: '127.0.0.1' });
  const { origin, host } = new URL(service.config.base_url);
  const headers = { cookie: who.cookie, origin, host, 'content-type': 'application/json' };
  await new Promise<void>((resolve, reject) => {
    const path = `/dashboard/api/${org.org}/production/verifications/export`;
    const call = request(at + path, { method: 'POST', headers }, (answer) => {
      answer.once('data', () => {
        answer.destroy();
        resolve();
      });
    });
    call.on('error', reject);
    call.end(JSON.stringify({ format: 'csv' }));
  });
  await expect.poll(() => outcomes(who)).toEqual(['canceled']);
  await expect.poll(() => query('SELECT FROM running_export', [])).toEqual([]);
});

it('is one of a session over all nodes, and the next may begin where a node has died', async () => {
  const node = await service.node();
  try {
    const who = await signedIn(service, org.org, 'analyst');
    const body = await endless(who);
    await expect(endless(who, node)).rejects.toMatchObject({ code: 'rate_limited' });
    const other = await signedIn(service, org.org, 'analyst');
    (await endless(other, node)).destroy();
    await query(`UPDATE running_export SET seen_at = now() - interval '16 s'`, []);
    const next = await endless(who, node);
    // The one that was taken for dead finds its place taken.
    expect((await readAll(body)).error).toBe('The person may not have this file.');
    next.destroy();
    await expect.poll(() => query('SELECT FROM running_export', [])).toEqual([]);
  } finally {
    await node.close();
  }
});
