import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  makeWorkerUtils,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
  type WorkerPool,
  type WorkerUtils,
} from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './connect.ts';
import type { Log } from './log.ts';
import type { Schema } from './schema.ts';

/** Makes the schema of the worker, or brings it up to this version. Safe on several nodes at once. */
export const migrateJobs = (pool: pg.Pool, log?: Log): Promise<void> =>
  runMigrations({ pgPool: pool, logger: loggerOf(log) });

export interface Jobs {
  /** Connections of the worker's own: a delivery must not wait behind requests, nor they behind it. */
  db: Kysely<Schema>;
  /** The name under which this process locks its jobs. */
  pool_id: string;
  /** Frees the jobs of pools that have died, and deletes those that were given up. */
  free(pool_ids: readonly string[]): Promise<void>;
  /** Takes no more jobs, and waits for those that run. */
  stop(): Promise<void>;
}

export interface JobOptions {
  /** Jobs that run at once. */
  concurrency: number;
  /** Under this name the process holds a lock as long as it lives: `free_dead_leases` asks for it. */
  holder: string;
  log: Log;
  /** Waits for what jobs have begun and left running. A stop calls it before the connections end. */
  drain(): Promise<void>;
}

/** Rare, because each of the many workers polls. */
const POLL_MS = 300_000;
/** How long a stop waits for the pool before it leaves it behind. */
const STOP_MS = 8_000;

/**
 * Runs the jobs that transactions have added, at once after their commit. Its connections are direct, because
 * LISTEN does not work through a pooler. A job is taken straight from the table: a local queue would hold
 * jobs that no other node could see. Polling is rare, because a sweep wakes what a lost notice has missed.
 */
export async function startJobs(
  { server }: Pick<Database, 'server'>,
  task: { name: string; run: (payload: unknown, db: Kysely<Schema>) => Promise<void> },
  { concurrency, holder, log, drain }: JobOptions,
): Promise<Jobs> {
  const pool = openPool(server, holder, log);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    const events: WorkerEvents = new EventEmitter();
    let pool_id = '';
    events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
      pool_id = workerPool.id;
    });
    const shared = { pgPool: pool, logger: loggerOf(log), events };
    const utils = await makeWorkerUtils(shared);
    const runner = await run({
      ...shared,
      taskList: { [task.name]: (payload) => task.run(payload, db) },
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
    });
    runner.promise.catch((error) => log.warn({ err: error }, 'The worker has ended.'));
    return {
      db,
      pool_id,
      async free(pool_ids) {
        if (pool_ids.length > 0) await utils.forceUnlockWorkers([...pool_ids]);
        await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] });
      },
      async stop() {
        await stopRunner(runner, drain);
        await Promise.race([letGo(utils, pool).catch(() => {}), sleep(2_000, undefined, { ref: false })]);
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** A pool that has ended by itself refuses to be stopped, and one that hangs is left behind. */
async function stopRunner(runner: Runner, drain: JobOptions['drain']): Promise<void> {
  const stopped = runner
    .stop()
    .catch(() => {})
    .then(drain);
  await Promise.race([stopped, sleep(STOP_MS, undefined, { ref: false })]);
}

async function letGo(utils: WorkerUtils, pool: pg.Pool): Promise<void> {
  await utils.release();
  // The last jobs are noted as done after the pool has said that it ended.
  for (let i = 0; i < 10 || pool.totalCount > pool.idleCount; i++) await sleep(20);
  await pool.end();
}

function openPool(server: pg.ClientConfig, holder: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...server,
    application_name: 'standpoint worker',
    keepAlive: true,
    max: 8,
    // No request waits for it, and a start computes for seconds while it connects.
    connectionTimeoutMillis: 20_000,
    lock_timeout: 5_000,
    query_timeout: 20_000,
    // A crash of the server may forget the last deliveries, which are then made again. The facts and their events
    // are stored by other connections, which do wait for the disk.
    options: '-c synchronous_commit=off',
    // Every connection, so that the lock is held while the process has any. PostgreSQL frees it with the last one.
    onConnect: async (client) => void (await client.query('SELECT hold_leases($1)', [holder])),
  });
  // Without a listener, a connection that breaks would end the process.
  const broken = (error: Error) => log.warn({ err: error }, 'A database connection of the worker broke.');
  pool.on('error', broken);
  pool.on('connect', (client) => void client.on('error', broken));
  return pool;
}

/** Errors only: the worker tells each job at `info`, and warns of a pool that is smaller than its concurrency. */
const loggerOf = (log?: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log?.warn({ worker: message }, 'The worker has a problem.');
  });
