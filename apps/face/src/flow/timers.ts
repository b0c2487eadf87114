import type { Problem } from './problems.ts';
import type { Screen } from './state.ts';

/** The outcome when nothing happens. */
export type Outcome = Problem | 'stay' | 'expire' | 'skip';

const MINUTE = 60_000;

/** The timer of a screen; null on ends, where nothing more can happen. */
export const timerOf = (screen: Screen): { ms: number; outcome: Outcome } | null => {
  switch (screen.name) {
    case 'loading':
      return { ms: 45_000, outcome: 'connection_lost' };
    case 'landing':
      return { ms: 10 * MINUTE, outcome: 'code_expired' };
    case 'phone_confirm':
      // The service allows 120 s from the redemption.
      return { ms: 125_000, outcome: 'handoff_timed_out' };
    case 'pairing':
      // Pairing is only a signal, so the page does not wait long for it. A text that the person is reading
      // stays (WCAG 2.2.1).
      return ['opening', 'reading'].includes(screen.view)
        ? { ms: MINUTE, outcome: 'skip' }
        : { ms: 9 * MINUTE, outcome: 'idle' };
    case 'consent':
    case 'primer':
    case 'retry':
      // One minute before the service ends an idle session, so that the person can still come back.
      return { ms: 9 * MINUTE, outcome: 'idle' };
    case 'opening':
      return { ms: 60_000, outcome: 'camera_permission_dismissed' };
    case 'ready':
      // An unused camera goes off.
      return { ms: 2 * MINUTE, outcome: 'idle' };
    case 'capture':
      return { ms: 90_000, outcome: 'attempt_expired' };
    case 'uploading':
      return { ms: 2 * MINUTE, outcome: 'upload_lost' };
    case 'processing':
      return { ms: 90_000, outcome: 'processing_slow' };
    case 'handoff':
      return {
        ms: ['pairing', 'confirmed'].includes(screen.view) ? 16 * MINUTE : 9 * MINUTE,
        outcome: 'idle',
      };
    case 'withdraw':
      return { ms: 2 * MINUTE, outcome: 'stay' };
    case 'leave':
      return { ms: MINUTE, outcome: 'stay' };
    case 'error':
      return { ms: 15 * MINUTE, outcome: 'expire' };
    case 'result':
    case 'ended':
      return null;
  }
};
