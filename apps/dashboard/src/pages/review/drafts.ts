import type { ReviewOutcome } from '@standpoint/contract';
import { useSyncExternalStore } from 'react';

/** What a person has chosen and written about a case, until the decision is final. A lost race loses none of it. */
export interface Draft {
  /** With the outcome that it is a reason for; null before one is chosen. */
  reason: { outcome: ReviewOutcome; words: string } | null;
  note: string;
}

const NONE: Draft = { reason: null, note: '' };
/** In memory alone: a note may be about a person. */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

export const draftOf = (review_id: string): Draft => drafts.get(review_id) ?? NONE;

export function keepDraft(review_id: string, draft: Draft): void {
  drafts.set(review_id, draft);
  for (const listener of [...listeners]) listener();
}

export function dropDraft(review_id: string): void {
  if (drafts.delete(review_id)) for (const listener of [...listeners]) listener();
}

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useDraft = (review_id: string): Draft => useSyncExternalStore(watch, () => draftOf(review_id));
