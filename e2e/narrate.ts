const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Prints what happens, one line at a time. */
export class Story {
  readonly #started = performance.now();
  readonly #limit_ms: number;
  #now = 'the beginning';
  #steps = 0;

  constructor(limit_ms: number) {
    this.#limit_ms = limit_ms;
  }

  readonly chapter = (name: string): void => console.log(`\n${name}`);

  /** Runs one step and prints its answers. A failure ends the story under this name. */
  readonly step = async (name: string, run: () => Promise<string[]>): Promise<void> => {
    this.#now = name;
    const answers = await run();
    this.#steps++;
    console.log(`  ✓ ${name}`);
    for (const answer of answers) console.log(`      ${answer}`);
  };

  /**
   * Runs the whole story and returns the exit code. If a step hangs or the user presses Ctrl-C, the story
   * still ends in time and `tidy` runs.
   */
  readonly tell = async (run: () => Promise<void>, tidy: () => Promise<void>): Promise<0 | 1> => {
    let end!: (why: Error) => void;
    const ended = new Promise<never>((_resolve, reject) => {
      end = reject;
    });
    const late = new Error(`not done after ${this.#limit_ms / 1_000} s`);
    const timer = setTimeout(() => end(late), this.#limit_ms);
    const stop = (signal: string) => end(new Error(`stopped by ${signal}`));
    for (const signal of SIGNALS) process.once(signal, stop);
    const told = run();
    // A story that was given up prints nothing more.
    told.catch(() => {});
    try {
      await Promise.race([told, ended]);
      const seconds = ((performance.now() - this.#started) / 1_000).toFixed(1);
      console.log(`\nAll ${this.#steps} steps done in ${seconds} s.\n`);
      return 0;
    } catch (error) {
      const lines = (error as Error).message.split('\n').slice(0, 12);
      console.error(`\n  ✕ ${this.#now}\n      ${lines.join('\n      ')}\n`);
      return 1;
    } finally {
      clearTimeout(timer);
      await tidy();
      for (const signal of SIGNALS) process.off(signal, stop);
    }
  };
}
