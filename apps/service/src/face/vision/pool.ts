import { Worker } from 'node:worker_threads';
import type { Environment } from '@standpoint/contract';
import { VisionClosed } from './vision.ts';

/** A worker's message: `ready` or `failed` once, then `done` or `crashed` for each job. */
export type Said = { ready: true } | { failed: string } | { done: unknown } | { crashed: string };

export interface PoolOptions {
  /** A worker thread that posts `ready` or `failed`, then answers each message with `done` or `crashed`. */
  script: URL;
  data: unknown;
  workers: number;
  /** Jobs of production that may wait or run at once; jobs of the sandbox come on top of them. */
  capacity: number;
  start_ms?: number;
  job_ms?: number;
  /** How long after a failed start the next one is tried. */
  retry_ms?: number;
}

interface Waiting {
  job: unknown;
  env: Environment;
  settle: { resolve(answer: unknown): void; reject(error: Error): void };
}

interface Member {
  worker: Worker;
  busy: Waiting | null;
  ready: boolean;
  /** When the worker got its present job. */
  since: number;
  timer: NodeJS.Timeout;
}

/** The models did not answer: an outage of ours, never the image's fault. */
export class PoolFailure extends Error {}

/** How many workers may do the sandbox's jobs at once: a quarter of them, but at least one. */
const sandboxWorkers = (workers: number): number => Math.max(1, Math.floor(workers / 4));
/** Jobs of the sandbox that may wait or run at once, as a share of production's for the same workers. */
const SANDBOX_SHARE = 0.5;

/**
 * Distributes jobs over worker threads, one at a time for each. Where there is a demo, any visitor can send
 * jobs of the sandbox, so production's go first: they wait for jobs that already run, never for jobs that
 * wait. Within an environment jobs are done in the order of their arrival.
 *
 * Threads start with the first job. A thread that breaks, ends or takes too long fails its job and is
 * replaced when there is more to do. A thread that cannot start fails every waiting job.
 */
export class Pool {
  readonly #options: Required<PoolOptions>;
  readonly #members = new Set<Member>();
  readonly #waiting: Record<Environment, Waiting[]> = { production: [], sandbox: [] };
  /** Captures of production that are about to send jobs, or have sent them. */
  #expected = 0;
  #closed = false;
  #refused: { until: number; reason: string } | null = null;
  #seconds_per_job = 0.15;

  constructor(options: PoolOptions) {
    this.#options = { start_ms: 60_000, job_ms: 20_000, retry_ms: 10_000, ...options };
  }

  /** Jobs that wait or run. */
  get load(): number {
    return this.#loadOf('production') + this.#loadOf('sandbox');
  }

  #loadOf(env: Environment): number {
    return this.#waiting[env].length + this.#running(env);
  }

  #running(env: Environment): number {
    return [...this.#members].filter(({ busy }) => busy?.env === env).length;
  }

  /**
   * Whether so many more jobs have room. Each environment has room of its own, so a flood of the sandbox
   * takes none of production's.
   */
  hasRoom(jobs: number, env: Environment = 'production'): boolean {
    const load = this.#loadOf(env);
    return load === 0 || load + jobs <= this.#capacityOf(env);
  }

  #capacityOf(env: Environment): number {
    const { capacity, workers } = this.#options;
    if (env === 'production') return capacity;
    return (capacity / workers) * sandboxWorkers(workers) * SANDBOX_SHARE;
  }

  /** Seconds until about half of the waiting jobs are done. */
  get retry_after_s(): number {
    return Math.max(1, Math.ceil((this.load * this.#seconds_per_job) / this.#options.workers / 2));
  }

  run(job: unknown, env: Environment = 'production'): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new VisionClosed('closed'));
      if (this.#refused && this.#refused.until > Date.now())
        return reject(new PoolFailure(this.#refused.reason));
      this.#waiting[env].push({ job, env, settle: { resolve, reject } });
      this.#next();
    });
  }

  /** Announces a capture of production: one worker is kept for it until the returned function is called. */
  expect(): () => void {
    this.#expected++;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#expected--;
      this.#next();
    };
  }

  /** Starts a worker if there is none. Resolves when one is ready, and throws if none can start. */
  async warm(): Promise<void> {
    await this.run(null);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#rejectWaiting(new VisionClosed('closed'));
    await Promise.all([...this.#members].map((member) => this.#end(member, new VisionClosed('closed'))));
  }

  #rejectWaiting(reason: Error): void {
    for (const { settle } of [...this.#waiting.production.splice(0), ...this.#waiting.sandbox.splice(0)])
      settle.reject(reason);
  }

  #next(): void {
    const { workers } = this.#options;
    for (;;) {
      const idle = [...this.#members].find(({ ready, busy }) => ready && !busy);
      const waiting = idle && this.#takeFirst();
      if (!waiting) break;
      this.#give(idle, waiting);
    }
    const starting = [...this.#members].filter(({ ready }) => !ready).length;
    const { production, sandbox } = this.#waiting;
    const wanted = production.length + Math.min(sandbox.length, this.#leftForSandbox());
    if (wanted > starting && this.#members.size < workers) this.#start();
  }

  /**
   * Takes the first job of production, or else of the sandbox while its share of the workers is not used up.
   */
  #takeFirst(): Waiting | undefined {
    const { production, sandbox } = this.#waiting;
    if (production.length > 0) return production.shift();
    return this.#leftForSandbox() > 0 ? sandbox.shift() : undefined;
  }

  /**
   * How many more workers the sandbox may have now: within its share, and not the last one while a capture of
   * production is expected.
   */
  #leftForSandbox(): number {
    const { workers } = this.#options;
    const kept = this.#expected > 0 ? 1 : 0;
    const free = workers - this.#running('production') - this.#running('sandbox') - kept;
    return Math.max(0, Math.min(sandboxWorkers(workers) - this.#running('sandbox'), free));
  }

  #give(member: Member, waiting: Waiting): void {
    if (waiting.job === null) {
      waiting.settle.resolve(null);
      return;
    }
    member.busy = waiting;
    member.since = performance.now();
    member.timer = setTimeout(
      () => void this.#end(member, new PoolFailure(`an image took more than ${this.#options.job_ms} ms`)),
      this.#options.job_ms,
    );
    member.worker.postMessage(waiting.job);
  }

  #start(): void {
    const worker = new Worker(this.#options.script, { workerData: this.#options.data });
    worker.unref();
    const timer = setTimeout(
      () => this.#cannotStart(member, 'the worker did not start in time'),
      this.#options.start_ms,
    );
    const member: Member = { worker, busy: null, ready: false, since: 0, timer };
    this.#members.add(member);
    worker.on('message', (said: Said) => {
      if ('failed' in said) return this.#cannotStart(member, said.failed);
      if ('crashed' in said) return void this.#end(member, new PoolFailure(said.crashed));
      clearTimeout(member.timer);
      if ('done' in said) this.#done(member, said.done);
      else {
        member.ready = true;
        this.#refused = null;
      }
      this.#next();
    });
    worker.on('error', (error) => this.#gone(member, error.message));
    worker.on('exit', () => this.#gone(member, 'a worker ended'));
  }

  #done(member: Member, answer: unknown): void {
    const took_s = (performance.now() - member.since) / 1000;
    this.#seconds_per_job += 0.1 * (took_s - this.#seconds_per_job);
    const { settle } = member.busy!;
    member.busy = null;
    settle.resolve(answer);
  }

  #gone(member: Member, reason: string): void {
    if (member.ready || this.#closed) void this.#end(member, new PoolFailure(reason));
    else this.#cannotStart(member, reason);
  }

  #cannotStart(member: Member, reason: string): void {
    if (!this.#members.has(member)) return;
    this.#refused = { until: Date.now() + this.#options.retry_ms, reason };
    this.#rejectWaiting(new PoolFailure(reason));
    void this.#end(member, new PoolFailure(reason));
  }

  async #end(member: Member, reason: Error): Promise<void> {
    if (!this.#members.delete(member)) return;
    clearTimeout(member.timer);
    member.busy?.settle.reject(reason);
    member.busy = null;
    await member.worker.terminate();
    if (!this.#closed) this.#next();
  }
}
