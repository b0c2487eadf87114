/**
 * Reads again what others change. One reading is never cut off by the next: what is asked for meanwhile is one more
 * reading afterwards, once the list has rested.
 */
export class Pace {
  readonly #read: () => Promise<unknown>;
  readonly #restMs: (took_ms: number) => number;
  #asked = false;
  readonly #busy = new Set<'own' | 'other'>();
  #began = 0;
  #not_before = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `restMs`: how long nothing is read after a reading that took so long. */
  constructor(read: () => Promise<unknown>, restMs: (took_ms: number) => number) {
    this.#read = read;
    this.#restMs = restMs;
  }

  ask(): void {
    this.#asked = true;
    this.#plan();
  }

  /** Whether it is being read, for whatever cause. */
  reading(now: boolean): void {
    this.#set('other', now);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asked = false;
  }

  #set(who: 'own' | 'other', busy: boolean): void {
    const before = this.#busy.size > 0;
    if (busy) this.#busy.add(who);
    else this.#busy.delete(who);
    const after = this.#busy.size > 0;
    if (!before && after) this.#began = performance.now();
    if (!before || after) return;
    const ended = performance.now();
    this.#not_before = ended + this.#restMs(ended - this.#began);
    this.#plan();
  }

  #plan(): void {
    if (!this.#asked || this.#busy.size > 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        // Begun elsewhere in the meantime, its end plans anew.
        if (this.#busy.size === 0) void this.#once();
      },
      Math.max(0, this.#not_before - performance.now()),
    );
  }

  async #once(): Promise<void> {
    this.#asked = false;
    this.#set('own', true);
    await this.#read().catch(() => undefined);
    this.#set('own', false);
  }
}
