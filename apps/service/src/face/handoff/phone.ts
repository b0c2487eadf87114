import type { cancelHandoff, confirmHandoff, denyHandoff } from '@standpoint/contract';
import type { TokenCaller } from '../../deps.ts';
import { checkNumber } from '../../handoff/phone.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { requireKey, sessionNameOf } from '../session/access.ts';
import type { Change } from '../session/change.ts';
import { publicSession } from '../session/public-view.ts';
import type { HandoffRow } from '../session/records.ts';
import { abortHandoff, leavePhone } from '../session/settle.ts';
import { isTerminal } from '../session/state.ts';
import { withSession } from '../session/with-session.ts';

const path = (verb: string) => ({ method: 'POST', path: `/facecheck/session/handoff/${verb}` });

/** The phone types what the desktop shows. */
export const confirmHandoffHandler: Handler<typeof confirmHandoff> = async (call, deps) => {
  const jkt = await proofKey(deps, call, path('confirm'));
  return withSession(deps, sessionNameOf(call.caller), (change) => {
    requireKey(call.caller, change, jkt);
    const number = checkNumber(deps, ownHandoff(change, call.caller), call.body.number);
    if (number === 'right') confirm(change);
    if (number === 'wrong') abortHandoff(change, 'wrong_number', 'wrong_number');
    return { confirmed: number !== 'wrong', session: publicSession(change) };
  });
};

/** “This wasn’t me”: the session ends, and the integrator is told by an event. */
export const denyHandoffHandler: Handler<typeof denyHandoff> = async (call, deps) => {
  const jkt = await proofKey(deps, call, path('deny'));
  return withSession(deps, sessionNameOf(call.caller), (change) => {
    requireKey(call.caller, change, jkt);
    // The phone repeats a denial when the first answer was lost.
    if (change.handoff?.handoff_id === call.caller.claims.handoff_id && change.handoff?.reason === 'denied')
      return { session: publicSession(change) };
    const { state } = ownHandoff(change, call.caller);
    if (state !== 'redeemed' && state !== 'confirmed') refuse('handoff_not_found', `hand-off is ${state}`);
    deny(change);
    return { session: publicSession(change) };
  });
};

/** Frees the desktop when the phone is lost; the phone's token is then worth nothing. */
export const cancelHandoffHandler: Handler<typeof cancelHandoff> = async (call, deps) => {
  const jkt = await proofKey(deps, call, path('cancel'));
  return withSession(deps, sessionNameOf(call.caller), (change) => {
    requireKey(call.caller, change, jkt);
    if (isTerminal(change.session.status)) refuse('session_terminal', change.session.status);
    if (!change.moveHandoff('canceled', { reason: 'canceled' }))
      refuse('handoff_not_found', 'no hand-off lives');
    leavePhone(change);
    change.move('handoff_ended');
    return { session: publicSession(change) };
  });
};

/** From here on only the phone may capture. */
export function confirm(change: Change): void {
  change.moveHandoff('confirmed', { confirmed_at: change.now });
  if (change.attempt?.device === 'desktop') change.closeAttempt('abandoned');
  change.move('handoff_confirmed');
}

/** Ends the session: its person did not ask for it. */
export function deny(change: Change): void {
  const { handoff_id } = change.handoff!;
  change.moveHandoff('denied', { reason: 'denied' });
  const last_error = { code: 'handoff_denied', retryable: false };
  change.move('handoff_denied', { reasons: ['handoff_denied'], last_error });
  change.emit('facecheck.session.handoff_denied', { handoff_id });
}

function ownHandoff({ session, handoff }: Change, { claims }: TokenCaller): HandoffRow {
  if (isTerminal(session.status)) refuse('session_terminal', session.status);
  if (handoff?.handoff_id !== claims.handoff_id)
    return refuse('handoff_not_found', 'another hand-off is the present one');
  return handoff as HandoffRow;
}
