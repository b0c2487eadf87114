import { timingSafeEqual } from 'node:crypto';
import type { confirmLocation, denyLocation, LocationHandoffClaims } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import type { Call, Deps, TokenCaller } from '../../deps.ts';
import { record } from '../../events/outbox.ts';
import { checkProof, sha256Base64url } from '../../handoff/proof.ts';
import { openBytes } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { locationParts } from './parts.ts';
import { handoffById, type LocationHandoff, moveHandoff, stateOf } from './records.ts';

export type PhoneCall = Call<unknown, unknown, unknown, TokenCaller>;

export const phoneClaims = (caller: TokenCaller): LocationHandoffClaims =>
  caller.claims as unknown as LocationHandoffClaims;

/**
 * A token that was redeemed with a key works only with that key: whoever copied the token alone is another
 * device. True when the call proved that key; a token that was redeemed without one is bound to none,
 * whatever proof comes with it.
 */
export async function requirePhoneKey(deps: Deps, call: PhoneCall, path: string): Promise<boolean> {
  const proof = call.header('standpoint-proof');
  const bound = phoneClaims(call.caller).cnf?.jkt;
  let jkt: string | null = null;
  if (proof !== undefined) {
    const now = deps.clock.now();
    const expected = { method: 'POST', path, bound: { ath: sha256Base64url(call.caller.token) }, now };
    const checked = await checkProof(deps.config, proof, expected);
    if (!locationParts(deps).proofs.first(checked.jkt, checked.jti, now))
      refuse('proof_invalid', 'proof was seen before');
    jkt = checked.jkt;
  }
  if (bound && bound !== jkt)
    refuse('not_active_device', jkt ? 'another key' : 'a bound token without a proof');
  return bound !== undefined && bound === jkt;
}

/** The hand-off that a phone's token speaks of. */
export async function ownHandoff(deps: Deps, { org, env, claims }: TokenCaller): Promise<LocationHandoff> {
  const row = await handoffById(deps.database.db, org, env, String(claims.handoff_id));
  return row ?? refuse('handoff_not_found', 'erased or forgotten');
}

/** One wrong number ends the hand-off: two digits give nobody a second guess. */
export const confirmLocationHandler: Handler<typeof confirmLocation> = async (call, deps) => {
  await requirePhoneKey(deps, call as PhoneCall, '/geolocation/handoff/confirm');
  const row = await ownHandoff(deps, call.caller);
  const now = new Date(deps.clock.now());
  const state = stateOf(row, now.getTime());
  if (state === 'confirmed') return { confirmed: true };
  if (state !== 'redeemed') return refuse('handoff_not_found', `hand-off is ${state}`);
  const right = isNumber(deps, row, call.body.number);
  const moved = await moveHandoff(
    deps.database.db,
    row,
    ['redeemed'],
    right ? { state: 'confirmed', confirmed_at: now } : { state: 'aborted', ended_at: now },
  );
  // Of two answers at once the first one counts.
  if (!moved) return { confirmed: (await ownHandoff(deps, call.caller)).state === 'confirmed' };
  return { confirmed: right };
};

/** “This wasn’t me”: the hand-off ends, the other device is told, and the integrator hears of it. */
export const denyLocationHandler: Handler<typeof denyLocation> = async (call, deps) => {
  await requirePhoneKey(deps, call as PhoneCall, '/geolocation/handoff/deny');
  const row = await ownHandoff(deps, call.caller);
  const { org, env, handoff_id, asked_by } = row;
  // A repeated denial, for a lost reply.
  if (row.state === 'denied') return { denied: true };
  const denied = await deps.database.db.transaction().execute(async (trx) => {
    const ended_at = new Date(deps.clock.now());
    const moved = await moveHandoff(trx, row, ['redeemed', 'confirmed'], { state: 'denied', ended_at });
    if (!moved) return false;
    const data = { handoff_id, verification_id: asked_by };
    await record(trx, { org, env, type: 'geolocation.handoff.denied', data });
    await audit(trx, {
      org,
      env,
      actor: 'client',
      action: 'geolocation.handoff_denied',
      target: handoff_id,
      request_id: call.request_id,
      ip: call.ip,
    });
    return true;
  });
  return denied ? { denied } : refuse('handoff_not_found', `hand-off is ${row.state}`);
};

function isNumber(deps: Deps, { number_sealed, handoff_id }: LocationHandoff, typed: string): boolean {
  if (!number_sealed) return false;
  const number = openBytes(deps.envelope.subkey('handoff-number'), number_sealed, handoff_id);
  const answer = Buffer.from(typed.trim());
  return answer.length === number.length && timingSafeEqual(answer, number);
}
