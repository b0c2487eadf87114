import { Worker } from 'node:worker_threads';
import type { KeyedTemplate } from './gallery-records.ts';
import type { Candidate } from './scan-memory.ts';

interface Questions {
  add: { dimensions: number; rows: readonly KeyedTemplate[] };
  remove: { seqs: readonly number[] };
  scan: { probe: Float32Array; threshold: number };
  drop: object;
}
export interface Answers {
  /** `skipped`: rows that do not open, or hold no unit vector. */
  add: { count: number; bytes: number; skipped: number };
  remove: { count: number };
  scan: { candidates: readonly Candidate[]; margin: number };
  drop: null;
}
export type Question<Op extends keyof Questions> = { gallery: string } & Questions[Op];
export interface Asked {
  id: number;
  op: keyof Questions;
  question: Question<keyof Questions>;
}
type Said = { id: number } & ({ answer: unknown; error?: undefined } | { error: string });

interface Waiting {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/**
 * Sends questions to the thread and returns its answers, in order. The thread starts with the first question.
 */
export class ScanThread {
  readonly #lost: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #asked = 0;

  /** `lost` is called when the thread ended, and with it every gallery that it held. */
  constructor(lost: () => void) {
    this.#lost = lost;
  }

  get running(): boolean {
    return this.#worker !== null;
  }

  ask<Op extends keyof Questions>(op: Op, question: Question<Op>): Promise<Answers[Op]> {
    this.#worker ??= this.#start();
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker!.postMessage({ id, op, question } satisfies Asked);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#ended(worker, new Error('closed'));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./gallery-worker.ts', import.meta.url), {
      // The thread gets neither the flags of a profiler or a test run nor the environment, because it needs
      // no secret from it.
      execArgv: [],
      env: {},
    });
    worker.unref();
    worker.on('message', ({ id, ...said }: Said) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (said.error !== undefined) waiting?.reject(new Error(said.error));
      else waiting?.resolve(said.answer as never);
    });
    worker.on('error', (error) => this.#ended(worker, error));
    worker.on('exit', () => this.#ended(worker, new Error('the scanning thread ended')));
    return worker;
  }

  #ended(worker: Worker | null, error: Error): void {
    if (!worker || this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#lost();
    for (const { reject } of waiting) reject(error);
  }
}
