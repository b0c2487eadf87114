import { sql } from 'kysely';
import { type Jobs, startJobs } from '../database/jobs.ts';
import type { Log } from '../database/log.ts';
import type { Deps } from '../deps.ts';
import { attempt, claim, type DeliveryDeps, type DeliveryName } from './deliver.ts';

/** Attempts that a process makes at once. One endpoint has at most five of them: see `claim_delivery`. */
const CONCURRENCY = 60;
const SWEEP_MS = 1_000;
/** A pool without a sign of life for this long has died. */
const POOL_DEAD_S = 30;
/** How long a stop waits for attempts that run; then they are given back to be made again. */
const DRAIN_MS = 5_000;
/** Deliveries that are due this long while no job runs: the worker has lost its way. */
const WEDGED_MS = 60_000;

type World = Pick<Deps, 'database' | 'clock' | 'envelope' | 'egress'> & { log: Log };

/** Delivers events until the returned function is called, which waits for the attempts that run. */
export async function keepDelivering(world: World): Promise<() => Promise<void>> {
  const given_up = new AbortController();
  let stopped = false;
  let ran_at = performance.now();
  const depsOf = (db: DeliveryDeps['db']): DeliveryDeps => ({ ...world, db, given_up: given_up.signal });

  const task = {
    name: 'deliver',
    async run(payload: unknown, db: DeliveryDeps['db']) {
      ran_at = performance.now();
      const deps = depsOf(db);
      const name = payload as DeliveryName;
      let claimed = await claim(deps, name, name.event_id);
      // Whoever has a place at the endpoint goes on with what waits for one.
      while (claimed) {
        await attempt(deps, claimed);
        ran_at = performance.now();
        claimed = stopped ? null : await claim(deps, name, null);
      }
    },
  };
  const start = () => startJobs(world.database, task, { concurrency: CONCURRENCY, log: world.log });
  let jobs = await start();

  const replaceWedged = async (woken: number) => {
    if (woken === 0) ran_at = performance.now();
    if (performance.now() - ran_at < WEDGED_MS) return;
    world.log.error({ woken }, 'The worker takes no jobs although deliveries are due; it is started anew.');
    const lost = jobs;
    jobs = await start();
    ran_at = performance.now();
    await lost.stop().catch((err) => world.log.warn({ err }, 'The lost worker could not be stopped.'));
  };

  let sweeping: Promise<void> | null = null;
  const timer = setInterval(() => {
    sweeping ??= sweep(jobs, world)
      .then(replaceWedged)
      .catch((err) => world.log.warn({ err }, 'Deliveries could not be swept; it will be tried again.'))
      .finally(() => {
        sweeping = null;
      });
  }, SWEEP_MS);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await sweeping;
    const patience = setTimeout(() => given_up.abort(), DRAIN_MS);
    await jobs.stop();
    clearTimeout(patience);
  };
}

/**
 * Wakes deliveries that are due and have no job: those whose delay is over, whose worker was killed, or whose
 * endpoint had no place. Per endpoint no more than it has places, because an endpoint that is down may have
 * thousands. Returns how many. Also shows this pool's sign of life, and frees what dead ones hold.
 */
async function sweep(jobs: Jobs, { clock }: Pick<World, 'clock'>): Promise<number> {
  const now = new Date(clock.now());
  const { rows } = await sql<{ woken: number }>`
    WITH due AS (
      SELECT d.* FROM webhook w CROSS JOIN LATERAL (
        SELECT d.org, d.env, d.webhook_id, d.event_id FROM delivery d
         WHERE d.org = w.org AND d.env = w.env AND d.webhook_id = w.webhook_id AND d.state = 'pending'
           AND d.due_at <= ${now}::timestamptz - interval '1 second'
           AND (d.lease IS NULL OR d.lease_until <= now())
         ORDER BY d.due_at LIMIT 5) d
       WHERE w.disabled_at IS NULL)
    SELECT count(wake_delivery(org, env, webhook_id, event_id)::text)::int AS woken FROM due`.execute(
    jobs.db,
  );
  await freeDead(jobs);
  return rows[0]!.woken;
}

async function freeDead(jobs: Jobs): Promise<void> {
  await sql`
    INSERT INTO worker_pool (pool_id, seen_at) VALUES (${jobs.pool_id}, now())
    ON CONFLICT (pool_id) DO UPDATE SET seen_at = now()
     WHERE worker_pool.seen_at < now() - interval '5 seconds'`.execute(jobs.db);
  const { rows } = await sql<{ pool_id: string }>`
    DELETE FROM worker_pool WHERE seen_at < now() - make_interval(secs => ${POOL_DEAD_S})
    RETURNING pool_id`.execute(jobs.db);
  if (rows.length > 0) await jobs.free(rows.map(({ pool_id }) => pool_id));
}
