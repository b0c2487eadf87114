import { evidenceLines } from '../evidence/line.ts';
import { REVIEW_FORMAT, type ReviewRecord } from './record.ts';

/** One answer of a review as it leaves the service, in the line after the record that it is about. */
export const reviewEvidence = evidenceLines<ReviewRecord, 'review_id' | 'id'>({
  format: REVIEW_FORMAT,
  ids: ['review_id', 'id'],
  isRecord: ({ format, area, reviewer, outcome, of }) =>
    format === REVIEW_FORMAT &&
    (area === 'geolocation' || area === 'face') &&
    (outcome === 'approve' || outcome === 'decline') &&
    typeof reviewer === 'string' &&
    typeof of === 'string',
});

export type ReviewFile = ReturnType<typeof reviewEvidence.write>;
