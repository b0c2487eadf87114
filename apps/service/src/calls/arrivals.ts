/** When the last call with a key or a token came to this node: work that may wait makes room while such calls come. */
export class Arrivals {
  #last_at = Number.NEGATIVE_INFINITY;

  note(): void {
    this.#last_at = performance.now();
  }

  /** Whether one came in the last milliseconds. */
  within(ms: number): boolean {
    return performance.now() - this.#last_at < ms;
  }
}
