import type { KeyObject } from 'node:crypto';
import type { Environment, EventType, Evidence, VerifyAnswer } from '@standpoint/contract';
import type { Policy } from '../accounts/policies.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import { coarseAddress } from '../network-address.ts';
import { refuse } from '../refuse.ts';
import { mint } from '../tokens/mint.ts';
import { type Decision, decide } from './decision.ts';
import { contentExpiry, evidenceContent } from './evidence-content.ts';
import type { DecisionInput } from './facts.ts';
import { gather, type Question } from './gather.ts';
import { readHistory } from './history.ts';
import { readOrigin } from './origin.ts';
import type { Person } from './person.ts';
import { reasonTexts } from './reasons.ts';
import { softLeadS } from './recheck.ts';
import { outcomeFor, simulate } from './sandbox-outcomes.ts';
import {
  customerContext,
  type Extra,
  lostRace,
  type NewVerification,
  type SealedPosition,
} from './verification-records.ts';

/** One thing to decide about, from a token (verify) or from a backend's call (evaluate). */
export interface Subject {
  org: string;
  env: Environment;
  /** Base address: issuer of the tokens in the answer. */
  iss: string;
  customer_id: string;
  transaction: {
    type: string;
    name?: string;
    id?: string;
    expected_jurisdiction?: { country: string; subdivision?: string };
  };
  person: Person;
  install_id: string | null;
  policy: Policy | null;
  evidence: Evidence;
  ip: Question['ip'];
  now_ms: number;
  /** What would be a replay under another customer or token; the recording itself when absent. */
  content?: Buffer;
  chain: { hop: number; root_jti: string | null; retry_left: boolean };
  actor: string;
  request_id: string;
  /** Address for the audit entry. */
  address: string;
  locale: string | undefined;
  /** Mints the next token of the chain. */
  next?: () => string;
}

/** Kept sealed with the verification: what the decision was made from, and what was answered. */
export interface Bundle {
  input: DecisionInput;
  decision: Decision;
  answer: VerifyAnswer;
  transaction_name: string | null;
  person: Person;
}

const RACES_MAX = 5;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reads what is known, decides, and lets `commit` record it in one statement. `null`: somebody else had spent or accepted it
 * before. A race for the same new customer or the same evidence rolls everything back, and is decided again with
 * what the winner left.
 */
export async function judge(
  deps: Deps,
  subject: Subject,
  commit: (verification: NewVerification) => Promise<boolean>,
): Promise<VerifyAnswer | null> {
  const outcome = outcomeFor(subject.env, subject.customer_id);
  if (outcome?.unavailable) refuse('unavailable', 'sandbox outcome', { retry_after_s: 1 });
  if (outcome?.delay_ms) await wait(outcome.delay_ms);
  const content = subject.content ?? evidenceContent(subject.evidence);
  for (let race = 0; race < RACES_MAX; race++) {
    const [{ history, data_key, wrapped }, origin] = await Promise.all([
      readHistory(deps.database.pool, deps.envelope, subject, content, subject.now_ms),
      readOrigin(subject.evidence),
    ]);
    const input = gather(deps, {
      ...subject,
      history,
      origin: origin.facts,
      transaction: {
        type: subject.transaction.type.toLowerCase(),
        expected_jurisdiction: subject.transaction.expected_jurisdiction ?? null,
      },
    });
    const decided = decide(input);
    const decision = outcome ? simulate(outcome, decided, input) : decided;
    const verification_id = newId('verification', subject.now_ms);
    const answer = answerOf(deps, subject, input, decision, verification_id);
    const fresh = history.evidence_seen === 'no' ? content : null;
    const key = data_key
      ? { key: data_key, wrapped: null, known: wrapped }
      : {
          ...deps.envelope.newDataKey(customerContext(subject.org, subject.env, subject.customer_id)),
          known: null,
        };
    const bundle: Bundle = {
      input,
      decision,
      answer,
      transaction_name: subject.transaction.name ?? null,
      person: subject.person,
    };
    const simulated = outcome ? 'simulated' : 'auto';
    try {
      return (await commit(
        newVerification(subject, bundle, verification_id, simulated, key, fresh, origin.extra),
      ))
        ? answer
        : null;
    } catch (error) {
      if (!lostRace(error)) throw error;
    }
  }
  return refuse('unavailable', 'lost too many races', { retry_after_s: 1 });
}

function answerOf(
  deps: Deps,
  subject: Subject,
  input: DecisionInput,
  decision: Decision,
  verification_id: string,
): VerifyAnswer {
  const { next_check_in_s, client_reasons } = decision;
  const retry = decision.decision === 'retry';
  const expires = subject.now_ms + next_check_in_s * 1000;
  return {
    verification_id,
    decision: decision.decision,
    livemode: subject.env === 'production',
    reasons: reasonTexts(client_reasons, subject.locale ?? input.evidence.clock?.locale),
    result_token: retry ? undefined : resultToken(deps, subject, input, decision, verification_id),
    expires_at: new Date(expires).toISOString(),
    soft_expires_at: new Date(expires - softLeadS(next_check_in_s) * 1000).toISOString(),
    next_check_in_s,
    recheck_on: decision.recheck_on,
    install_id: subject.install_id ?? undefined,
    next_token: retry ? subject.next?.() : undefined,
  };
}

/** The reasons in it are the public ones: it passes through the client's hands. */
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
      jurisdiction: { country: place?.country ?? null, subdivision: place?.subdivision ?? null },
      assurance: decision.assurance,
      transaction_type: subject.transaction.type,
      transaction_id: subject.transaction.id,
      install_id: subject.install_id ?? undefined,
    },
  ).token;
}

function sealedPosition({ position, place, now_ms }: DecisionInput): SealedPosition | null {
  if (!position) return null;
  const { lat, lng, p95_m, measured_at, age_ms } = position;
  return {
    lat,
    lng,
    p95_m,
    measured_at,
    at_ms: now_ms,
    age_ms,
    country: place?.country ?? null,
    subdivision: place?.subdivision ?? null,
  };
}

/** Only the last verification of a chain is told: a `retry` is not the end of it. */
function eventsOf(decision: Decision): { id: string; type: EventType }[] {
  const types: EventType[] = decision.decision === 'retry' ? [] : ['geolocation.verification.completed'];
  if (decision.decision === 'review') types.push('geolocation.verification.review_required');
  return types.map((type) => ({ id: newId('event'), type }));
}

function newVerification(
  subject: Subject,
  bundle: Bundle,
  verification_id: string,
  decision_source: 'auto' | 'simulated',
  key: { key: KeyObject; wrapped: Buffer | null; known: Buffer | null },
  content: Buffer | null,
  extra: Extra,
): NewVerification {
  const { input, decision, answer } = bundle;
  return {
    org: subject.org,
    env: subject.env,
    verification_id,
    customer_id: subject.customer_id,
    decision: decision.decision,
    decision_source,
    reason_codes: decision.reason_codes,
    transaction_type: subject.transaction.type,
    transaction_id: subject.transaction.id ?? null,
    install_id: subject.install_id,
    policy_id: input.policy.policy_id,
    policy_version: input.policy.policy_id === null ? null : input.policy.version,
    engine_version: decision.engine_version,
    assurance: decision.assurance,
    root_jti: subject.chain.root_jti,
    hop: subject.chain.hop,
    expires_at: new Date(answer.expires_at),
    position: sealedPosition(input),
    bundle,
    data_key: key.key,
    new_data_key: key.wrapped,
    known_data_key: key.known,
    content,
    content_exp: contentExpiry(subject.now_ms),
    events: eventsOf(decision),
    audit: {
      id: newId('audit'),
      actor: subject.actor,
      request_id: subject.request_id,
      ip: coarseAddress(subject.address),
    },
    extra,
  };
}
