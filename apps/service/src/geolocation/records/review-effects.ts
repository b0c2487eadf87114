import { newId } from '../../ids.ts';
import { reviewRulesOf } from '../../reviews/rules.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';

/** The member of `extra` that `REVIEW_EFFECTS` reads. */
export const REVIEW_NAMES = ['review'] as const;

/** Opens the review of a verification, and tells of it, within the statement that records the verification. */
export const REVIEW_EFFECTS = `
  reviewed AS (
    INSERT INTO review (org, env, review_id, area, id, four_eyes, opened_at, due_at)
    SELECT :org, :env, r.review_id, 'geolocation', :verification_id, r.four_eyes, r.opened_at, r.due_at
      FROM extra, jsonb_to_record(extra -> 'review') AS r (review_id text, four_eyes boolean,
        opened_at timestamptz, due_at timestamptz)
     WHERE extra ? 'review'),
  review_told AS (
    INSERT INTO event (org, env, event_id, type, data)
    SELECT :org, :env, extra -> 'review' ->> 'event_id', 'geolocation.verification.review_required',
           jsonb_build_object('verification_id', :verification_id::text, 'decision', :decision::text,
             'review_id', extra -> 'review' -> 'review_id', 'due_at', extra -> 'review' -> 'due_at')
      FROM extra WHERE extra ? 'review')`;

/** The part of `extra` with the review that a decision opens; empty where it asks for none. */
export function reviewExtra(
  { now_ms, policy }: DecisionInput,
  { decision }: Decision,
): Record<string, unknown> {
  if (decision !== 'review') return {};
  const { four_eyes, due_s } = reviewRulesOf(policy.definition);
  // Before the id of another time, so that it sorts after the events that were made just now.
  const event_id = newId('event');
  const review = {
    review_id: newId('review', now_ms),
    event_id,
    four_eyes,
    opened_at: new Date(now_ms).toISOString(),
    due_at: new Date(now_ms + due_s * 1_000).toISOString(),
  };
  return { review };
}

/** The member of `extra` that `TOLD_EFFECTS` reads. */
export const TOLD_NAMES = ['decline_told'] as const;

/** The customer's next check after a declined review has come: the customer is told once. */
export const TOLD_EFFECTS = `
  decline_told AS (
    UPDATE customer SET location_declined_at = NULL FROM extra
     WHERE org = :org AND env = :env AND customer_hash = :customer_hash AND extra ? 'decline_told')`;
