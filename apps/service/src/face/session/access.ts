import type { Call, Deps, TokenCaller } from '../../deps.ts';
import { checkProof, sha256Base64url } from '../../handoff/proof.ts';
import { refuse } from '../../refuse.ts';
import { partsOf } from '../parts.ts';
import type { Loaded, SessionName } from './records.ts';
import { isTerminal } from './state.ts';

export type TokenCall = Call<unknown, unknown, unknown, TokenCaller>;
type Where = { method: string; path: string };

/** The session that a token belongs to, never one that the client names. */
export function sessionNameOf({ kind, org, env, claims }: TokenCaller): SessionName {
  return kind === 'handoff'
    ? { org, env, session_id: String(claims.session_id) }
    : { org, env, portal_jti: claims.jti };
}

export const deviceOf = (caller: TokenCaller): 'desktop' | 'phone' =>
  caller.kind === 'handoff' ? 'phone' : 'desktop';

/**
 * Thumbprint of the key that signed the proof of the call; null without a proof. 401 `proof_invalid` for a
 * wrong or repeated one.
 */
export async function proofKey(deps: Deps, call: TokenCall, { method, path }: Where): Promise<string | null> {
  const proof = call.header('standpoint-proof');
  if (proof === undefined) return null;
  const now = deps.clock.now();
  const bound = { ath: sha256Base64url(call.caller.token) };
  const { jkt, jti } = await checkProof(deps.config, proof, { method, path, bound, now });
  if (!partsOf(deps).proofs.first(jkt, jti, now)) refuse('proof_invalid', 'proof was seen before');
  return jkt;
}

/** A bound token works only with its key: an attacker who copied the token alone has another device. */
export function requireKey(caller: TokenCaller, loaded: Pick<Loaded, 'session'>, jkt: string | null): void {
  const cnf = caller.claims.cnf as { jkt: string } | undefined;
  const bound = caller.kind === 'handoff' ? cnf?.jkt : loaded.session.portal_jkt;
  if (bound && bound !== jkt)
    refuse('not_active_device', jkt ? 'another key' : 'a bound token without a proof');
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
