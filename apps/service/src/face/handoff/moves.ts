import type { Change } from '../session/change.ts';

/** From here on only the phone may capture. */
export function confirm(change: Change): void {
  change.moveHandoff('confirmed', { confirmed_at: change.now });
  if (change.attempt?.device === 'desktop') change.closeAttempt('abandoned');
  change.move('handoff_confirmed');
}

/** “This wasn’t me”. */
export function deny(change: Change): void {
  const { handoff_id } = change.handoff!;
  change.moveHandoff('denied', { reason: 'denied' });
  const last_error = { code: 'handoff_denied', retryable: false };
  change.move('handoff_denied', { reasons: ['handoff_denied'], last_error });
  change.emit('facecheck.session.handoff_denied', { handoff_id });
}
