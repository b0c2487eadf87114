import type pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { silent } from '../../testing/database.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { type Epoch, openEpoch } from './epoch.ts';

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
  const shared = await openEpoch(service.database.pool, { strict: false, log: silent });
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

/** A token that is minted when the whole process stood still for longer than a reading is believed. */
async function mintedAfterStanding(replaced: Partial<Epoch> = {}) {
  const { epoch } = service.deps;
  let stood_ms = 0;
  const monotonic = () => performance.now() + stood_ms;
  const own = await openEpoch(service.database.pool, { strict: false, log: silent, monotonic });
  service.deps.epoch = { ...own, ...replaced };
  // Its own regular reading would hide that a request waits for none.
  own.close();
  stood_ms = 5_001;
  const body = { customer_id: 'c', transaction_type: 'deposit' };
  try {
    return await service.call({ path: '/geolocation/preflight', token: org.api.production, body });
  } finally {
    service.deps.epoch = epoch;
  }
}

it('answers the first request after the process stood still', async () => {
  expect((await mintedAfterStanding()).status).toBe(200);
});

it('mutation control: refuses it when the reading that is due is not waited for', async () => {
  const answer = await mintedAfterStanding({ due: () => null });
  expect([answer.status, answer.code]).toEqual([503, 'unavailable']);
});
