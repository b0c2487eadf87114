import type { redeemShortCode } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import { Answer, type Call, type Deps } from '../../deps.ts';
import { requireClient } from '../../handoff/client-required.ts';
import { codeHmac, normaliseCode } from '../../handoff/code-alphabet.ts';
import { deviceLabel } from '../../handoff/device-label.ts';
import { checkProof, sha256Base64url } from '../../handoff/proof.ts';
import { newJti } from '../../ids.ts';
import { sealBytes } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { KINDS } from '../../tokens/kinds.ts';
import { sandboxOutcome } from '../decision/sandbox-outcomes.ts';
import { partsOf } from '../parts.ts';
import type { Change } from '../session/change.ts';
import { TIMERS } from '../session/due.ts';
import { handoffOf, load } from '../session/records.ts';
import { networkHmac } from '../session/session.ts';
import { withSession } from '../session/with-session.ts';
import { countMiss } from './misses.ts';
import { confirm, deny } from './moves.ts';
import { claimHandoff, type FoundCode, findCode } from './records.ts';
import { type Redeemed, redeemAnswer } from './redeem-answer.ts';

/** Redeems a short code to a hand-off token. Public: whoever holds a live code may, and exactly one does. */
export const redeemShortCodeHandler: Handler<typeof redeemShortCode> = async (call, deps) => {
  requireClient(call);
  const text =
    call.query.code ||
    refuse('invalid_request', 'no code', { fields: [{ path: 'code', message: 'is required' }] });
  const code = normaliseCode(text);
  const jkt = await redeemKey(deps, call, code ?? '');
  const hmac = codeHmac(deps.envelope, code ?? '');
  const known_after = new Date(deps.clock.now() - TIMERS.code_kept);
  const found = code ? await findCode(deps.database.db, hmac, known_after) : null;
  if (!found) {
    const answer = code && (await elsewhere(call, deps, hmac, jkt));
    if (answer) return new Answer(answer, { headers: SECRET });
    await countMiss(deps, partsOf(deps).misses, call.ip);
    return refuse('short_code_not_found', code ? 'unknown code' : 'malformed code');
  }
  // A production token is of no use on the sandbox's address: the code stays whole.
  if (call.host === 'sandbox' && found.env === 'production')
    refuse('environment_mismatch', 'a production code on the sandbox host', {
      message: `This code belongs to production; call ${deps.config.base_url}.`,
    });
  const won = found.state === 'issued' ? await claim(deps, call, found, hmac, jkt) : null;
  const redeemed =
    won ?? (await lost(deps, (await findCode(deps.database.db, hmac, known_after)) ?? found, jkt));
  return new Answer(await redeemAnswer(deps, call.base_url, redeemed), {
    headers: SECRET,
  });
};

const SECRET = { vary: '*', 'referrer-policy': 'no-referrer' };

/** The code of another area, redeemed there. */
async function elsewhere(call: Call, deps: Deps, hmac: Buffer, jkt: string | null) {
  for (const area of deps.short_codes) {
    const answer = await area.redeem(call, deps, { hmac, jkt });
    if (answer) return answer;
  }
  return null;
}

async function redeemKey(deps: Deps, call: Call, code: string): Promise<string | null> {
  const proof = call.header('standpoint-proof');
  if (proof === undefined) return null;
  const now = deps.clock.now();
  const expected = {
    method: 'GET',
    path: '/facecheck/short-code',
    bound: { ch: sha256Base64url(code) },
    now,
  };
  const { jkt, jti } = await checkProof(deps.config, proof, expected);
  if (!partsOf(deps).proofs.first(jkt, jti, now)) refuse('proof_invalid', 'proof was seen before');
  return jkt;
}

/** Takes the hand-off; null when another was faster or the code has just ended. */
function claim(
  deps: Deps,
  call: Call,
  found: FoundCode,
  hmac: Buffer,
  jkt: string | null,
): Promise<Redeemed | null> {
  const { org, env, session_id, handoff_id } = found;
  return withSession(deps, { org, env, session_id }, async (change) => {
    const number = String(partsOf(deps).draw(100)).padStart(2, '0');
    const asked = await claimHandoff(change.trx, hmac, change.now, {
      bound_jkt: jkt,
      token_jti: newJti(),
      token_expires_at: tokenExpiry(change),
      number_sealed: sealBytes(deps.envelope.subkey('handoff-number'), number, handoff_id),
      device_label: deviceLabel(call.header('user-agent')),
      ip_same: networkHmac(deps, call.ip).equals(change.session.network_hmac),
    });
    if (!asked) return null;
    change.adopt(asked);
    change.move('handoff_redeemed');
    change.emit('facecheck.session.handoff_redeemed', { handoff_id, first: true });
    if (asked.confirm === 'none') confirm(change);
    if (sandboxOutcome(env, change.session.customer_id)?.denies_handoff) deny(change);
    return { session: change.session, handoff: { ...asked, state: change.handoff!.state } };
  });
}

function tokenExpiry({ now, session }: Change): Date {
  const exp = Math.floor(now.getTime() / 1_000) + KINDS.handoff.life_s;
  return new Date(Math.min(exp * 1_000, session.portal_exp.getTime()));
}

/** The same key again within a minute gets the same token: its answer was lost. Everyone else is told off. */
async function lost(deps: Deps, found: FoundCode, jkt: string | null): Promise<Redeemed> {
  const now = deps.clock.now();
  const claimed = found.state === 'redeemed' || found.state === 'confirmed';
  const same = jkt !== null && jkt === found.bound_jkt;
  if (claimed && found.used_at && same && now - found.redeemed_at!.getTime() <= TIMERS.redeem_again) {
    const loaded = await load(deps.database.db, {
      org: found.org,
      env: found.env,
      session_id: found.session_id,
    });
    const handoff = loaded && (await handoffOf(deps.database.db, loaded.session, found.handoff_id));
    if (loaded && handoff) return { session: loaded.session, handoff };
  }
  const used = found.used_at !== null || (claimed && found.valid_until.getTime() > now);
  if (!used) return refuse('short_code_expired', `code of a hand-off that is ${found.state}`);
  // The key that holds the hand-off is the same person's, late: a link that was opened again.
  if (claimed && !same && !found.second_at) await tellDesktop(deps, found);
  return refuse('short_code_used', 'a second redeemer');
}

/** Somebody else holds the code too: the person at the desktop should know. Once per hand-off. */
async function tellDesktop(deps: Deps, { org, env, session_id, handoff_id }: FoundCode): Promise<void> {
  await withSession(deps, { org, env, session_id }, async (change) => {
    const { handoff } = change;
    if (handoff?.handoff_id !== handoff_id || handoff.second_at || !change.can('noted')) return;
    change.handoff = { ...handoff, second_at: change.now };
    change.move('noted', { last_error: { code: 'short_code_used', retryable: false } });
    change.emit('facecheck.session.handoff_redeemed', { handoff_id, first: false });
    await audit(change.trx, {
      org,
      env,
      actor: 'client',
      action: 'face.second_redeemer',
      target: handoff_id,
      outcome: 'refused',
    });
  });
}
