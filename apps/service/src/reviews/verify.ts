import type { ReviewOutcome } from '@standpoint/contract';
import { recordDigest, signatureStep } from '../evidence/signature.ts';
import type { PublicSigningKey } from '../tokens/check-evidence.ts';
import { answersProblem } from './answers.ts';
import { reviewEvidence } from './file.ts';
import type { Reviewed, ReviewRecord } from './record.ts';

/** What a file says of the review of one record. */
export interface ReviewStep {
  /** `missing`: the record says that a review decided it, and the file has no such review. */
  outcome: 'valid' | 'invalid' | 'missing' | 'unknown_key';
  problem: string | null;
  review_id: string | null;
  decision: string | null;
  /** `from_bundle`: only the file itself vouches for the keys that signed the answers. */
  key: 'pinned' | 'from_bundle';
  /** Of the keys that signed the answers, in their order. */
  kids: (string | null)[];
  reviewers: { reviewer: string; outcome: ReviewOutcome; reason: string; at: string }[];
}

/** A line of evidence whose form and signature were checked, with its recorded decision. */
interface ReviewedLine {
  about: Reviewed;
  /** `review` of the line. */
  review: string | undefined;
  recorded: string;
}

/** The part of a checked line that a review of it must agree with. */
export function reviewedLine(line: string, recorded: string): ReviewedLine {
  const { verification_id, session_id, org, env, record, review } = JSON.parse(line) as Record<
    string,
    string
  >;
  const id = (verification_id ?? session_id)!;
  const area = verification_id === undefined ? 'face' : 'geolocation';
  const about: Reviewed = { area, id, org: org!, env: env as Reviewed['env'], of: recordDigest(record!) };
  return { about, review, recorded };
}

/**
 * Checks the answers in the lines after a record: signatures, order, and that they are about this very record
 * and decide it. Null where the record was decided without a review. `pinned`: the trusted keys.
 */
export async function verifyReview(
  { about, review, recorded }: ReviewedLine,
  lines: readonly string[],
  pinned: PublicSigningKey[] | null,
): Promise<ReviewStep | null> {
  if (review === undefined && lines.length === 0) return null;
  const step = unprovenStep(review, pinned);
  if (lines.length === 0)
    return { ...step, outcome: 'missing', problem: 'the lines of the review are not in the file' };
  const answers: { said: ReviewRecord; record: string }[] = [];
  for (const line of lines) {
    const read = reviewEvidence.read(line);
    if ('problem' in read) return { ...step, problem: `an answer was altered: ${read.problem}` };
    const { file, record: said } = read;
    const { review_id, id, org, env } = said;
    const { outcome, kid } = await signatureStep(file, 'review', { review_id, id, org, env }, pinned);
    step.kids.push(kid);
    if (outcome !== 'valid')
      return {
        ...step,
        outcome: outcome === 'unknown_key' ? outcome : 'invalid',
        problem: 'the signature of an answer is not valid',
      };
    answers.push({ said, record: file.record });
  }
  const problem = problemOf(about, review, recorded, answers);
  if (problem) return { ...step, problem };
  return {
    ...step,
    outcome: 'valid',
    decision: answers.at(-1)!.said.decision,
    reviewers: answers.map(({ said }) => reviewerOf(said)),
  };
}

/** What is said of a review before its answers were read. */
const unprovenStep = (review: string | undefined, pinned: PublicSigningKey[] | null): ReviewStep => ({
  outcome: 'invalid',
  problem: null,
  review_id: review ?? null,
  decision: null,
  key: pinned ? 'pinned' : 'from_bundle',
  kids: [],
  reviewers: [],
});

const reviewerOf = ({ reviewer, outcome, reason, decided_at }: ReviewRecord) => ({
  reviewer,
  outcome,
  reason,
  at: decided_at,
});

function problemOf(
  about: Reviewed,
  review: string | undefined,
  recorded: string,
  answers: readonly { said: ReviewRecord; record: string }[],
): string | null {
  if (recorded !== 'review') return 'the record was decided without a review';
  if (answers.some(({ said }) => said.review_id !== review))
    return 'the record does not name the review in the lines after it';
  return answersProblem(about, answers);
}
