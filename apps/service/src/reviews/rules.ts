import { REVIEW_DUE_S, type ReviewArea, type ReviewOutcome } from '@standpoint/contract';

/** How a review is to be held, with every default filled in. */
export interface ReviewRules {
  four_eyes: boolean;
  due_s: number;
}

/** The rules in a policy or workflow. */
export const reviewRulesOf = ({ review }: { review?: Partial<ReviewRules> }): ReviewRules => ({
  four_eyes: review?.four_eyes ?? false,
  due_s: review?.due_s ?? REVIEW_DUE_S,
});

export type ReviewedDecision = 'pass' | 'fail' | 'approved' | 'declined';

/** The decision that each outcome becomes. */
export const DECISIONS = {
  geolocation: { approve: 'pass', decline: 'fail' },
  face: { approve: 'approved', decline: 'declined' },
} as const satisfies Record<ReviewArea, Record<ReviewOutcome, ReviewedDecision>>;

/**
 * Two reviewers approve together; where they disagree, the decline stands. A third answer would let an
 * operator ask around until two people agree.
 */
export const outcomeOf = (outcomes: readonly ReviewOutcome[]): ReviewOutcome =>
  outcomes.every((outcome) => outcome === 'approve') ? 'approve' : 'decline';

/** Whether two names are of one person: neither case nor spaces make a second pair of eyes. */
export const isSameReviewer = (one: string, other: string): boolean => folded(one) === folded(other);

const folded = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();
