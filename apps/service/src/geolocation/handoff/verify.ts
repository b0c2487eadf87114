import { createHash } from 'node:crypto';
import { type LocationHandoffAnswer, type VerifyAnswer, verifyLocation } from '@standpoint/contract';
import { newJti } from '../../ids.ts';
import { openJson } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { wellFormed } from '../preflight/install-id.ts';
import { spendAndRecord } from '../records/verification-records.ts';
import { recordDecision } from '../verify/record-decision.ts';
import {
  mustBelong,
  openSent,
  policyOf,
  proofOf,
  stampedAddress,
  type VerifyCall,
} from '../verify/sent-evidence.ts';
import { alreadySpent } from '../verify/spent-answer.ts';
import { ownHandoff, type PhoneCall, phoneClaims, requirePhoneKey } from './phone.ts';
import { contextAad, type HandoffContext, stateOf } from './records.ts';
import { mintLocationHandoff, PHONE_TRIES } from './token.ts';

/** The result is the asker's: the phone is told how it went, and holds nothing that proves it. */
const shown = ({
  verification_id,
  decision,
  livemode,
  reasons,
  next_token,
}: VerifyAnswer): LocationHandoffAnswer => ({ verification_id, decision, livemode, reasons, next_token });

/** A decision on the phone's evidence, for the customer, transaction and policy of the device that asked. */
export const verifyLocationHandler: Handler<typeof verifyLocation> = async (call, deps) => {
  const bound = await requirePhoneKey(deps, call as PhoneCall, verifyLocation.path);
  const claims = phoneClaims(call.caller);
  const { org, env, jti, hop } = claims;
  const opened = await openSent(deps, call as VerifyCall, claims);
  mustBelong(opened, claims, verifyLocation.path);
  const { evidence } = opened;
  const payload_sha256 = createHash('sha256')
    .update(call.body.payload ?? JSON.stringify(evidence))
    .digest();
  const attempt = { call, claims, attempt_id: evidence.attempt_id, payload_sha256 };
  const now_ms = deps.clock.now();
  if (deps.spent.has(jti) || claims.exp * 1000 <= now_ms) return alreadySpent(deps, attempt, shown);
  const row = await ownHandoff(deps, call.caller);
  const state = stateOf(row, now_ms);
  if (state === 'redeemed') refuse('handoff_unconfirmed', 'not confirmed yet');
  if (state === 'completed') return alreadySpent(deps, attempt, shown);
  if (state !== 'confirmed') refuse('handoff_not_found', `hand-off is ${state}`);
  const context = openJson<HandoffContext>(
    deps.envelope.subkey('location-handoff'),
    row.context_sealed,
    contextAad(org, env, row.handoff_id),
  );
  const { transaction, customer_id, policy } = context;
  const answer = await recordDecision(
    deps,
    {
      org,
      env,
      iss: call.base_url,
      customer_id,
      transaction,
      person: context.person,
      install_id: wellFormed(evidence.install_id),
      policy: await policyOf(deps, { org, policy, transaction_type: transaction.type }),
      evidence,
      proof: proofOf(opened, claims),
      ip: {
        address: call.ip,
        source: 'connection',
        stamp: await stampedAddress(deps, evidence.ip_stamp, { sub: customer_id, org, env }),
      },
      now_ms,
      chain: { hop, root_jti: row.root_jti, retry_left: hop + 1 < PHONE_TRIES },
      actor: 'client',
      request_id: call.request_id,
      address: call.ip,
      locale: call.header('accept-language')?.split(/[,;]/)[0],
      handoff: {
        facts: {
          side: 'phone',
          bound,
          denied: false,
          number_confirmed: row.confirm === 'number',
          second_redeemer: row.second_at !== null,
          phone: null,
        },
        phone_possible: false,
      },
      next: () => {
        const next = { iss: call.base_url, jti: newJti(), hop: hop + 1, now_ms };
        return { next_token: mintLocationHandoff(deps, row, next).token };
      },
    },
    (verification) =>
      spendAndRecord(
        deps.database.pool,
        { jti, exp: claims.exp, epoch: claims.epoch, payload_sha256 },
        {
          ...verification,
          // The chain's last verification is the asker's, and that one is told.
          events: [],
          extra: {
            ...verification.extra,
            ...(verification.decision !== 'retry' && { handoff_completed: row.next_jti }),
          },
        },
      ),
  );
  if (!answer) return alreadySpent(deps, attempt, shown);
  deps.spent.add(jti);
  deps.decided(env, answer.decision);
  return shown(answer);
};
