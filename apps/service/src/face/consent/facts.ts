import type { ConsentPurpose } from '@standpoint/contract';
import type { WorkflowSettings } from '../portal/workflow.ts';
import { mayWait } from '../review/pending.ts';
import { printDays } from '../templates/prints.ts';
import { REFERENCE_DAYS } from '../templates/records.ts';
import { keepsTemplate } from '../templates/templates.ts';

const DAY_MS = 86_400_000;

/** A purpose with the days that it keeps its data: 0 is not beyond the decision, null until a deletion. */
export interface PurposeFact {
  purpose: ConsentPurpose;
  days: number | null;
}

/** What a workflow does with a person's face. The text that the person reads is made from nothing else. */
export interface ConsentFacts {
  purposes: readonly PurposeFact[];
  match: WorkflowSettings['match']['source'];
  /** This check itself searches for the face, not only those of other people. */
  searches: boolean;
  /** The person moves the head or the face. */
  movements: boolean;
  /** The screen may light the face with colours. */
  colours: boolean;
  /** A phone may take part. */
  phone: boolean;
  /** The phone may read a moving code from the other screen. */
  moving_code: boolean;
  two_reviewers: boolean;
}

/**
 * The facts of a workflow's settings, from the same settings and functions by which the service acts. Pure.
 */
export function consentFacts(settings: WorkflowSettings): ConsentFacts {
  const { liveness, handoff, match, review, frames_days, template_days } = settings;
  const kept = keepsTemplate(settings);
  const searches = settings.dedupe.scope !== 'none';
  const purposes: (PurposeFact | false)[] = [
    { purpose: 'liveness', days: frames_days },
    match.source !== 'none' && { purpose: 'match', days: REFERENCE_DAYS },
    kept && { purpose: 'template', days: template_days },
    // A template that is kept is also found by the search of any other workflow of the organization.
    (searches || kept) && { purpose: 'search', days: kept ? template_days : 0 },
    { purpose: 'replay', days: printDays(settings) },
    { purpose: 'review', days: reviewDays(settings) },
    { purpose: 'record', days: null },
  ];
  const moves = liveness.mode !== 'passive';
  return {
    purposes: purposes.filter((each) => each !== false),
    match: match.source,
    searches,
    movements: moves,
    colours: moves && liveness.challenges.includes('flash'),
    phone: handoff.policy !== 'off',
    moving_code: handoff.policy !== 'off' && handoff.optical,
    two_reviewers: review.four_eyes,
  };
}

/** Whole days, rounded up, that a capture may wait for people who decide it. */
const reviewDays = (settings: WorkflowSettings): number =>
  Math.ceil(
    mayWait(settings, {
      due_in: settings.review.due_s * 1_000,
      frames_in: settings.frames_days * DAY_MS,
    }) / DAY_MS,
  );

export const daysOf = ({ purposes }: ConsentFacts, purpose: ConsentPurpose): number | null | undefined =>
  purposes.find((each) => each.purpose === purpose)?.days;
