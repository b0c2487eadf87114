import { refuse } from '../refuse.ts';

/** Of the eight connections for reads, one organization has at most so many: its searches leave room for the others. */
const SHARE = 5;
const WAITING_MOST = 500;

/** The reads of each organization that run on this node, and those that wait for them. */
export class Readers {
  readonly #of = new Map<string, { running: number; waiting: (() => void)[] }>();

  /** Waits for a place among the reads of an organization. The returned function gives it back. */
  async place(org: string): Promise<() => void> {
    const reads = this.#of.get(org) ?? { running: 0, waiting: [] };
    this.#of.set(org, reads);
    if (reads.waiting.length >= WAITING_MOST)
      refuse('unavailable', 'too many reads of one organization', { retry_after_s: 5 });
    if (reads.running >= SHARE) await new Promise<void>((resolve) => reads.waiting.push(resolve));
    else reads.running++;
    return () => {
      const next = reads.waiting.shift();
      if (next) return next();
      if (--reads.running === 0) this.#of.delete(org);
    };
  }
}
