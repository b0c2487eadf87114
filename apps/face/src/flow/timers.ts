import type { Problem } from './problems.ts';
import type { Screen } from './state.ts';

/** The outcome when nothing happens. */
export type Outcome = Problem | 'stay' | 'expire' | 'skip';

const MINUTE = 60_000;

interface Timer {
  ms: number;
  outcome: Outcome;
}

/** One minute before the service ends an idle session, so that the person can still come back. */
const IDLE: Timer = { ms: 9 * MINUTE, outcome: 'idle' };

/** Screens whose timer is the same in each of their views; null on ends, where nothing more can happen. */
const TIMERS: Record<Exclude<Screen['name'], 'pairing' | 'handoff'>, Timer | null> = {
  loading: { ms: 45_000, outcome: 'connection_lost' },
  landing: { ms: 10 * MINUTE, outcome: 'code_expired' },
  // The service allows 120 s from the redemption.
  phone_confirm: { ms: 125_000, outcome: 'handoff_timed_out' },
  consent: IDLE,
  primer: IDLE,
  retry: IDLE,
  opening: { ms: 60_000, outcome: 'camera_permission_dismissed' },
  // An unused camera goes off.
  ready: { ms: 2 * MINUTE, outcome: 'idle' },
  capture: { ms: 90_000, outcome: 'attempt_expired' },
  uploading: { ms: 2 * MINUTE, outcome: 'upload_lost' },
  processing: { ms: 90_000, outcome: 'processing_slow' },
  withdraw: { ms: 2 * MINUTE, outcome: 'stay' },
  leave: { ms: MINUTE, outcome: 'stay' },
  error: { ms: 15 * MINUTE, outcome: 'expire' },
  result: null,
  ended: null,
};

/** The timer of a screen; null where nothing more can happen. */
export const timerOf = (screen: Screen): Timer | null => {
  if (screen.name === 'pairing')
    // Pairing is only a signal, so the page does not wait long for it. A text that the person is reading
    // stays (WCAG 2.2.1).
    return ['opening', 'reading'].includes(screen.view) ? { ms: MINUTE, outcome: 'skip' } : IDLE;
  if (screen.name === 'handoff')
    return ['pairing', 'confirmed'].includes(screen.view) ? { ms: 16 * MINUTE, outcome: 'idle' } : IDLE;
  return TIMERS[screen.name];
};
