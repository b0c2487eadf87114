import type { Call, TokenCaller } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import { requireBoundKey } from '../../tokens/proof.ts';
import type { Loaded, SessionName } from './records.ts';
import { isTerminal } from './state.ts';

export type TokenCall = Call<unknown, unknown, unknown, TokenCaller>;

/** The session that a token belongs to, never one that the client names. */
export function sessionNameOf({ kind, org, env, claims }: TokenCaller): SessionName {
  return kind === 'handoff'
    ? { org, env, session_id: String(claims.session_id), epoch: claims.epoch }
    : { org, env, portal_jti: claims.jti };
}

export const deviceOf = (caller: TokenCaller): 'desktop' | 'phone' =>
  caller.kind === 'handoff' ? 'phone' : 'desktop';

/** Refuses a caller without the key to which its token is bound. */
export function requireKey(caller: TokenCaller, loaded: Pick<Loaded, 'session'>, jkt: string | null): void {
  const cnf = caller.claims.cnf as { jkt: string } | undefined;
  requireBoundKey(caller.kind === 'handoff' ? cnf?.jkt : loaded.session.portal_jkt, jkt);
}

/** Requires that the session lives and that this device is the active one. For acts by the person. */
export function requireActive(caller: TokenCaller, { session, handoff }: Omit<Loaded, 'attempt'>): void {
  if (isTerminal(session.status)) refuse('session_terminal', session.status);
  if (caller.kind === 'portal') {
    if (handoff?.state === 'confirmed') refuse('not_active_device', 'the phone has taken over');
    return;
  }
  if (handoff?.handoff_id !== caller.claims.handoff_id)
    refuse('not_active_device', 'a hand-off that is over');
  if (handoff?.state === 'redeemed') refuse('handoff_unconfirmed', 'not confirmed yet');
  if (handoff?.state !== 'confirmed') refuse('not_active_device', `hand-off is ${handoff?.state}`);
}
