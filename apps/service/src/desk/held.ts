import type { KeyObject } from 'node:crypto';
import type { ReviewBody, reviewing } from '@standpoint/contract';
import { openJson, sealJson } from '../privacy/envelope.ts';
import type { Place } from './rows.ts';

/** A decision that a person may still take back, as it is sealed: everything that the answer is made from. */
export interface HeldDecision {
  body: ReviewBody;
  names: string[];
  actor: string;
  request_id: string;
  ip: string;
  base_url: string;
}

export type HeldName = Place & { review_id: string; hold_id: string; held_by: string };

/** Bound to the review, the press and the person: moved to another row, it opens nothing. */
const aad = ({ org, env, review_id, hold_id, held_by }: HeldName): string =>
  `review-hold|${org}|${env}|${review_id}|${hold_id}|${held_by}`;

export const sealHeld = (key: KeyObject, name: HeldName, decision: HeldDecision): Buffer =>
  sealJson(key, decision, aad(name));

/** Throws when it was changed, moved or sealed with another key. */
export const openHeld = (key: KeyObject, name: HeldName, sealed: Buffer): HeldDecision =>
  openJson<HeldDecision>(key, sealed, aad(name));

/** Why a case was escalated, sealed like an answer. */
export type Escalation = { reason: string; note: string | null };
const escalationAad = ({ org, env, review_id }: Place & { review_id: string }) =>
  `review-escalation|${org}|${env}|${review_id}`;
export const sealEscalation = (
  key: KeyObject,
  name: Place & { review_id: string },
  said: Escalation,
): Buffer => sealJson(key, said, escalationAad(name));
export const openEscalation = (
  key: KeyObject,
  name: Place & { review_id: string },
  sealed: Buffer,
): Escalation => openJson<Escalation>(key, sealed, escalationAad(name));

export type Decision = Pick<ReviewBody, 'outcome' | 'reason' | 'note'>;
export type Refused = { review_id: string; code: string; message: string };
export type QueuedReview = reviewing.QueuedReview;
