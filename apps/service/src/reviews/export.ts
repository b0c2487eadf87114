import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '../tokens/signing-keys.ts';
import { openAnswers } from './answers.ts';
import { type ReviewFile, reviewEvidence } from './file.ts';
import { reviewRow } from './records.ts';

/**
 * The signed answers that decided a review, for the lines after its record; null where no review has decided.
 * A first answer that waits for the second is not exported: without its second one it proves nothing.
 */
export function exportReview(
  { keys }: { keys: KeyRing },
  json: unknown,
  key: KeyObject,
): { review_id: string; lines: ReviewFile[] } | null {
  const row = reviewRow(json);
  if (row?.state !== 'decided') return null;
  const lines = openAnswers(key, row).map(({ record, signature }) =>
    reviewEvidence.write(keys, record, signature),
  );
  return { review_id: row.review_id, lines };
}
