import { Worker } from 'node:worker_threads';

/** What a worker says: it is ready or cannot be, then an answer for each job or that it broke. */
export type Said = { ready: true } | { failed: string } | { done: unknown } | { crashed: string };

export interface PoolOptions {
  /** A worker thread that says `ready` or `failed`, then answers each message with `done` or `crashed`. */
  script: URL;
  data: unknown;
  workers: number;
  /** Jobs that may wait or run at once. */
  capacity: number;
  start_ms?: number;
  job_ms?: number;
  /** How long a start that failed is believed before the next one is tried. */
  retry_ms?: number;
}

interface Waiting {
  job: unknown;
  settle: { resolve(answer: unknown): void; reject(error: Error): void };
}

interface Member {
  worker: Worker;
  busy: Waiting | null;
  ready: boolean;
  /** When it was given what it does. */
  since: number;
  timer: NodeJS.Timeout;
}

/** The engine did not answer: an outage of ours, never the image's fault. */
export class PoolFailure extends Error {}

/**
 * Jobs over worker threads, one at a time each, in order of arrival. Threads start with the first job. One that breaks, ends or takes too
 * long fails the job it had and is replaced when there is more to do; one that cannot start fails whatever waits.
 */
export class Pool {
  readonly #options: Required<PoolOptions>;
  readonly #members = new Set<Member>();
  readonly #queue: Waiting[] = [];
  #closed = false;
  #refused: { until: number; reason: string } | null = null;
  #seconds_per_job = 0.15;

  constructor(options: PoolOptions) {
    this.#options = { start_ms: 60_000, job_ms: 20_000, retry_ms: 10_000, ...options };
  }

  /** Jobs that wait or run. */
  get load(): number {
    return this.#queue.length + [...this.#members].filter(({ busy }) => busy).length;
  }

  hasRoom(jobs: number): boolean {
    return this.load === 0 || this.load + jobs <= this.#options.capacity;
  }

  /** How long until about half of what waits is done. */
  get retry_after_s(): number {
    return Math.max(1, Math.ceil((this.load * this.#seconds_per_job) / this.#options.workers / 2));
  }

  run(job: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new PoolFailure('closed'));
      if (this.#refused && this.#refused.until > Date.now())
        return reject(new PoolFailure(this.#refused.reason));
      this.#queue.push({ job, settle: { resolve, reject } });
      this.#next();
    });
  }

  /** Starts a worker where there is none. Resolves when one is ready, and throws where it cannot be. */
  async warm(): Promise<void> {
    await this.run(null);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of this.#queue.splice(0)) settle.reject(new PoolFailure('closed'));
    await Promise.all([...this.#members].map((member) => this.#end(member, 'closed')));
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#members].find(({ ready, busy }) => ready && !busy);
      if (!idle) break;
      this.#give(idle, this.#queue.shift()!);
    }
    const starting = [...this.#members].filter(({ ready }) => !ready).length;
    if (this.#queue.length > starting && this.#members.size < this.#options.workers) this.#start();
  }

  #give(member: Member, waiting: Waiting): void {
    if (waiting.job === null) {
      waiting.settle.resolve(null);
      return;
    }
    member.busy = waiting;
    member.since = performance.now();
    member.timer = setTimeout(
      () => void this.#end(member, `an image took more than ${this.#options.job_ms} ms`),
      this.#options.job_ms,
    );
    member.worker.postMessage(waiting.job);
  }

  #start(): void {
    const worker = new Worker(this.#options.script, { workerData: this.#options.data });
    worker.unref();
    const timer = setTimeout(
      () => this.#cannotStart(member, 'the engine did not start in time'),
      this.#options.start_ms,
    );
    const member: Member = { worker, busy: null, ready: false, since: 0, timer };
    this.#members.add(member);
    worker.on('message', (said: Said) => {
      if ('failed' in said) return this.#cannotStart(member, said.failed);
      if ('crashed' in said) return void this.#end(member, said.crashed);
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
    if (member.ready || this.#closed) void this.#end(member, reason);
    else this.#cannotStart(member, reason);
  }

  #cannotStart(member: Member, reason: string): void {
    if (!this.#members.has(member)) return;
    this.#refused = { until: Date.now() + this.#options.retry_ms, reason };
    for (const { settle } of this.#queue.splice(0)) settle.reject(new PoolFailure(reason));
    void this.#end(member, reason);
  }

  async #end(member: Member, reason: string): Promise<void> {
    if (!this.#members.delete(member)) return;
    clearTimeout(member.timer);
    member.busy?.settle.reject(new PoolFailure(reason));
    member.busy = null;
    await member.worker.terminate();
    if (!this.#closed) this.#next();
  }
}
