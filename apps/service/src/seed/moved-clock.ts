import { Gcra } from '../calls/gcra.ts';
import type { DatabaseClock } from '../database/clock.ts';
import type { Deps } from '../deps.ts';

/**
 * The same world at another moment, for records of past days. It counts its calls by itself: made-up people take
 * nothing from the limits of real ones.
 */
export function atMoment(deps: Deps): { past: Deps; moveTo(at_ms: number): void } {
  let at = deps.clock.now();
  const clock: DatabaseClock = {
    offset_ms: 0,
    now: () => at,
    healthy: () => true,
    refresh: async () => {},
    close: () => {},
  };
  return {
    past: { ...deps, clock, limiter: new Gcra() },
    moveTo: (at_ms) => {
      at = at_ms;
    },
  };
}
