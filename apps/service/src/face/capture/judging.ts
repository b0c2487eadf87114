import { once } from 'node:events';

/** The captures that are being judged: a client may have its answer before that is over. */
export class Judging {
  readonly #under_way = new Set<Promise<unknown>>();

  /** Keeps the work until it is over. It must not reject. */
  add<T>(work: Promise<T>): Promise<T> {
    this.#under_way.add(work);
    void work.finally(() => this.#under_way.delete(work));
    return work;
  }

  /** Resolves when all are judged, or when `give_up` aborts. */
  async done(give_up: AbortSignal): Promise<void> {
    if (this.#under_way.size === 0 || give_up.aborted) return;
    await Promise.race([Promise.all(this.#under_way), once(give_up, 'abort')]);
  }
}
