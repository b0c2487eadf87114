import type pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { openEpoch } from './epoch.ts';

const service = testService();
const org = testOrganization(service);

let held: pg.PoolClient[] = [];
/** Every connection for requests is in use, as when many long calls run at once. */
const holdAll = async () => {
  const { pool } = service.database;
  held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
};
afterEach(() => {
  for (const client of held.splice(0)) client.release();
});

it('reads the fence and the clock while requests use every connection', async () => {
  await holdAll();
  await service.deps.epoch.refresh();
  await service.deps.clock.refresh();
  expect(service.database.pool.idleCount).toBe(0);
  for (const client of held.splice(0)) client.release();
  const body = { customer_id: 'c', transaction_type: 'deposit' };
  const answer = await service.call({ path: '/geolocation/preflight', token: org.api.production, body });
  expect(answer.status).toBe(200);
});

it('mutation control: waits for a request to end when it shares their connections', async () => {
  const log = { info() {}, warn() {}, error() {} };
  const shared = await openEpoch(service.database.pool, { strict: false, log });
  await holdAll();
  let read = false;
  const reading = shared.refresh().then(() => {
    read = true;
  });
  await service.deps.epoch.refresh();
  expect(read).toBe(false);
  for (const client of held.splice(0)) client.release();
  await reading;
  shared.close();
});
