import type { KeyObject } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { differing, signatureHolds, speaksOf } from '../evidence/contradiction.ts';
import { chainProblem, openAnswers, type StoredAnswer } from './answers.ts';
import type { Reviewed } from './record.ts';
import type { ReadReview, ReviewRow } from './records.ts';
import type { ReviewRules } from './rules.ts';

/** A review as the signed record of a decision asks for it. */
export interface Asked extends ReviewRules {
  about: Reviewed;
  /** The time of the decision, which opened the review. */
  opened_at: Date;
}

/** A row with its opened answers, and what is wrong between them; `what` is null where the two agree. */
export interface ComparedReview {
  answers: readonly StoredAnswer[];
  what: string | null;
  /** What the answers have made of the decision; null while it is still `review`. */
  decided: { decision: string; decision_source: 'review' } | null;
}

const NONE: ComparedReview = { answers: [], what: null, decided: null };
const bad = (problem: string): ComparedReview => ({ ...NONE, what: `review: ${problem}` });

/**
 * Compares the row of a review with what is signed: the record that asked for it, and each answer. A writer
 * of the database can therefore neither answer, nor spare the second reviewer. Nor can they take an answer back
 * to ask for another one: the append-only audit log names each. `asked`: null where the signed
 * decision is another than `review`. `key`: the customer's data key; null once the person was erased.
 */
export function compareReview(
  row: ReadReview | null,
  asked: Asked | null,
  key: KeyObject | null,
): ComparedReview {
  if (!asked) return row ? bad('the checks asked for none') : NONE;
  if (!row) return bad('it is missing');
  try {
    const answers = row.answers.length > 0 ? openAnswers(key!, row) : [];
    if (!answers.every((answer) => speaksOf(answer, namesOf(row))))
      return bad('a signature is about another answer');
    const problem = chainProblem(asked.about, answers);
    if (problem) return bad(problem);
    const what = differing(columnsOf(row), expectedColumns(asked, answers, row));
    if (what) return bad(what);
    if (row.logged > answers.length) return bad('the audit log has another answer');
    const decision = answers.at(-1)?.said.decision;
    return { answers, what: null, decided: decision ? { decision, decision_source: 'review' } : null };
  } catch {
    return bad('an answer does not open');
  }
}

const namesOf = ({ review_id, id, org, env }: ReviewRow) => ({ review_id, id, org, env });

const columnsOf = (row: ReviewRow) => ({
  area: row.area,
  state: row.state,
  four_eyes: row.four_eyes,
  opened_at: row.opened_at.getTime(),
  due_at: row.due_at.getTime(),
  first_reviewer: row.first_reviewer,
  first_user_id: row.first_user_id,
  outcome: row.outcome,
  decided_at: row.decided_at?.toISOString() ?? null,
  review_id: row.review_id,
});

function expectedColumns(asked: Asked, answers: readonly StoredAnswer[], row: ReviewRow) {
  const [first, last] = [answers[0]?.said, answers.at(-1)?.said];
  const decided = last?.decision ? last : null;
  const opened_at = asked.opened_at.getTime();
  return {
    area: asked.about.area,
    state: decided ? 'decided' : last ? 'awaiting_second' : 'open',
    four_eyes: asked.four_eyes,
    opened_at,
    due_at: opened_at + asked.due_s * 1_000,
    first_reviewer: asked.four_eyes && first ? first.reviewer : null,
    first_user_id: asked.four_eyes && first ? first.user_id : null,
    outcome: decided && (['pass', 'approved'].includes(decided.decision!) ? 'approve' : 'decline'),
    decided_at: decided?.decided_at ?? null,
    review_id: first?.review_id ?? row.review_id,
  };
}

/** Whether the signatures of the answers hold: for reads of one decision. */
export async function answersHold(
  deps: Pick<Deps, 'keys'>,
  row: ReviewRow | null,
  answers: readonly StoredAnswer[],
): Promise<boolean> {
  for (const answer of answers)
    if (!(await signatureHolds(deps, answer, 'review', namesOf(row!)))) return false;
  return true;
}
