import type { KeyObject } from 'node:crypto';
import type { VerifyAnswer } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { refuse } from '../../refuse.ts';
import { decide } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { outcomeFor, type SandboxOutcome, simulate } from '../decision/sandbox-outcomes.ts';
import { bundleBytes } from '../evidence/bundle.ts';
import { evidenceContent } from '../evidence/content.ts';
import { EVIDENCE_FORMAT, recordText, signRecord } from '../evidence/record.ts';
import { gather } from '../facts/gather.ts';
import { originReader } from '../facts/origin.ts';
import { historyExtra } from '../history/extra.ts';
import { readHistory } from '../history/history.ts';
import { placeExtra, placeHere, withTrust } from '../history/trusted-places.ts';
import { customerContext } from '../records/sealed.ts';
import { lostRace, type NewVerification } from '../records/verification-records.ts';
import { answerOf } from './answer.ts';
import { type DataKey, type Decided, newVerification } from './new-verification.ts';
import type { Next, Subject } from './subject.ts';

const RACES_MAX = 5;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reads what is known, decides, and lets `commit` record it in one statement. `null`: somebody else had spent
 * or accepted it before. A race for the same new customer or the same evidence rolls everything back, and is
 * decided again with what the winner left.
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
  const readOrigin = originReader(deps, subject);
  for (let race = 0; race < RACES_MAX; race++) {
    const [{ history, mark, places, data_key, wrapped }, origin] = await Promise.all([
      readHistory(deps.database.pool, deps.envelope, subject, content, subject.now_ms),
      readOrigin(),
    ]);
    const gathered = gather(deps, {
      ...subject,
      history,
      origin: {
        ...origin.facts,
        handoff: subject.handoff?.facts ?? null,
        phone_possible: subject.handoff?.phone_possible ?? false,
      },
      position: subject.handoff?.position,
      transaction: {
        type: subject.transaction.type.toLowerCase(),
        expected_jurisdiction: subject.transaction.expected_jurisdiction ?? null,
      },
    });
    const known = { install_id: mark.install_id, places, key: data_key };
    const here = placeHere(deps.envelope, subject, gathered, known);
    const input = withTrust(gathered, here);
    const fresh = history.evidence_seen === 'no' ? content : null;
    const { next, ...answered } = proven(deps, subject, input, outcome);
    const key = dataKey(deps, subject, data_key, wrapped);
    const visit = here && !outcome && placeExtra(here, answered.decision, subject.now_ms, key.key);
    const extra = {
      ...origin.extra,
      ...subject.extra,
      ...next?.extra,
      ...historyExtra(input, answered.decision, mark),
      ...(visit && { place: visit }),
    };
    const decided = { ...answered, content: fresh, extra };
    try {
      const won = await commit(newVerification(subject, decided, key));
      return won ? decided.answer : null;
    } catch (error) {
      if (!lostRace(error)) throw error;
    }
  }
  return refuse('unavailable', 'lost too many races', { retry_after_s: 1 });
}

/**
 * The decision with its answer and its proof: what was decided from which facts, and our signature on that.
 */
function proven(
  deps: Deps,
  subject: Subject,
  input: DecisionInput,
  outcome: SandboxOutcome | null,
): Omit<Decided, 'content' | 'extra'> & { next: Next | undefined } {
  const { org, env, iss, now_ms, person } = subject;
  const engine = decide(input);
  const decision = outcome ? simulate(outcome, engine, input) : engine;
  const decision_source = outcome ? 'simulated' : 'auto';
  const verification_id = newId('verification', now_ms);
  const next = decision.decision === 'retry' ? subject.next?.(decision, input) : undefined;
  const answer = answerOf(deps, subject, input, decision, verification_id, next);
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
  const transaction_name = subject.transaction.name ?? null;
  // A code is stored as its keyed hash alone, not even sealed.
  const { handoff: _, ...kept } = answer;
  const bundle = bundleBytes(record, signature, { answer: kept, transaction_name, person });
  return { verification_id, decision_source, input, decision, answer, bundle, next };
}

function dataKey(deps: Deps, subject: Subject, known: KeyObject | null, wrapped: Buffer | null): DataKey {
  if (known) return { key: known, wrapped: null, known: wrapped };
  const context = customerContext(subject.org, subject.env, subject.customer_id);
  return { ...deps.envelope.newDataKey(context), known: null };
}
