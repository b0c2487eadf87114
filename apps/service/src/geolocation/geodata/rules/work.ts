/** Thrown when a rule takes more steps than it may. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
}

/**
 * Counts the edges and areas that are looked at; the count is the same on every machine. Throws `TooMuchWork`
 * beyond `most`.
 */
export class Work {
  #left: number;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#left = most;
  }

  add(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork('this rule takes too many steps');
  }

  /** Begins a new count. */
  allow(most: number): void {
    this.#left = most;
  }

  get left(): number {
    return this.#left;
  }
}
