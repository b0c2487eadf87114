import { randomInt } from 'node:crypto';
import type { LocationRedeemAnswer } from '@standpoint/contract';
import type { Call, Deps, ShortCodeRedeemer } from '../../deps.ts';
import { record } from '../../events/outbox.ts';
import { customerHint, deviceLabel } from '../../handoff/device-label.ts';
import { newJti } from '../../ids.ts';
import { openJson, sealBytes } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import { KINDS } from '../../tokens/kinds.ts';
import {
  CODE_KEPT_MS,
  claimCode,
  contextAad,
  type HandoffContext,
  handoffOfCode,
  type LocationHandoff,
  moveHandoff,
  REDEEM_AGAIN_MS,
  stateOf,
} from './records.ts';
import { mintLocationHandoff } from './token.ts';

/** Short codes of location checks: exactly one redeemer wins. */
export const locationCodes: ShortCodeRedeemer = {
  async redeem(call, deps, { hmac, jkt }) {
    const { db } = deps.database;
    const now_ms = deps.clock.now();
    const known_after = new Date(now_ms - CODE_KEPT_MS);
    const found = await handoffOfCode(db, hmac, known_after);
    if (!found) return null;
    // A production token is of no use on the sandbox's address: the code stays whole.
    if (call.host === 'sandbox' && found.env === 'production')
      refuse('environment_mismatch', 'a production code on the sandbox host', {
        message: `This code belongs to production; call ${deps.config.base_url}.`,
      });
    const won = stateOf(found, now_ms) === 'issued' ? await claim(deps, call, found, hmac, jkt) : undefined;
    if (won) return answerOf(deps, call, won);
    const row = (await handoffOfCode(db, hmac, known_after)) ?? found;
    return answerOf(deps, call, await lost(deps, row, jkt));
  },
};

function claim(deps: Deps, call: Call, found: LocationHandoff, hmac: Buffer, jkt: string | null) {
  const now = new Date(deps.clock.now());
  const { org, env, handoff_id, asked_by } = found;
  const number = String(randomInt(100)).padStart(2, '0');
  const life_end = Math.floor(now.getTime() / 1_000 + KINDS.handoff.life_s) * 1_000;
  return deps.database.db.transaction().execute(async (trx) => {
    const won = await claimCode(trx, hmac, now, {
      bound_jkt: jkt,
      token_jti: newJti(),
      token_expires_at: new Date(Math.min(life_end, found.expires_at.getTime())),
      number_sealed: sealBytes(deps.envelope.subkey('handoff-number'), number, handoff_id),
      phone_label: deviceLabel(call.header('user-agent')),
    });
    if (won)
      await record(trx, {
        org,
        env,
        type: 'geolocation.handoff.redeemed',
        data: { handoff_id, verification_id: asked_by },
      });
    return won;
  });
}

/** The same key again within a minute gets the same token: its answer was lost. Everyone else is told off. */
async function lost(deps: Deps, row: LocationHandoff, jkt: string | null): Promise<LocationHandoff> {
  const now = new Date(deps.clock.now());
  if (!row.redeemed_at) return refuse('short_code_expired', `a code that is ${stateOf(row, now.getTime())}`);
  const live = row.state === 'redeemed' || row.state === 'confirmed';
  const own = jkt !== null && jkt === row.bound_jkt;
  if (live && own && now.getTime() - row.redeemed_at.getTime() <= REDEEM_AGAIN_MS) return row;
  if (live && !row.second_at)
    await moveHandoff(deps.database.db, row, ['redeemed', 'confirmed'], { second_at: now });
  return refuse('short_code_used', 'a second redeemer');
}

/**
 * What the phone learns: its token, and who asks, from where, so that the person can tell a stranger's wish
 * from their own.
 */
async function answerOf(deps: Deps, call: Call, row: LocationHandoff): Promise<LocationRedeemAnswer> {
  const { org, env, handoff_id } = row;
  const context = openJson<HandoffContext>(
    deps.envelope.subkey('location-handoff'),
    row.context_sealed,
    contextAad(org, env, handoff_id),
  );
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
      integrator: (await deps.organizations.find(org))?.name ?? '',
      purpose: context.transaction.name ?? context.transaction.type,
      device_label: context.device_label,
      started_at: row.created_at.toISOString(),
      customer_hint: customerHint({ email, first_name: name }, context.customer_id),
      place: context.country,
    },
    confirm: { type: row.confirm },
    livemode: env === 'production',
  };
}
