import type { createShortCode, refreshShortCode, ShortCodeAnswer } from '@standpoint/contract';
import { sql } from 'kysely';
import { capOf, overridesOf } from '../../calls/limits.ts';
import { limitRefusal } from '../../calls/take.ts';
import { codeHmac, codeUrl, newCode } from '../../handoff/short-code.ts';
import { newId } from '../../ids.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { type Channel, settingsOf, type WorkflowSettings, workflowOf } from '../portal/workflow.ts';
import { requireKey, sessionNameOf } from '../session/access.ts';
import type { Change } from '../session/change.ts';
import { TIMERS } from '../session/due.ts';
import { load, type SessionRow } from '../session/records.ts';
import { ensureSession } from '../session/session.ts';
import { isTerminal } from '../session/state.ts';
import { withSession } from '../session/with-session.ts';

const ABORTED_MAX = 3;
/** Seconds that a portal token lives, and with it a session that asks for codes. */
const SESSION_S = 1_800;
const WHERE = '/facecheck/short-code';

/**
 * A new hand-off with its first code; it ends an earlier one that was not redeemed. Creates the session if
 * there is none.
 */
export const createShortCodeHandler: Handler<typeof createShortCode> = async (call, deps) => {
  const jkt = await proofKey(deps, call, { method: 'POST', path: WHERE });
  await ensureSession(deps, call, {});
  return withSession(deps, sessionNameOf(call.caller), async (change) => {
    requireKey(call.caller, change, jkt);
    const settings = await requireAllowed(change);
    const channel = channelOf(settings, call.body.channel ?? settings.channels[0] ?? 'qr');
    const { state } = change.handoff ?? {};
    if (state === 'redeemed' || state === 'confirmed') refuse('handoff_claimed', state);
    await replaceEarlier(change);
    const life = codeLife(change, settings, channel);
    const handoff = await change.trx
      .insertInto('face_handoff')
      .values({
        ...change.key,
        handoff_id: newId('handoff', change.now.getTime()),
        state: 'issued',
        channel,
        confirm: settings.confirm,
        optical: settings.optical ? 'wanted' : null,
        created_at: change.now,
        code_expires_at: life.expires_at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    change.adopt(handoff);
    const code = await issue(change, life.expires_at);
    change.move('handoff_issued', { ...issued(change, call.body.locale), last_error: carriedOver(change) });
    return answer(change, code, life);
  });
};

/** A new code for the same hand-off, even when the old code has run out. The old code works for 10 s more. */
export const refreshShortCodeHandler: Handler<typeof refreshShortCode> = async (call, deps) => {
  const jkt = await proofKey(deps, call, { method: 'PUT', path: WHERE });
  const name = sessionNameOf(call.caller);
  if (!(await load(deps.database.db, name))) return refuse('handoff_not_found', 'no session yet');
  return withSession(deps, name, async (change) => {
    requireKey(call.caller, change, jkt);
    const settings = await requireAllowed(change);
    const { handoff } = change;
    if (handoff?.state === 'redeemed' || handoff?.state === 'confirmed')
      refuse('handoff_claimed', handoff.state);
    if (!handoff || (handoff.state !== 'issued' && handoff.state !== 'expired'))
      return refuse('handoff_not_found', `hand-off is ${handoff?.state ?? 'none'}`);
    const channel = channelOf(settings, call.body.channel ?? handoff.channel);
    const life = codeLife(change, settings, channel);
    await endCodes(change, handoff.handoff_id, TIMERS.old_code);
    change.moveHandoff('refreshed', { channel, code_expires_at: life.expires_at });
    const code = await issue(change, life.expires_at);
    change.move('noted', issued(change, call.body.locale));
    return answer(change, code, life);
  });
};

/** Counts one more code, and keeps the language that the desktop speaks now, for the phone. */
function issued({ session }: Change, locale = session.locale ?? undefined) {
  const codes_issued = session.codes_issued + 1;
  return { codes_issued, locale: locale ?? null };
}

/** A warning about an earlier hand-off does not concern the new one. */
function carriedOver({ session: { last_error } }: Change): SessionRow['last_error'] {
  return last_error && /^(short_code|handoff)_/.test(last_error.code) ? null : last_error;
}

async function requireAllowed(change: Change): Promise<WorkflowSettings['handoff']> {
  if (isTerminal(change.session.status)) refuse('session_terminal', change.session.status);
  const { handoff } = settingsOf((await workflowOf(change.deps, change.session, change.trx)).definition);
  if (handoff.policy === 'off') refuse('handoff_not_allowed', 'policy');
  if (change.session.handoffs_aborted >= ABORTED_MAX)
    refuse('handoff_not_allowed', 'three hand-offs were aborted');
  await requireCodesLeft(change);
  return handoff;
}

async function requireCodesLeft({ deps, session }: Change): Promise<void> {
  const name = 'short_codes_per_session';
  const most = capOf(name, ...(await overridesOf(deps, session.org)));
  if (session.codes_issued < most) return;
  const limit = { rate: most / SESSION_S, burst: most };
  refuse('rate_limited', 'codes of one session', limitRefusal(name, limit, 60));
}

function channelOf({ channels }: WorkflowSettings['handoff'], channel: Channel): Channel {
  if (!channels.includes(channel)) refuse('handoff_not_allowed', `channel ${channel}`);
  return channel;
}

/** A code never outlives the portal token, and is renewed at half of its life. */
function codeLife({ now, session }: Change, { life_s }: WorkflowSettings['handoff'], channel: Channel) {
  const life_ms = life_s[channel] * 1_000;
  const expires_at = new Date(Math.min(now.getTime() + life_ms, session.portal_exp.getTime()));
  return { expires_at, refresh_after_s: Math.floor(life_s[channel] / 2) };
}

async function replaceEarlier(change: Change): Promise<void> {
  const { handoff } = change;
  if (!handoff || !change.moveHandoff('replaced', { reason: 'replaced' })) return;
  await change.trx
    .updateTable('face_handoff')
    .set({ state: 'revoked', reason: 'replaced' })
    .where('org', '=', handoff.org)
    .where('env', '=', handoff.env)
    .where('session_id', '=', handoff.session_id)
    .where('handoff_id', '=', handoff.handoff_id)
    .where('state', 'in', ['issued', 'expired'])
    .execute();
  await endCodes(change, handoff.handoff_id, 0);
}

async function endCodes({ trx, now, key }: Change, handoff_id: string, after_ms: number): Promise<void> {
  await sql`
    UPDATE face_code SET valid_until = least(valid_until, ${new Date(now.getTime() + after_ms)})
     WHERE org = ${key.org} AND env = ${key.env} AND session_id = ${key.session_id} AND handoff_id = ${handoff_id}
       AND valid_until > ${now}`.execute(trx);
}

async function issue(change: Change, valid_until: Date): Promise<string> {
  const code = newCode();
  const { handoff_id } = change.handoff!;
  await change.trx
    .insertInto('face_code')
    .values({
      ...change.key,
      code_hmac: codeHmac(change.deps.envelope, code),
      handoff_id,
      valid_until,
      epoch: sql`(SELECT epoch FROM fence)`,
    })
    .execute();
  return code;
}

const answer = (change: Change, code: string, life: ReturnType<typeof codeLife>): ShortCodeAnswer => ({
  handoff_id: change.handoff!.handoff_id,
  code,
  url: codeUrl(change.deps.config, code),
  expires_at: life.expires_at.toISOString(),
  refresh_after_s: life.refresh_after_s,
});
