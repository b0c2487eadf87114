import type { cancel, FUNNEL_EVENTS, funnelEvent } from '@standpoint/contract';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { requireActive, requireKey, sessionNameOf } from './access.ts';
import { publicSession } from './public-view.ts';
import type { SessionEvent } from './state.ts';
import { withSession } from './with-session.ts';

/** Ends the session for the person. */
export const cancelHandler: Handler<typeof cancel> = async (call, deps) => {
  const jkt = await proofKey(deps, call, { method: 'POST', path: '/facecheck/session/cancel' });
  return withSession(deps, sessionNameOf(call.caller), (change) => {
    requireKey(call.caller, change, jkt);
    requireActive(call.caller, change);
    change.move('canceled', { reasons: ['canceled_by_person'] });
    return { session: publicSession(change) };
  });
};

/** The move that a reported step of the funnel makes. The other steps only show that a person is there. */
const FUNNEL_MOVES: Partial<Record<(typeof FUNNEL_EVENTS)[number], SessionEvent>> = {
  consent_shown: 'consent_shown',
  permission_asked: 'permission',
  permission_granted: 'permission',
  uploading: 'uploading',
};

/** Moves the session's phase where the table allows it, and nothing else. */
export const funnelEventHandler: Handler<typeof funnelEvent> = async (call, deps) => {
  const jkt = await proofKey(deps, call, { method: 'POST', path: '/facecheck/session/event' });
  return withSession(deps, sessionNameOf(call.caller), (change) => {
    requireKey(call.caller, change, jkt);
    requireActive(call.caller, change);
    const event = FUNNEL_MOVES[call.body.type];
    if (event && change.can(event)) change.move(event);
    else if (change.session.status === 'in_progress') {
      change.move('noted');
      change.act();
    }
    return { session: publicSession(change) };
  });
};
