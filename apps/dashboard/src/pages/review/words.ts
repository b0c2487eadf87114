import type { ReviewArea, ReviewOutcome, reviewing } from '@standpoint/contract';
import { spanWords } from '../../clock/words.ts';
import type { IconName } from '../../parts/icon.tsx';
import { faceReasonWords } from '../../texts/face.ts';
import { reasonWords } from '../../texts/location.ts';
import { unturned } from '../../texts/unturned.ts';

type Row = reviewing.QueuedReview;

/** How a case is laid out: by what it is about. */
export type Layout = 'border' | 'place' | 'face' | 'duplicate';

export function layoutOf({ area, reasons }: Pick<Row, 'area' | 'reasons'>): Layout {
  if (area === 'face') return reasons.includes('dedupe_suspected') ? 'duplicate' : 'face';
  return reasons.includes('border_uncertain') ? 'border' : 'place';
}

export const ICONS: Record<Layout, IconName> = {
  border: 'pin',
  place: 'pin',
  face: 'face',
  duplicate: 'people',
};

/** Reasons that say what is asked rather than why; another one is the better title. */
const GENERAL: ReadonlySet<string> = new Set([
  'workflow_asks_for_review',
  'attestation_missing',
  'simulated',
]);

const inWords = (area: ReviewArea, code: string): string =>
  area === 'face' ? faceReasonWords(code) : reasonWords(code);

/** Why a person is asked, in words; the case’s title. */
export function whyWords({ area, reasons }: Pick<Row, 'area' | 'reasons'>): string {
  const first =
    ['border_uncertain', 'dedupe_suspected'].find((code) => reasons.includes(code)) ??
    reasons.find((code) => !GENERAL.has(code)) ??
    reasons[0];
  return first ? inWords(area, first) : 'A person has to decide';
}

/** All other reasons. */
export const otherReasons = (row: Pick<Row, 'area' | 'reasons'>): string[] =>
  row.reasons.map((code) => inWords(row.area, code)).filter((words) => words !== whyWords(row));

/** Whom a case is about. */
export const nameOf = ({ customer_id }: Pick<Row, 'customer_id'>): string =>
  unturned(customer_id) || 'an erased person';

/** "withdrawal · New Jersey only v7 · try 3". */
export function aboutWords({ customer_id, about, rules, attempt, area }: Row): string {
  const tried =
    area === 'face'
      ? attempt.most !== null && attempt.most > 1 && `attempt ${attempt.number} of ${attempt.most}`
      : attempt.number > 1 && `try ${attempt.number}`;
  return [
    unturned(customer_id) || 'erased',
    about && unturned(about),
    rules && `${rules.name} v${rules.version}`,
    tried,
  ]
    .filter(Boolean)
    .join(' · ');
}

export type DueTone = 'over' | 'soon' | 'later';
const HOUR_MS = 3_600_000;

export const dueTone = (due_at: string, now: number): DueTone => {
  const left = Date.parse(due_at) - now;
  if (left < 0) return 'over';
  return left < HOUR_MS ? 'soon' : 'later';
};

/** "4 h 08 late", "in 11 min". */
export function dueWords(due_at: string, now: number): string {
  const left = Date.parse(due_at) - now;
  return left < 0 ? `${spanWords(-left)} late` : `in ${spanWords(left)}`;
}

/** "9:42". */
export function clockWords(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

export const DONE: Record<ReviewOutcome, string> = { approve: 'Approved', decline: 'Declined' };

/** Why people decide as they do, per layout: short, so that one glance finds the right one. */
export const CHOICES: Record<Layout, Record<ReviewOutcome, readonly string[]>> = {
  border: {
    approve: ['Stands on the allowed side', 'Known place of this customer', 'Earlier tries settle it'],
    decline: ['Stands on the wrong side', 'Moves along the border', 'Too uncertain to allow'],
  },
  place: {
    approve: ['Known place of this customer', 'Honest explanation', 'Network of an employer or hotel'],
    decline: ['Place looks made up', 'Address hides the place', 'Cannot be explained'],
  },
  face: {
    approve: ['Living person, poor light', 'Same person, older picture', 'Checked by another way'],
    decline: ['Not a living person', 'Another person', 'Picture of a picture'],
  },
  duplicate: {
    approve: ['Two people', 'Relatives who look alike', 'Same person, allowed twice'],
    decline: ['Same person', 'Cannot tell, and it matters'],
  },
};
/** Needs a note. */
export const ANOTHER = 'Another reason';

export const ESCALATIONS = [
  'I know the person',
  'Above what I may decide',
  'Looks like organized fraud',
  ANOTHER,
] as const;

/** "Approve", and where the two sides have names of their own, those. */
export const BUTTONS: Record<Layout, Record<ReviewOutcome, string>> = {
  border: { approve: 'Approve', decline: 'Decline' },
  place: { approve: 'Approve', decline: 'Decline' },
  face: { approve: 'Approve', decline: 'Decline' },
  duplicate: { approve: 'Two people, approve', decline: 'Same person, decline' },
};
