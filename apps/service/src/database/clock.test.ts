import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { type DatabaseClock, openDatabaseClock } from './clock.ts';
import { Unavailable } from './unavailable.ts';

let fresh: FreshDatabase;
let clock: DatabaseClock;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterEach(() => clock.close());
afterAll(() => fresh.drop());

/** Stands in for the two clocks of a machine. With `stands`, they move only when the test moves them. */
function localClock({ wall_ahead_ms = 0, stands = false } = {}) {
  const shift = { monotonic: 0, wall: wall_ahead_ms };
  const [monotonic, wall] = [performance.now(), Date.now()];
  return {
    shift,
    monotonic: () => (stands ? monotonic : performance.now()) + shift.monotonic,
    wall: () => (stands ? wall : Date.now()) + shift.wall,
  };
}

test("tells the database's time on a machine whose own clock is an hour ahead", async () => {
  const local = localClock({ wall_ahead_ms: 3_600_000 });
  clock = await openDatabaseClock(fresh.pool, local);
  // The database of the tests runs on this same machine.
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(500);
  expect(clock.offset_ms).toBeCloseTo(-3_600_000, -3);
  expect(clock.healthy()).toBe(true);
});

test('stops when it was not read for five minutes, and resumes after a read', async () => {
  const local = localClock();
  clock = await openDatabaseClock(fresh.pool, local);
  local.shift.monotonic = local.shift.wall = 301_000;
  expect(() => clock.now()).toThrow(Unavailable);
});

test("stops when the database's clock went back by more than 30 s, until it has caught up", async () => {
  const local = localClock();
  clock = await openDatabaseClock(fresh.pool, local);
  // A minute passes for this machine, but not for the database.
  local.shift.monotonic = local.shift.wall = 60_000;
  await clock.refresh();
  expect(clock.healthy()).toBe(false);
  expect(() => clock.now()).toThrow(Unavailable);
  local.shift.monotonic = local.shift.wall = 95_000;
  expect(clock.healthy()).toBe(true);
});

test('never goes back over a small correction', async () => {
  const local = localClock({ stands: true });
  clock = await openDatabaseClock(fresh.pool, local);
  local.shift.monotonic = local.shift.wall = 10_000;
  const before = clock.now();
  await clock.refresh();
  expect(clock.now()).toBe(before);
});

test('reads again at once when the machine slept', async () => {
  const local = localClock();
  clock = await openDatabaseClock(fresh.pool, local);
  local.shift.wall = 600_000;
  expect(clock.healthy()).toBe(false);
  await expect.poll(() => clock.healthy(), { timeout: within(3_000) }).toBe(true);
});
