import type { Environment, ReviewArea, ReviewOutcome } from '@standpoint/contract';
import { recordDigest, SIGNATURE_LIFE_S } from '../evidence/signature.ts';
import { type MintContext, mint } from '../tokens/mint.ts';
import type { KeyRing } from '../tokens/signing-keys.ts';
import type { ReviewedDecision } from './rules.ts';

export const REVIEW_FORMAT = 'standpoint-review/1';

/** One reviewer's answer: the part of a review that is signed. A review with four eyes has two. */
export interface ReviewRecord {
  format: typeof REVIEW_FORMAT;
  review_id: string;
  area: ReviewArea;
  /** Of the verification or session. */
  id: string;
  org: string;
  env: Environment;
  /** When this answer came, by the server's clock, RFC 3339. */
  decided_at: string;
  /** SHA-256 (base64url) of the signed record whose decision `review` this answers. */
  of: string;
  opened_at: string;
  due_at: string;
  four_eyes: boolean;
  number: 1 | 2;
  /** SHA-256 of the first answer; null in it. */
  previous: string | null;
  reviewer: string;
  /** Of the person who answered signed in; null where a backend named the reviewer. */
  user_id: string | null;
  outcome: ReviewOutcome;
  reason: string;
  /** SHA-256 of the salted note; the note itself may be personal, and stays sealed with the customer's key. */
  note_sha256: string | null;
  /** The decision that this answer completes; null while a second one is awaited. */
  decision: ReviewedDecision | null;
  /** Whether the approval enrolled the captured face; null where it was not to. */
  enrolled: boolean | null;
}

/** Signs the digest of an answer, like the evidence of the decision that it is about. */
export const signReview = (
  keys: KeyRing,
  context: Omit<MintContext, 'life_s'>,
  { review_id, id }: Pick<ReviewRecord, 'review_id' | 'id'>,
  text: string,
): string =>
  mint(
    keys,
    'review',
    { ...context, life_s: SIGNATURE_LIFE_S },
    { review_id, id, sha256: recordDigest(text) },
  ).token;

/** The decided object that answers are about; `of` is the digest of its signed record. */
export type Reviewed = Pick<ReviewRecord, 'area' | 'id' | 'org' | 'env' | 'of'>;
