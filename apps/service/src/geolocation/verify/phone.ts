import { createHash } from 'node:crypto';
import {
  type LocationHandoffAnswer,
  type LocationHandoffClaims,
  type VerifyAnswer,
  verifyLocation,
} from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { newJti } from '../../ids.ts';
import { installHash, transactionHash } from '../../privacy/pseudonyms.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import type { HandoffFacts } from '../decision/facts.ts';
import {
  mintLocationHandoff,
  ownHandoff,
  PHONE_TRIES,
  type PhoneCall,
  phoneClaims,
  requirePhoneKey,
} from '../handoff/phone.ts';
import { type LocationHandoff, openContext, stateOf } from '../handoff/records.ts';
import { wellFormed } from '../preflight/install-id.ts';
import { spendAndRecord } from '../records/verification-records.ts';
import { recordDecision } from './record-decision.ts';
import { mustBelong, openSent, policyOf, proofOf, stampedAddress, type VerifyCall } from './sent-evidence.ts';
import { alreadySpent } from './spent-answer.ts';

/** The result belongs to the asking device: what the phone is told proves nothing to a third party. */
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
  const { env, jti } = claims;
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
  const subject = await subjectOf(deps, call as VerifyCall, { opened, claims, row, bound, now_ms });
  const answer = await recordDecision(deps, subject, (verification) =>
    spendAndRecord(
      deps.database.pool,
      { jti, exp: claims.exp, epoch: claims.epoch, payload_sha256 },
      {
        ...verification,
        // No event here: the chain's last verification is the asking device's, and that one has the event.
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

interface Sent {
  opened: Awaited<ReturnType<typeof openSent>>;
  claims: LocationHandoffClaims;
  row: LocationHandoff;
  /** The call proved the key to which its token is bound. */
  bound: boolean;
  now_ms: number;
}

/** The question to decide: the phone's evidence, for the check that the hand-off was asked for. */
async function subjectOf(deps: Deps, call: VerifyCall, { opened, claims, row, bound, now_ms }: Sent) {
  const { org, env, hop } = claims;
  const { evidence } = opened;
  const context = await openContext(deps, row);
  const { transaction, customer_id, policy, person } = context ?? refuse('handoff_not_found', 'erased');
  const install_id = wellFormed(evidence.install_id);
  return {
    org,
    env,
    iss: call.base_url,
    customer_id,
    customer_hash: row.customer_hash,
    since: row.created_at,
    transaction,
    transaction_hash:
      transaction.id === undefined ? null : transactionHash(deps.envelope, { org, env }, transaction.id),
    person,
    install_id,
    install_hash: install_id === null ? null : installHash(deps.envelope, { org, env }, install_id),
    policy: await policyOf(deps, { org, policy, transaction_type: transaction.type }),
    evidence,
    proof: proofOf(opened, claims),
    ip: {
      address: call.ip,
      source: 'connection' as const,
      stamp: await stampedAddress(deps, evidence.ip_stamp, { sub: customer_id, org, env }),
    },
    now_ms,
    chain: { hop, root_jti: row.root_jti, retry_left: hop + 1 < PHONE_TRIES },
    actor: 'client' as const,
    request_id: call.request_id,
    address: call.ip,
    locale: call.header('accept-language')?.split(/[,;]/)[0],
    handoff: { facts: phoneFacts(row, bound), phone_possible: false },
    next: () => {
      const next = { iss: call.base_url, jti: newJti(), hop: hop + 1, now_ms };
      return { next_token: mintLocationHandoff(deps, row, next).token };
    },
  };
}

const phoneFacts = (row: LocationHandoff, bound: boolean): HandoffFacts => ({
  side: 'phone',
  bound,
  denied: false,
  number_confirmed: row.confirm === 'number',
  second_redeemer: row.second_at !== null,
  phone: null,
});
