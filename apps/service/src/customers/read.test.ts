import { expect, it } from 'vitest';
import { browserEvidence, seal } from '../../testing/browser-payload.ts';
import { person } from '../../testing/face/face.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';

const service = sharedService();
const org = testOrganization(service);

const get = (path: string) => service.call({ path, token: org.results.production });

it('lists every entry of both areas once, even when several share a millisecond', async () => {
  const customer_id = 'busy';
  const body = { customer_id, transaction_type: 'login' };
  for (let i = 0; i < 3; i++) {
    const minted = await service.call({
      path: '/geolocation/preflight',
      token: org.api.production,
      body,
    });
    const { token } = minted.data;
    const payload = await seal(token, browserEvidence());
    expect((await service.call({ path: '/geolocation/verify', token, body: { payload } })).status).toBe(200);
    await (await person(service, org, { customer: { customer_id } })).open();
  }
  const { pool } = service.database;
  for (const table of ['face_session', 'verification'])
    await pool.query(`UPDATE ${table} SET created_at = '2026-11-21T10:00:00.001Z' WHERE org = $1`, [org.org]);
  await pool.query(
    `UPDATE verification SET created_at = '2026-11-21T10:00:00.000900Z' WHERE verification_id = ` +
      '(SELECT min(verification_id) FROM verification WHERE org = $1)',
    [org.org],
  );
  const all = (await get(`/customers/${customer_id}`)).data.timeline;
  expect(all).toHaveLength(6);
  for (const limit of [1, 2, 4]) {
    const seen: unknown[] = [];
    let cursor: string | null = '';
    for (let i = 0; i < 9 && cursor !== null; i++) {
      const answer = await get(`/customers/${customer_id}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      expect(answer.status, answer.text).toBe(200);
      seen.push(...answer.data.timeline);
      cursor = answer.data.next_cursor;
    }
    expect(seen).toEqual(all);
  }
  expect((await get(`/customers/${customer_id}?cursor=2026-11-21T10:00:00.000Z`)).code).toBe(
    'invalid_request',
  );
});
