import { createHash, type KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { randomBytes } from '../chance.ts';
import { recordDigest } from '../evidence/signature.ts';
import { openJson, sealJson } from '../privacy/envelope.ts';
import type { Reviewed, ReviewRecord } from './record.ts';
import { DECISIONS, isSameReviewer, outcomeOf } from './rules.ts';

/** A note with the salt of its digest: without one, a short note could be guessed from an exported record. */
interface Note {
  text: string;
  salt: string;
}

/** An answer as it is sealed: the record's exact text, its signature, and the note. */
interface SealedAnswer {
  record: string;
  signature: string;
  note: Note | null;
}

export interface StoredAnswer extends SealedAnswer {
  said: ReviewRecord;
}

type Place = Pick<ReviewRecord, 'org' | 'env' | 'review_id'>;

const aad = ({ org, env, review_id }: Place, number: number): string =>
  `review|${org}|${env}|${review_id}|${number}`;

export const newNote = (text: string | undefined): Note | null =>
  text === undefined ? null : { text, salt: randomBytes(16).toString('base64url') };

export const noteDigest = (note: Note | null): string | null =>
  note && createHash('sha256').update(`${note.salt}\n${note.text}`).digest('base64url');

export const sealAnswer = (key: KeyObject, place: Place, number: number, answer: SealedAnswer): Buffer =>
  sealJson(key, answer, aad(place, number));

/** The answers of a review, in order. Throws when one was changed, moved or sealed with another key. */
export const openAnswers = (
  key: KeyObject,
  { answers, ...place }: Place & { answers: readonly Buffer[] },
): StoredAnswer[] =>
  answers.map((sealed, i) => {
    const answer = openJson<SealedAnswer>(key, sealed, aad(place, i + 1));
    return { ...answer, said: JSON.parse(answer.record) as ReviewRecord };
  });

interface Answer {
  said: ReviewRecord;
  record: string;
}

/** What is wrong with answers that are to decide a review of this object; null when they do decide it. */
export function answersProblem(about: Reviewed, answers: readonly Answer[]): string | null {
  const first = answers[0]?.said;
  const last = answers.at(-1)?.said;
  if (!first || !last) return 'it has no answer';
  const problem = chainProblem(about, answers);
  if (problem) return problem;
  if (answers.length < (first.four_eyes ? 2 : 1)) return 'the second answer is missing';
  if (answers.length > (first.four_eyes ? 2 : 1)) return 'it has an answer too many';
  if (first.four_eyes && isSamePerson(first, last)) return 'both answers are of one reviewer';
  const decision = DECISIONS[about.area][outcomeOf(answers.map(({ said }) => said.outcome))];
  return last.decision === decision ? null : 'its decision does not follow from the answers';
}

const isSamePerson = (one: ReviewRecord, other: ReviewRecord): boolean =>
  isSameReviewer(one.reviewer, other.reviewer) || (!!one.user_id && one.user_id === other.user_id);

/** What is wrong with the answers as parts of one review of this object, whether or not they decide it. */
export function chainProblem(about: Reviewed, answers: readonly Answer[]): string | null {
  const first = answers[0]?.said;
  for (const [i, { said }] of answers.entries()) {
    const { area, id, org, env, of } = said;
    if (!isDeepStrictEqual({ area, id, org, env, of }, about)) return 'an answer is about another record';
    const { review_id, opened_at, due_at, four_eyes, number, previous } = said;
    const expected = {
      review_id: first!.review_id,
      opened_at: first!.opened_at,
      due_at: first!.due_at,
      four_eyes: first!.four_eyes,
      number: i + 1,
      previous: i === 0 ? null : recordDigest(answers[i - 1]!.record),
    };
    if (!isDeepStrictEqual({ review_id, opened_at, due_at, four_eyes, number, previous }, expected))
      return 'an answer does not follow the one before it';
    if (i < answers.length - 1 && said.decision !== null) return 'an answer follows a decided review';
  }
  return null;
}
