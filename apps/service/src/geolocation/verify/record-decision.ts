import type { KeyObject } from 'node:crypto';
import type { VerifyAnswer } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { type NewKey, newKey } from '../../privacy/customers.ts';
import { digestHash } from '../../privacy/pseudonyms.ts';
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
  if (outcome?.unavailable) refuse('unavailable', 'sandbox outcome');
  if (outcome?.delay_ms) await wait(outcome.delay_ms);
  const began = performance.now();
  const recording = subject.content ?? evidenceContent(subject.evidence);
  const content = recording && digestHash(deps.envelope, subject, recording);
  const readOrigin = originReader(deps, subject);
  let fresh: NewKey | null = null;
  for (let race = 0; race < RACES_MAX; race++) {
    const [remembered, origin] = await Promise.all([
      readHistory(deps, subject, content, subject.now_ms),
      readOrigin(),
    ]);
    if (remembered.erased) refuse('token_invalid', 'the customer was erased after the token was issued');
    if (remembered.key_id !== null && !remembered.data_key) {
      // An erasure at the same moment: the next look finds its row gone. A key that is lost stays so until a chore
      // has erased what it opened.
      if (race > 0) refuse('unavailable', `no key ${remembered.key_id}`, { retry_after_s: 5 });
      continue;
    }
    if (remembered.key_id === null) fresh ??= await newKey(deps.data_keys, subject, subject.customer_id);
    const { decided, key } = decideOn(deps, subject, { remembered, origin, outcome, content, fresh });
    try {
      if (!(await commit(newVerification(subject, decided, key)))) return null;
      const { org, env, evidence, now_ms } = subject;
      // evaluate() asks for a check and decides it in one call.
      if (subject.chain.root_jti === null) deps.tally.asked('location', { org, env }, now_ms);
      deps.tally.note({ org, env, ...placed(subject, decided) }, now_ms, performance.now() - began);
      deps.sdk_seen.note({ org, env, platform: evidence.platform, sdk: evidence.sdk }, now_ms);
      return decided.answer;
    } catch (error) {
      if (!lostRace(error)) throw error;
    }
    // What was sealed with it may lie in the database's log: it must never become another person's.
    if (fresh) await deps.data_keys.destroy(fresh.key_id);
    fresh = null;
  }
  return refuse('unavailable', 'lost too many races');
}

/** What the tally counts of a decision: numbers alone, and no person. */
export const placed = (
  { chain }: Subject,
  { input: { place, policy, position }, decision: { decision } }: Decided,
) => ({
  policy_id: policy.policy_id ?? '',
  country: place?.country ?? '',
  subdivision: place?.subdivision ?? '',
  decision,
  first: chain.hop === 0,
  positioned: position !== null,
});

export interface Known {
  remembered: Remembered;
  origin: Origin;
  /** The outcome that the sandbox customer's name asks for. */
  outcome: SandboxOutcome | null;
  /** Hash of the recording. */
  content: Buffer | null;
  /** The key of a new customer. */
  fresh: NewKey | null;
}

/** Decides on what is known; answers with everything that the recording statement needs. */
export function decideOn(
  deps: Deps,
  subject: Subject,
  { remembered, origin, outcome, content, fresh }: Known,
): { decided: Decided; key: DataKey } {
  const { history, mark, places, data_key, key_id, declined } = remembered;
  const key: DataKey = data_key && key_id !== null ? { key: data_key, key_id, id_sealed: null } : fresh!;
  const gathered = gatherFor(deps, subject, history, origin);
  const known = { install_hash: mark.install_hash, places, key: data_key };
  const here = placeHere(deps.envelope, subject, gathered, known);
  const input = withTrust(gathered, here);
  const { next, ...answered } = decideAndSign(deps, subject, input, { outcome, declined, key: key.key });
  const visit = here && !outcome && placeExtra(here, answered.decision, subject.now_ms, key.key);
  const extra = {
    ...origin.extra,
    ...subject.extra,
    ...next?.extra,
    ...historyExtra(input, answered.decision, mark),
    ...(visit && { place: visit }),
    ...(declined && { decline_told: true }),
  };
  const unseen = history.evidence_seen === 'no' ? content : null;
  return { decided: { ...answered, content: unseen, extra }, key };
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
  { outcome, declined, key }: { outcome: SandboxOutcome | null; declined: boolean; key: KeyObject },
): Omit<Decided, 'content' | 'extra'> & { next: Next | undefined } {
  const { org, env, iss, now_ms, person } = subject;
  const engine = decide(input);
  const decision = outcome ? simulate(outcome, engine, input) : engine;
  const decision_source = outcome ? 'simulated' : 'auto';
  const verification_id = newId('verification', now_ms);
  const next = decision.decision === 'retry' ? subject.next?.(decision, input, key) : undefined;
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
    customer_id: subject.customer_id,
    root_jti: subject.chain.root_jti,
    person,
  });
  return { verification_id, decision_source, input, decision, answer, bundle, next };
}
