import { afterEach, beforeEach, expect, test } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import { type FreshDatabase, freshDatabase, silent } from '../../testing/database.ts';
import { mutant } from '../../testing/mutant.ts';
import { connect } from './connect.ts';
import { type Epoch, openEpoch } from './epoch.ts';
import { bumpEpoch, readFence } from './fence.ts';
import { Unavailable } from './unavailable.ts';

let fresh: FreshDatabase;
const opened: Epoch[] = [];
const open = async (strict: boolean, monotonic?: () => number) => {
  const epoch = await openEpoch(fresh.pool, { strict, log: silent, monotonic });
  opened.push(epoch);
  return epoch;
};
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(async () => {
  for (const epoch of opened.splice(0)) epoch.close();
  await fresh.drop();
});

/** Changes the fence's row to one that another state of the database would have left. */
const reborn = (column: string, value: string) => fresh.pool.query(`UPDATE fence SET ${column} = ${value}`);

test('is one row that all nodes share', async () => {
  const nodes = await Promise.all([open(true), open(true), open(true)]);
  expect(new Set(nodes.map((node) => node.current())).size).toBe(1);
  expect((await fresh.pool.query('SELECT count(*) AS n FROM fence')).rows[0].n).toBe(1);
});

test.each([
  ['system_identifier', `'1'`],
  ['timeline', `'00000009'`],
  ['started', `started - interval '1 second'`],
])('changes when %s differs, once for all nodes', async (column, value) => {
  const nodes = await Promise.all([open(true), open(true)]);
  const before = nodes[0]!.current();
  await reborn(column, value);
  await Promise.all(nodes.map((node) => node.refresh()));
  const after = nodes.map((node) => node.current());
  expect(after[0]).not.toBe(before);
  expect(new Set(after).size).toBe(1);
  await nodes[0]!.refresh();
  expect(nodes[0]!.current()).toBe(after[0]);
});

test('keeps the epoch over a restart unless strict', async () => {
  const node = await open(false);
  const before = node.current();
  await reborn('started', `started - interval '1 day'`);
  await node.refresh();
  expect(node.current()).toBe(before);
  expect((await open(true)).current()).not.toBe(before);
});

test('sees within about a second that another node changed the epoch', async () => {
  const node = await open(true);
  const changed = await bumpEpoch(fresh.pool);
  await expect.poll(() => node.current(), { timeout: within(4_000) }).toBe(changed);
  expect(await readFence(fresh.pool)).toEqual({ epoch: changed, same_life: true });
});

test('throws when the epoch was not read for five seconds', async () => {
  let shift = 0;
  const local = connect({ connection: fresh.connection, log: silent });
  const epoch = await openEpoch(local.pool, {
    strict: true,
    log: silent,
    monotonic: () => performance.now() + shift,
  });
  await local.close();
  expect(epoch.current()).toMatch(/^[0-9a-f-]{36}$/);
  shift = 5_001;
  expect(() => epoch.current()).toThrow(Unavailable);
  // A reading that fails is waited for once, so that the next request is refused at once.
  await epoch.due();
  expect(epoch.due()).toBeNull();
  expect(() => epoch.current()).toThrow(Unavailable);
  epoch.close();
});

test('is not believed after the machine slept, which its monotonic clock did not count', async () => {
  let slept = 0;
  const epoch = await openEpoch(fresh.pool, { strict: true, log: silent, wall: () => Date.now() + slept });
  opened.push(epoch);
  slept = 5_001;
  expect(() => epoch.current()).toThrow(Unavailable);
  await epoch.due();
  expect(epoch.current()).toMatch(/^[0-9a-f-]{36}$/);
});

test('mutation control: is believed after the sleep when the age counts the monotonic clock alone', async () => {
  const careless = await mutant<{ openEpoch: typeof openEpoch }>('database/epoch.ts', [
    'Math.max(monotonic() - read.at_ms, wall() - read.wall_ms)',
    'monotonic() - read.at_ms',
  ]);
  let slept = 0;
  const wall = () => Date.now() + slept;
  const epoch = await careless.openEpoch(fresh.pool, { strict: true, log: silent, wall });
  opened.push(epoch);
  slept = 5_001;
  expect(epoch.current()).toMatch(/^[0-9a-f-]{36}$/);
});

test('is waited for again once a reading has succeeded', async () => {
  let shift = 0;
  const local = connect({ connection: fresh.connection, log: silent });
  const monotonic = () => performance.now() + shift;
  const epoch = await openEpoch(local.pool, { strict: true, log: silent, monotonic });
  epoch.close();
  const { query } = local.pool;
  Object.assign(local.pool, { query: () => Promise.reject(new Error('gone')) });
  shift = 5_001;
  await epoch.due();
  expect(epoch.due()).toBeNull();
  Object.assign(local.pool, { query });
  await epoch.refresh();
  shift += 5_001;
  await epoch.due();
  expect(epoch.current()).toMatch(/^[0-9a-f-]{36}$/);
  await local.close();
});

test('is read before the next request when the process stood still for longer', async () => {
  let shift = 0;
  const node = await open(true, () => performance.now() + shift);
  expect(node.due()).toBeNull();
  const before = node.current();
  const changed = await bumpEpoch(fresh.pool);
  shift = 5_001;
  const due = node.due();
  expect(node.due()).toBe(due);
  await due;
  expect(node.due()).toBeNull();
  expect(node.current()).toBe(changed);
  expect(changed).not.toBe(before);
});
