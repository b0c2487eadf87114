import { Worker } from 'node:worker_threads';

interface Asked {
  resolve(answer: never): void;
  reject(error: Error): void;
}
/** What the thread is told: something to stand on, or a question with the number of its answer. */
export type Told = { know: unknown } | { id: number; question: unknown };
export type Said = { id: number } & ({ answer: unknown; error?: undefined } | { error: string });

/** A thread that is asked nothing any more gives its memory back after this time. */
const IDLE_MS = 60_000;
/** Beyond this its work fails, and the service goes on. */
const HEAP_MB = 384;

/**
 * A thread for work that may wait. It starts with the first question, and ends some time after the last user left.
 * What breaks it fails the questions that it had, and nothing else.
 */
export class QuietThread {
  readonly #script: URL;
  readonly #idle_ms: number;
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | null = null;
  #known: object | null = null;
  #last = 0;
  #users = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(script: URL, idle_ms = IDLE_MS) {
    this.#script = script;
    this.#idle_ms = idle_ms;
  }

  get running(): boolean {
    return this.#worker !== null;
  }

  /** Keeps the thread until the returned function is called. */
  use(): () => void {
    this.#users++;
    clearTimeout(this.#idle);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (--this.#users > 0) return;
      this.#idle = setTimeout(() => void this.#end(new Error('idle')), this.#idle_ms);
      this.#idle.unref();
    };
  }

  /** Tells the thread what later questions stand on, unless it was told this already. */
  know(name: object, what: () => unknown): void {
    const worker = this.#started();
    if (this.#known === name) return;
    this.#known = name;
    worker.postMessage({ know: what() } satisfies Told);
  }

  ask<A>(question: unknown, transfer: ArrayBuffer[] = []): Promise<A> {
    return new Promise((resolve, reject) => {
      const worker = this.#started();
      const id = ++this.#last;
      this.#asked.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies Told, transfer);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(new Error('closed'));
  }

  #started(): Worker {
    if (this.#closed) throw new Error('closed');
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const worker = new Worker(this.#script, {
      // Neither the flags of a profiler or a test run, nor the environment: it needs no secret.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    this.#known = null;
    worker.on('message', ({ id, ...said }: Said) => {
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      if (said.error !== undefined) asked?.reject(new Error(said.error));
      else asked?.resolve(said.answer as never);
    });
    worker.on('error', (error) => this.#gone(worker, error));
    worker.on('exit', () => this.#gone(worker, new Error('the thread ended')));
    return worker;
  }

  async #end(reason: Error): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (!worker) return;
    this.#gone(worker, reason);
    await worker.terminate();
  }

  #gone(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(reason);
  }
}
