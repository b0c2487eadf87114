import type {
  confirmLocation,
  denyLocation,
  LocationHandoffClaims,
  LocationRedeemAnswer,
} from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import type { Call, Deps, TokenCaller } from '../../deps.ts';
import { record } from '../../events/outbox.ts';
import { checkNumber, customerHint, mintHandoff } from '../../handoff/phone.ts';
import { type CodeArea, type FoundCode, redeemIn } from '../../handoff/redeem.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import type { Minted } from '../../tokens/mint.ts';
import { proofKey, requireBoundKey } from '../../tokens/proof.ts';
import { attestationChallenge } from '../preflight/attestation-challenge.ts';
import {
  claimByCode,
  type HandoffContext,
  handoffById,
  handoffOfCode,
  type LocationHandoff,
  moveHandoff,
  openContext,
  stateOf,
} from './records.ts';

/** Tries of the phone, the first included. */
export const PHONE_TRIES = 3;

interface Words {
  integrator: string;
  context: HandoffContext;
}

const CODES: CodeArea<LocationHandoff & FoundCode, LocationHandoff, Words> = {
  async find({ database }, code_hmac, known_after) {
    const row = await handoffOfCode(database.db, code_hmac, known_after);
    return row ? { ...row, valid_until: row.code_expires_at, used_at: row.redeemed_at } : null;
  },

  claim(deps, _call, { org, env, handoff_id, asked_by, expires_at, code_hmac }, claimAt) {
    const claim = claimAt(new Date(deps.clock.now()), expires_at);
    return deps.database.db.transaction().execute(async (trx) => {
      const row = await claimByCode(trx, code_hmac, claim);
      const data = { handoff_id, verification_id: asked_by };
      if (row) await record(trx, { org, env, type: 'geolocation.handoff.redeemed', data });
      return row;
    });
  },

  read: async (_deps, found) => found,

  async noteSecond({ database, clock }, found) {
    const second_at = new Date(clock.now());
    await moveHandoff(database.db, found, ['redeemed', 'confirmed'], { second_at });
  },

  words: async (deps, row) => ({
    integrator: (await deps.organizations.find(row.org))?.name ?? '',
    context: (await openContext(deps, row)) ?? refuse('short_code_not_found', 'the customer was erased'),
  }),

  answer: redeemAnswer,
};

/** Short codes of location checks. */
export const redeemLocationCode = redeemIn(CODES);

/**
 * The phone gets its token, and learns which organization asks and where the asking device is. The person can
 * then tell a stranger's attempt from their own.
 */
function redeemAnswer(
  deps: Deps,
  call: Call,
  row: LocationHandoff,
  { integrator, context }: Words,
): LocationRedeemAnswer {
  const { token, exp } = mintLocationHandoff(deps, row, {
    iss: call.base_url,
    jti: row.token_jti!,
    hop: 0,
    now_ms: row.redeemed_at!.getTime(),
  });
  const { name, email } = context.person;
  return {
    kind: 'location',
    handoff_token: token,
    expires_at: new Date(exp * 1_000).toISOString(),
    origin: {
      integrator,
      purpose: context.transaction.name ?? context.transaction.type,
      device_label: context.device_label,
      started_at: row.created_at.toISOString(),
      customer_hint: customerHint({ email, first_name: name }, context.customer_id),
      place: context.country,
    },
    confirm: { type: row.confirm },
    livemode: row.env === 'production',
  };
}

/** A hand-off JWT with scope `location`: good for one decision, and for nothing of a face session. */
export function mintLocationHandoff(
  deps: Deps,
  row: LocationHandoff,
  token: { iss: string; jti: string; hop: number; now_ms: number },
): Minted {
  const { kid, x, y } = deps.keys.of(row.env).payload.public_jwk as { kid: string; x: string; y: string };
  const claims: Pick<LocationHandoffClaims, 'scope' | 'hop' | 'attestation_challenge' | 'enc'> = {
    scope: 'location',
    hop: token.hop,
    attestation_challenge: attestationChallenge(token.jti),
    enc: { kid, x, y },
  };
  return mintHandoff(deps, row, token, claims);
}

export type PhoneCall = Call<unknown, unknown, unknown, TokenCaller>;

export const phoneClaims = (caller: TokenCaller): LocationHandoffClaims =>
  caller.claims as unknown as LocationHandoffClaims;

/**
 * Refuses a caller without the key to which its token is bound. True when the call proved that key. A token
 * that was redeemed without a key is bound to none, whatever proof comes with it.
 */
export async function requirePhoneKey(deps: Deps, call: PhoneCall, path: string): Promise<boolean> {
  const jkt = await proofKey(deps, call, { method: 'POST', path });
  const bound = phoneClaims(call.caller).cnf?.jkt;
  requireBoundKey(bound, jkt);
  return bound !== undefined && bound === jkt;
}

/** The hand-off that a phone's token speaks of. */
export async function ownHandoff(deps: Deps, { org, env, claims }: TokenCaller): Promise<LocationHandoff> {
  const row = await handoffById(deps.database.db, org, env, String(claims.handoff_id));
  return row ?? refuse('handoff_not_found', 'erased or forgotten');
}

/** The phone types what the asking device shows. */
export const confirmLocationHandler: Handler<typeof confirmLocation> = async (call, deps) => {
  await requirePhoneKey(deps, call as PhoneCall, '/geolocation/handoff/confirm');
  const row = await ownHandoff(deps, call.caller);
  const now = new Date(deps.clock.now());
  const number = checkNumber(deps, { ...row, state: stateOf(row, now.getTime()) }, call.body.number);
  if (number === 'before') return { confirmed: true };
  const moved = await moveHandoff(
    deps.database.db,
    row,
    ['redeemed'],
    number === 'right' ? { state: 'confirmed', confirmed_at: now } : { state: 'aborted', ended_at: now },
  );
  // Of two answers at once the first one counts.
  if (!moved) return { confirmed: (await ownHandoff(deps, call.caller)).state === 'confirmed' };
  return { confirmed: number === 'right' };
};

/** “This wasn’t me”: the hand-off ends, and the other device and the integrator are told. */
export const denyLocationHandler: Handler<typeof denyLocation> = async (call, deps) => {
  await requirePhoneKey(deps, call as PhoneCall, '/geolocation/handoff/deny');
  const row = await ownHandoff(deps, call.caller);
  const { org, env, handoff_id, asked_by } = row;
  // The phone repeats a denial when the first answer was lost.
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
