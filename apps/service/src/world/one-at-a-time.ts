/** Work that is asked for more often than it needs to be done. */
export interface OneAtATime {
  ask(): void;
  /** Nothing that was asked for begins after this. */
  end(): void;
}

/**
 * Begins the work as soon as it is asked for. However often it is asked for during a run, one more run follows, which
 * sees everything that has changed by then. `work` must not reject.
 */
export function oneAtATime(work: () => Promise<void>): OneAtATime {
  let running = false;
  let asked = false;
  const run = async () => {
    running = true;
    while (asked) {
      asked = false;
      await work();
    }
    running = false;
  };
  return {
    ask() {
      asked = true;
      if (!running) void run();
    },
    end() {
      asked = false;
    },
  };
}
