import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Work that goes on without a pause, milliseconds. */
const SLICE_MS = 2;
/** A turn of the loop that takes longer did other work, which has precedence. */
const BUSY_MS = 0.5;
/** Rest after each slice while there is other work, and for how long that is believed, milliseconds. */
const REST_MS = 6;
const BELIEVED_MS = 20;

/**
 * Long work in slices beside requests. All of it together gets one slice in a turn of the event loop, so a second
 * filling halves the speed of the first and takes nothing from a verification. Where requests come, slices rest.
 */
export class Slices {
  private line: Promise<unknown> = Promise.resolve();
  private busy_until = 0;

  /** A function that work calls often: it waits when its slice is over. */
  worker(): () => Promise<void> | undefined {
    let began = 0;
    return () => {
      if (began !== 0 && performance.now() - began < SLICE_MS) return undefined;
      const mine = this.line.then(() => this.pause());
      this.line = mine;
      return mine.then(() => {
        began = performance.now();
      });
    };
  }

  private async pause(): Promise<void> {
    const before = performance.now();
    await turn();
    if (performance.now() - before > BUSY_MS) this.busy_until = before + BELIEVED_MS;
    if (before < this.busy_until) await sleep(REST_MS);
  }
}
