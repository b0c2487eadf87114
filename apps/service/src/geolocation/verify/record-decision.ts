import type { KeyObject } from 'node:crypto';
import type { VerifyAnswer } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { refuse } from '../../refuse.ts';
import { decide } from '../decision/decision.ts';
import type { DecisionInput, HistoryFacts } from '../decision/facts.ts';
import { outcomeFor, type SandboxOutcome, simulate } from '../decision/sandbox-outcomes.ts';
import { bundleBytes } from '../evidence/bundle.ts';
import { evidenceContent } from '../evidence/content.ts';
import { EVIDENCE_FORMAT, recordText, signRecord } from '../evidence/record.ts';
import { gather } from '../facts/gather.ts';
import { type Origin, originReader } from '../facts/origin.ts';
import { historyExtra } from '../history/extra.ts';
import { type Remembered, readHistory } from '../history/history.ts';
import { placeExtra, placeHere, withTrust } from '../history/trusted-places.ts';
import { customerContext } from '../records/sealed.ts';
import { lostRace, type NewVerification } from '../records/verification-records.ts';
import { composeAnswer } from './answer.ts';
import { type DataKey, type Decided, newVerification } from './new-verification.ts';
import type { Next, Subject } from './subject.ts';

const RACES_MAX = 5;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reads what is known, decides, and lets `commit` record the decision in one statement. Null when `commit`
 * says that another request spent the token or accepted the payload first. A statement that lost a race (for
 * the same new customer, evidence or key) wrote nothing; the case is then decided again on what the winner
 * left.
 */
export async function recordDecision(
  deps: Deps,
  subject: Subject,
  commit: (verification: NewVerification) => Promise<boolean>,
): Promise<VerifyAnswer | null> {
  const outcome = outcomeFor(subject.env, subject.customer_id);
  if (outcome?.unavailable) refuse('unavailable', 'sandbox outcome', { retry_after_s: 1 });
  if (outcome?.delay_ms) await wait(outcome.delay_ms);
  const content = subject.content ?? evidenceContent(subject.evidence);
  const readOrigin = originReader(deps, subject);
  for (let race = 0; race < RACES_MAX; race++) {
    const [remembered, origin] = await Promise.all([
      readHistory(deps.database.pool, deps.envelope, subject, content, subject.now_ms),
      readOrigin(),
    ]);
    const { decided, key } = decideOn(deps, subject, { remembered, origin, outcome, content });
    try {
      const won = await commit(newVerification(subject, decided, key));
      return won ? decided.answer : null;
    } catch (error) {
      if (!lostRace(error)) throw error;
    }
  }
  return refuse('unavailable', 'lost too many races', { retry_after_s: 1 });
}

interface Known {
  remembered: Remembered;
  origin: Origin;
  /** The outcome that the sandbox customer's name asks for. */
  outcome: SandboxOutcome | null;
  /** Hash of the recording. */
  content: Buffer | null;
}

/** Decides on what is known; answers with everything that the recording statement needs. */
function decideOn(
  deps: Deps,
  subject: Subject,
  { remembered, origin, outcome, content }: Known,
): { decided: Decided; key: DataKey } {
  const { history, mark, places, data_key, wrapped, declined } = remembered;
  const gathered = gatherFor(deps, subject, history, origin);
  const known = { install_id: mark.install_id, places, key: data_key };
  const here = placeHere(deps.envelope, subject, gathered, known);
  const input = withTrust(gathered, here);
  const { next, ...answered } = decideAndSign(deps, subject, input, outcome, declined);
  const key = dataKey(deps, subject, data_key, wrapped);
  const visit = here && !outcome && placeExtra(here, answered.decision, subject.now_ms, key.key);
  const extra = {
    ...origin.extra,
    ...subject.extra,
    ...next?.extra,
    ...historyExtra(input, answered.decision, mark),
    ...(visit && { place: visit }),
    ...(declined && { decline_told: true }),
  };
  const fresh = history.evidence_seen === 'no' ? content : null;
  return { decided: { ...answered, content: fresh, extra }, key };
}

function gatherFor(deps: Deps, subject: Subject, history: HistoryFacts, origin: Origin): DecisionInput {
  const { handoff, transaction } = subject;
  return gather(deps, {
    ...subject,
    history,
    origin: {
      ...origin.facts,
      handoff: handoff?.facts ?? null,
      phone_possible: handoff?.phone_possible ?? false,
    },
    position: handoff?.position,
    transaction: {
      type: transaction.type.toLowerCase(),
      expected_jurisdiction: transaction.expected_jurisdiction ?? null,
    },
  });
}

/** The decision, the answer, and the signed record of what was decided from which facts. */
function decideAndSign(
  deps: Deps,
  subject: Subject,
  input: DecisionInput,
  outcome: SandboxOutcome | null,
  declined: boolean,
): Omit<Decided, 'content' | 'extra'> & { next: Next | undefined } {
  const { org, env, iss, now_ms, person } = subject;
  const engine = decide(input);
  const decision = outcome ? simulate(outcome, engine, input) : engine;
  const decision_source = outcome ? 'simulated' : 'auto';
  const verification_id = newId('verification', now_ms);
  const next = decision.decision === 'retry' ? subject.next?.(decision, input) : undefined;
  const answer = composeAnswer(deps, subject, input, decision, verification_id, next, declined);
  const record = recordText({
    format: EVIDENCE_FORMAT,
    verification_id,
    org,
    env,
    decided_at: new Date(now_ms).toISOString(),
    decision_source,
    input,
    decision,
  });
  const signature = signRecord(deps.keys, { org, env, iss, now: now_ms }, verification_id, record);
  // The hand-off code is left out, although the bundle is sealed: a code is stored only as its keyed hash.
  const { handoff: _, ...stored } = answer;
  const bundle = bundleBytes(record, signature, {
    answer: stored,
    transaction_name: subject.transaction.name ?? null,
    transaction_id: subject.transaction.id ?? null,
    root_jti: subject.chain.root_jti,
    person,
  });
  return { verification_id, decision_source, input, decision, answer, bundle, next };
}

function dataKey(deps: Deps, subject: Subject, known: KeyObject | null, wrapped: Buffer | null): DataKey {
  if (known) return { key: known, wrapped: null, known: wrapped };
  const context = customerContext(subject.org, subject.env, subject.customer_id);
  return { ...deps.envelope.newDataKey(context), known: null };
}
