/** Long work that this node does beside requests. It knows nothing of it but that it runs. */
export class Background {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  add(work: Promise<void>): void {
    const done = work.finally(() => this.running.delete(done));
    this.running.add(done);
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }
}
