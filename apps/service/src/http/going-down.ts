import { isLocalOnly, type Reach } from '../demo-default.ts';

/** A part of the service, and how it ends. */
export interface Part {
  /** For the log line of a stop that takes too long, such as `requests under way`. */
  name: string;
  end(): Promise<unknown> | unknown;
}

/** Long enough for a balancer that looks every two seconds and wants two failures. */
const BALANCER_MS = 5_000;
const WATCHED_MS = 60_000;

/** The end of a service, as its parts see it: one for each service. */
export class GoingDown {
  #begun = false;
  #ending: string | null = null;
  /** When `/readyz` was asked, the last two times. */
  #asked: number[] = [];

  /** True from the first signal on: not ready. */
  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }

  /** The part that is ending now; null before and after. */
  get ending(): string | null {
    return this.#ending;
  }

  /** Notes a call of `/readyz`. */
  asked(now_ms = performance.now()): void {
    this.#asked = [...this.#asked.slice(-1), now_ms];
  }

  /**
   * Milliseconds for which a service that goes down still takes requests, so that a balancer reads `/readyz`
   * first. None for a person who presses Ctrl-C, or where there is no balancer: the service can be reached from
   * this computer alone, and `/readyz` was not asked twice within the last minute.
   */
  waitMs(reach: Reach, by_hand: boolean, now_ms = performance.now()): number {
    const watched = this.#asked.length === 2 && now_ms - this.#asked[0]! < WATCHED_MS;
    return by_hand || (isLocalOnly(reach) && !watched) ? 0 : BALANCER_MS;
  }

  /** Ends the parts one after the other, also those after one that fails. Throws the first failure. */
  async end(parts: readonly Part[]): Promise<void> {
    this.begin();
    const failures: unknown[] = [];
    for (const { name, end } of parts) {
      this.#ending = name;
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    this.#ending = null;
    if (failures.length > 0) throw failures[0];
  }
}

/**
 * Ends parts in the reverse order of their opening, also those after one that fails. Throws the first failure.
 */
export const endNewestFirst = (opened: readonly Part[]): Promise<void> =>
  new GoingDown().end(opened.toReversed());

/**
 * Opens several parts. `open` pushes each of them as soon as it is open; when `open` fails, all of them end.
 * Throws the failure of `open`.
 */
export async function allOrNothing<T>(
  log: { warn(fields: object, message: string): void },
  open: (opened: Part[]) => Promise<T>,
): Promise<T> {
  const opened: Part[] = [];
  try {
    return await open(opened);
  } catch (error) {
    await endNewestFirst(opened).catch((err) => log.warn({ err }, 'A part of a failed start did not end.'));
    throw error;
  }
}
