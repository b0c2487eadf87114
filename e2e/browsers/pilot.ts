/** A real browser with one page, driven from outside. The same stories run in every engine. */
export interface Pilot {
  goto(url: string): Promise<void>;
  /**
   * Runs a function in the page and waits for its promise. Arguments and the result are JSON; `undefined`
   * arrives as `null`. The function sees nothing of the file that it is written in.
   */
  run<A extends unknown[], R>(script: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  close(): Promise<void>;
}

/** What each protocol has to do itself. */
export interface Bare {
  goto(url: string): Promise<void>;
  /** Calls a function with a text; it returns a promise of a text. Rejects with the page's error. */
  call(script: string, text: string): Promise<string>;
  close(): Promise<void>;
}

export const pilotOf = ({ goto, call, close }: Bare): Pilot => ({
  goto,
  async run(script, ...args) {
    const wrapped = `async (text) => JSON.stringify((await (${script})(...JSON.parse(text))) ?? null)`;
    return JSON.parse(await call(wrapped, JSON.stringify(args)));
  },
  close,
});

/** An installed browser. */
export interface Engine {
  name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Why it cannot run here; null if it can. */
  missing: string | null;
  open(): Promise<Pilot>;
}
