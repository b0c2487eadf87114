import type pg from 'pg';
import { Unavailable } from './unavailable.ts';

/**
 * The database's clock, which alone decides when a token expires. Nodes whose own clocks differ mint the same
 * times.
 */
export type DatabaseClock = {
  /**
   * Milliseconds since 1970 by the database's clock. Never goes back. Throws `Unavailable` when the clock
   * cannot be trusted.
   */
  now(): number;
  /** The milliseconds by which the database's clock is ahead of this machine's. */
  readonly offset_ms: number;
  healthy(): boolean;
  /** Reads the database's clock now. */
  refresh(): Promise<void>;
  close(): void;
};

/** The two clocks of this machine. */
type LocalClock = {
  /**
   * Milliseconds that never go back and are unrelated to the calendar; may stand still while the machine
   * sleeps.
   */
  monotonic(): number;
  /** Milliseconds since 1970. */
  wall(): number;
};

const LOOK_EVERY_MS = 1_000;
const READ_EVERY_MS = 30_000;
/** The two local clocks drift apart by this much only when one is set, or when the machine slept. */
const PARTED_MS = 1_000;
const BELIEVED_FOR_MS = 5 * 60_000;
const BACKWARD_MAX_MS = 30_000;

/**
 * Opens the clock and reads it every 30 s until closed, and at once when a local clock was set. Never keeps
 * the process running.
 */
export async function openDatabaseClock(pool: pg.Pool, local: LocalClock = LOCAL): Promise<DatabaseClock> {
  let ahead_ms = await measure(pool, local);
  let read_at = { monotonic: local.monotonic(), wall: local.wall() };
  let latest_ms = 0;
  let reading = false;
  const since = () => [local.monotonic() - read_at.monotonic, local.wall() - read_at.wall] as const;
  // While a laptop sleeps, its monotonic clock stands still, so the age is the larger of both.
  const age = () => Math.max(...since());
  const parted = () => Math.abs(since()[0] - since()[1]) > PARTED_MS;
  const present = () => local.monotonic() + ahead_ms;
  const healthy = () => age() <= BELIEVED_FOR_MS && latest_ms - present() <= BACKWARD_MAX_MS;
  const refresh = async () => {
    // Callers may have seen the present time by the old reading, so the new reading must not go below it.
    const promised_ms = present();
    const measured_ms = await measure(pool, local);
    latest_ms = Math.max(latest_ms, promised_ms);
    ahead_ms = measured_ms;
    read_at = { monotonic: local.monotonic(), wall: local.wall() };
  };
  const look = async () => {
    if (reading || !(parted() || age() >= READ_EVERY_MS)) return;
    reading = true;
    // A failure that lasts makes `healthy` false.
    await refresh().catch(() => {});
    reading = false;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();

  return {
    now() {
      if (!healthy()) throw new Unavailable("The database's clock went back or was not read for 5 minutes.");
      latest_ms = Math.max(latest_ms, present());
      return Math.floor(latest_ms);
    },
    get offset_ms() {
      return present() - local.wall();
    },
    healthy,
    refresh,
    close: () => clearInterval(timer),
  };
}

const LOCAL: LocalClock = { monotonic: () => performance.now(), wall: () => Date.now() };

/**
 * Database time minus local monotonic time: the median of three readings, each less half of its round trip.
 */
async function measure(pool: pg.Pool, local: LocalClock): Promise<number> {
  const client = await pool.connect();
  const readings: number[] = [];
  let broken: Error | undefined;
  try {
    for (let i = 0; i < 3; i++) {
      const asked = local.monotonic();
      const { rows } = await client.query<{ ms: string }>({
        text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS ms',
        query_timeout: 2_000,
      } as pg.QueryConfig);
      readings.push(Number(rows[0]!.ms) - (asked + local.monotonic()) / 2);
    }
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
  return readings.sort((a, b) => a - b)[1]!;
}
