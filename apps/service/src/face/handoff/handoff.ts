import { timingSafeEqual } from 'node:crypto';
import type { cancelHandoff, confirmHandoff, denyHandoff } from '@standpoint/contract';
import type { TokenCaller } from '../../deps.ts';
import { openBytes } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey, requireKey, sessionNameOf } from '../session/access.ts';
import type { Change } from '../session/change.ts';
import { publicSession } from '../session/public-view.ts';
import type { HandoffRow } from '../session/records.ts';
import { abortHandoff, leavePhone } from '../session/settle.ts';
import { isTerminal } from '../session/state.ts';
import { withSession } from '../session/with-session.ts';
import { confirm, deny } from './moves.ts';

const path = (verb: string) => ({ method: 'POST', path: `/facecheck/session/handoff/${verb}` });

/**
 * The phone types what the desktop shows. One wrong number ends the hand-off: two digits give nobody a second
 * guess.
 */
export const confirmHandoffHandler: Handler<typeof confirmHandoff> = async (call, deps) => {
  const jkt = await proofKey(deps, call, path('confirm'));
  return withSession(deps, sessionNameOf(call.caller), (change) => {
    requireKey(call.caller, change, jkt);
    const handoff = ownHandoff(change, call.caller);
    if (handoff.state === 'confirmed') return { confirmed: true, session: publicSession(change) };
    if (handoff.state !== 'redeemed') return refuse('handoff_not_found', `hand-off is ${handoff.state}`);
    const confirmed = isNumber(change, handoff, call.body.number);
    if (confirmed) confirm(change);
    else abortHandoff(change, 'wrong_number', 'wrong_number');
    return { confirmed, session: publicSession(change) };
  });
};

/** “This wasn’t me”: the session ends, and the integrator hears of it. */
export const denyHandoffHandler: Handler<typeof denyHandoff> = async (call, deps) => {
  const jkt = await proofKey(deps, call, path('deny'));
  return withSession(deps, sessionNameOf(call.caller), (change) => {
    requireKey(call.caller, change, jkt);
    // A repeated denial, for a lost reply.
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
      refuse('handoff_not_found', 'none that lives');
    leavePhone(change);
    change.move('handoff_ended');
    return { session: publicSession(change) };
  });
};

function ownHandoff({ session, handoff }: Change, { claims }: TokenCaller): HandoffRow {
  if (isTerminal(session.status)) refuse('session_terminal', session.status);
  if (handoff?.handoff_id !== claims.handoff_id)
    return refuse('handoff_not_found', 'another hand-off is the present one');
  return handoff as HandoffRow;
}

function isNumber({ deps }: Change, { number_sealed, handoff_id }: HandoffRow, typed: string): boolean {
  if (!number_sealed) return false;
  const number = openBytes(deps.envelope.subkey('handoff-number'), number_sealed, handoff_id);
  const answer = Buffer.from(typed.trim());
  return answer.length === number.length && timingSafeEqual(answer, number);
}
