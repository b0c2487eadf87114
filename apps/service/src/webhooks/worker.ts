import { sql } from 'kysely';
import { type Jobs, startJobs } from '../database/jobs.ts';
import type { Log } from '../database/log.ts';
import type { Deps } from '../deps.ts';
import { attempt, type Claim, claim, type DeliveryDeps, type DeliveryName, HOLDER } from './deliver.ts';

/** Attempts that a process makes at once; most of them wait. `claim_delivery` shares them out. */
const ATTEMPTS_MAX = 150;
/**
 * Jobs that a process takes at once. They are few, because every new job makes each one that is looking for a job
 * look once more: 150 of them asked 29 times for each event, and the database did nothing else.
 */
const CONCURRENCY = 4;
/** How long one chain of attempts goes on with what waits at its endpoint, before others have their turn. */
const TURN_MS = 10_000;
const SWEEP_MS = 1_000;
/** How long a stop waits for attempts that run; then they are given back to be made again. */
const DRAIN_MS = 5_000;
/** A pool without a sign of life for this long has died. */
const POOL_DEAD_S = 30;
/** Deliveries that are due this long while no job runs: the worker has lost its way. */
const WEDGED_MS = 60_000;

type World = Pick<Deps, 'database' | 'clock' | 'envelope' | 'data_keys' | 'egress'> & {
  tally?: Deps['tally'];
  log: Log;
};

/** Delivers events until the returned function is called, which waits for the attempts that run. */
export async function keepDelivering(world: World): Promise<() => Promise<void>> {
  const worker = new Worker(world);
  await worker.start();
  const timer = setInterval(() => worker.look(), SWEEP_MS);
  return () => {
    clearInterval(timer);
    return worker.stop();
  };
}

class Worker {
  readonly #world: World;
  readonly #given_up = new AbortController();
  readonly #chains = new Set<Promise<void>>();
  #stopped = false;
  #ran_at = performance.now();
  #jobs: Jobs | null = null;
  #looking = false;

  constructor(world: World) {
    this.#world = world;
  }

  async start(): Promise<void> {
    const task = {
      name: 'deliver',
      run: (payload: unknown, db: DeliveryDeps['db']) => this.#run(payload as DeliveryName, db),
    };
    this.#jobs = await startJobs(this.#world.database, task, {
      concurrency: CONCURRENCY,
      holder: HOLDER,
      log: this.#world.log,
      drain: () => this.#drain(),
    });
    this.#ran_at = performance.now();
  }

  /** A job ends once its delivery is claimed: the lease, and not the job, stands for the attempt. */
  async #run(name: DeliveryName, db: DeliveryDeps['db']): Promise<void> {
    this.#ran_at = performance.now();
    while (this.#chains.size >= ATTEMPTS_MAX) await Promise.race(this.#chains);
    const claimed = await claim({ ...this.#world, db }, name, name.event_id);
    if (!claimed) return;
    const chain = this.#attempts({ ...this.#world, db, given_up: this.#given_up.signal }, claimed)
      .catch((err) =>
        this.#world.log.warn(
          { err },
          'An attempt could not be noted; it is made again when its lease is over.',
        ),
      )
      .finally(() => this.#chains.delete(chain));
    this.#chains.add(chain);
  }

  /** What has a place at the endpoint goes on with what waits for one. The sweep wakes the rest. */
  async #attempts(deps: DeliveryDeps, first: Claim): Promise<void> {
    const until = performance.now() + TURN_MS;
    for (let claimed: Claim | null = first; claimed; ) {
      await attempt(deps, claimed);
      this.#ran_at = performance.now();
      claimed = this.#stopped || this.#ran_at > until ? null : await claim(deps, first, null);
    }
  }

  async #drain(): Promise<void> {
    const patience = setTimeout(() => this.#given_up.abort(), DRAIN_MS);
    await Promise.all(this.#chains);
    clearTimeout(patience);
  }

  /** Wakes what is due, unless the last look has not ended. */
  look(): void {
    if (this.#looking || !this.#jobs) return;
    this.#looking = true;
    sweep(this.#jobs, this.#world)
      .then((woken) => this.#replaceWedged(woken))
      .catch((err) => this.#world.log.warn({ err }, 'Deliveries could not be swept; it will be tried again.'))
      .finally(() => {
        this.#looking = false;
      });
  }

  /** The lost pool is not waited for: what has lost its way may never end. */
  async #replaceWedged(woken: number): Promise<void> {
    if (woken === 0) this.#ran_at = performance.now();
    if (this.#stopped || performance.now() - this.#ran_at < WEDGED_MS) return;
    const { log } = this.#world;
    log.error({ woken }, 'The worker takes no jobs although deliveries are due; it is started anew.');
    const lost = this.#jobs;
    await this.start();
    lost?.stop().catch((err) => log.warn({ err }, 'The lost worker could not be stopped.'));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#jobs?.stop();
  }
}

/**
 * Wakes deliveries that are due and have no job: those whose delay is over, whose worker was killed, or whose
 * endpoint had no place. Per endpoint no more than it has places, because an endpoint that is down may have
 * thousands. Returns how many. Before that, places that died with their worker are given back. Also shows this
 * pool's sign of life, and frees what dead ones hold.
 */
async function sweep(jobs: Jobs, { clock }: Pick<World, 'clock'>): Promise<number> {
  const now = new Date(clock.now());
  await sql`SELECT free_dead_leases()`.execute(jobs.db);
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
