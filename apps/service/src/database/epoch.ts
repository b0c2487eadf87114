import { setTimeout as after } from 'node:timers/promises';
import type pg from 'pg';
import { bumpWhenReborn, establishFence, readFence } from './fence.ts';
import type { Log } from './log.ts';
import { Unavailable } from './unavailable.ts';

export type Epoch = {
  /**
   * The epoch (uuid) to mint with. Throws `Unavailable` when the last successful reading is older than 5 s.
   */
  current(): string;
  /**
   * After this process stood still (a machine that slept, new data that were opened), the reading that is due. Resolves
   * once it is there, has failed or took 2 s, and never rejects. Null where there is nothing to wait for.
   */
  due(): Promise<void> | null;
  /** Reads the fence now, and starts a new epoch when the server is another life of the database. */
  refresh(): Promise<void>;
  close(): void;
};

type EpochOptions = {
  /**
   * True: each restart of the server is a new life. That is right for the embedded server, which people
   * restore by copying its folder back and restarting.
   */
  strict: boolean;
  log: Log;
  /** Milliseconds that never go back, but may stand still while the machine sleeps. */
  monotonic?: () => number;
  /** Milliseconds of the machine's clock. */
  wall?: () => number;
};

const READ_EVERY_MS = 1_000;
const BELIEVED_FOR_MS = 5_000;
const DUE_MS = 2_000;

/** The epoch, once the reading that is due is there. Throws like `current`. */
export async function settledEpoch(epoch: Pick<Epoch, 'current' | 'due'>): Promise<string> {
  await epoch.due();
  return epoch.current();
}

/** Opens the fence and reads it about every second until closed. Never keeps the process running. */
export async function openEpoch(pool: pg.Pool, options: EpochOptions): Promise<Epoch> {
  const readings = openReadings(pool, options);
  await establishFence(pool, options.strict).catch(explainMissingRight);
  await readings.refresh();
  const close = readRepeatedly(readings.refresh, options.log);
  return { ...readings, close };
}

/** The epoch of the newest reading, for as long as that is believed. Reads only when it is told to. */
function openReadings(pool: pg.Pool, options: EpochOptions): Omit<Epoch, 'close'> {
  const monotonic = options.monotonic ?? (() => performance.now());
  const wall = options.wall ?? (() => Date.now());
  let read: { epoch: string; at_ms: number; wall_ms: number } | null = null;
  let due: Promise<void> | null = null;
  /** A database that is gone must not hold up each request until it is refused. */
  let worth_waiting = true;
  const refresh = async () => {
    // The age counts from before the query, so a slow answer is already old.
    const [at_ms, wall_ms] = [monotonic(), wall()];
    const epoch = await readEpoch(pool, options.log);
    // A reading that began earlier may answer later.
    if (epoch === null || (read && read.at_ms > at_ms)) return;
    read = { epoch, at_ms, wall_ms };
    worth_waiting = true;
  };
  const believed = () => read && Math.max(monotonic() - read.at_ms, wall() - read.wall_ms) <= BELIEVED_FOR_MS;
  return {
    current() {
      if (read && believed()) return read.epoch;
      throw new Unavailable('The fence was not read for more than 5 s.');
    },
    due() {
      if (!worth_waiting || believed()) return null;
      due ??= Promise.race([refresh().catch(() => {}), after(DUE_MS, undefined, { ref: false })]).then(() => {
        worth_waiting = !!believed();
        due = null;
      });
      return due;
    },
    refresh,
  };
}

/** Reads about every second. Logs the first failure of several in a row. Returns how to stop it. */
function readRepeatedly(refresh: () => Promise<void>, log: Log): () => void {
  let failing = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const tick = async () => {
    try {
      await refresh();
      failing = false;
    } catch (error) {
      if (!failing) log.error({ err: error }, 'The fence cannot be read; no token is minted until it can.');
      failing = true;
    }
    if (!closed) schedule();
  };
  const schedule = () => {
    timer = setTimeout(tick, READ_EVERY_MS).unref();
  };
  schedule();
  return () => {
    closed = true;
    clearTimeout(timer);
  };
}

/** The epoch of the present life; starts a new one in another life. Null when the life changed meanwhile. */
async function readEpoch(pool: pg.Pool, log: Log): Promise<string | null> {
  let fence = await readFence(pool);
  if (!fence.same_life) {
    if (await bumpWhenReborn(pool)) log.warn({}, REBORN);
    fence = await readFence(pool);
  }
  return fence.same_life ? fence.epoch : null;
}

const REBORN =
  'The database was restarted, restored or failed over: older preflight and hand-off tokens are void.';
const INSUFFICIENT_PRIVILEGE = '42501';

function explainMissingRight(error: unknown): never {
  if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  throw new Error(
    'The database does not let this user call pg_control_system(), pg_current_wal_lsn() or ' +
      'pg_walfile_name(): grant them, or spent tokens could be accepted again after a failover.',
    { cause: error },
  );
}
