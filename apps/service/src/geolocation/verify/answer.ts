import type { VerifyAnswer } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { mint } from '../../tokens/mint.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { REVIEW_DECLINED } from '../decision/reasons/general.ts';
import { reasonParams } from '../decision/reasons/params.ts';
import { reasonTexts } from '../decision/reasons/reasons.ts';
import { softLeadS } from '../decision/recheck.ts';
import { sandboxAnswer } from './sandbox-answer.ts';
import type { Next, Subject } from './subject.ts';

/** The answer that the caller gets. */
export function composeAnswer(
  deps: Deps,
  subject: Subject,
  input: DecisionInput,
  decision: Decision,
  verification_id: string,
  next: Next | undefined,
  declined: boolean,
): VerifyAnswer {
  const { next_check_in_s, client_reasons } = decision;
  const retry = decision.decision === 'retry';
  const expires = subject.now_ms + next_check_in_s * 1000;
  // What a reviewer said of an earlier check is told beside the reasons of this decision, and is none of them.
  const told =
    declined && decision.decision !== 'pass' ? [...client_reasons, REVIEW_DECLINED] : client_reasons;
  const locale = subject.locale ?? input.evidence.clock?.locale;
  return {
    verification_id,
    decision: decision.decision,
    livemode: subject.env === 'production',
    reasons:
      told.length === 0
        ? []
        : reasonTexts(told, locale, reasonParams(input, decision, locale, deps.places.nameOf)),
    result_token: retry ? undefined : resultToken(deps, subject, input, decision, verification_id),
    expires_at: new Date(expires).toISOString(),
    soft_expires_at: new Date(expires - softLeadS(next_check_in_s) * 1000).toISOString(),
    next_check_in_s,
    recheck_on: decision.recheck_on,
    install_id: subject.install_id ?? undefined,
    next_token: next?.next_token,
    handoff: next?.handoff,
    sandbox: sandboxAnswer(subject.env, decision),
  };
}

/** The signed result. It holds public reasons only, because it passes through the client. */
function resultToken(
  deps: Deps,
  subject: Subject,
  { place }: DecisionInput,
  decision: Decision,
  verification_id: string,
): string {
  const { org, env, iss, now_ms } = subject;
  return mint(
    deps.keys,
    'verification',
    { org, env, iss, now: now_ms, life_s: decision.next_check_in_s },
    {
      sub: subject.customer_id,
      verification_id,
      decision: decision.decision,
      reason_codes: decision.client_reasons,
      jurisdiction: {
        country: place?.country ?? null,
        subdivision: place?.subdivision ?? null,
        disputed: place?.disputed ?? undefined,
      },
      assurance: decision.assurance,
      transaction_type: subject.transaction.type,
      transaction_id: subject.transaction.id,
      install_id: subject.install_id ?? undefined,
    },
  ).token;
}
