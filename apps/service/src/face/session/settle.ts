import type { Change } from './change.ts';
import { type Due, whatIsDue } from './due.ts';

/** The change that follows when a timer runs out. */
const RAN_OUT: Record<Due, (change: Change) => void> = {
  handoff_code(change) {
    change.moveHandoff('code_ran_out');
    change.move('noted');
  },
  handoff_unconfirmed: (change) => abortHandoff(change, 'timed_out', 'unconfirmed'),
  handoff_token: (change) => abortHandoff(change, 'timed_out', 'token_expired'),
  attempt(change) {
    change.closeAttempt('expired');
    const last_error = { code: 'attempt_expired', retryable: true };
    change.move(change.can('attempt_lapsed') ? 'attempt_lapsed' : 'noted', { last_error });
  },
  processing: (change) => processingLapsed(change, 'processing_timeout'),
  session: (change) => change.move('expired'),
};

/** Settles every timer that has run out; true when there was one. */
export function settle(change: Change): boolean {
  let any = false;
  for (let due = whatIsDue(change, change.now); due; due = whatIsDue(change, change.now)) {
    RAN_OUT[due](change);
    any = true;
  }
  return any;
}

/** Ends the hand-off, but not the session: the desktop may go on, or show a new code. */
export function abortHandoff(change: Change, event: 'wrong_number' | 'timed_out', reason: string): void {
  change.moveHandoff(event, { reason });
  leavePhone(change);
  // A wrong number may be another person's guess, so the person at the desktop should know the difference.
  const last_error = {
    code: event === 'wrong_number' ? 'handoff_wrong_number' : 'handoff_timed_out',
    retryable: true,
  };
  change.move('handoff_ended', { handoffs_aborted: change.session.handoffs_aborted + 1, last_error });
}

/** Closes the attempt that the phone had opened, so that the desktop may open its own. */
export function leavePhone(change: Change): void {
  if (change.attempt?.device === 'phone') change.closeAttempt('abandoned');
}

export function processingLapsed(change: Change, code: string): void {
  change.move('processing_lapsed', {
    last_error: { code, retryable: change.session.attempts_used < change.session.attempts_max },
  });
  if (change.attempt?.state === 'submitted') change.attempt = { ...change.attempt, outcome: code };
}
