import type { KeyObject } from 'node:crypto';
import type { EventType, VerifyAnswer } from '@standpoint/contract';
import { newId } from '../../ids.ts';
import { coarseAddress } from '../../network-address.ts';
import { isByAddress } from '../decision/checks/position-origin.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { contentExpiry } from '../evidence/content.ts';
import { reviewExtra } from '../records/review-effects.ts';
import type { SealedPosition } from '../records/sealed.ts';
import type { Extra, NewVerification } from '../records/verification-records.ts';
import type { Subject } from './subject.ts';

/** The customer's data key. */
export interface DataKey {
  key: KeyObject;
  key_id: string;
  /** Only with the key of a new customer. */
  id_sealed: Buffer | null;
}

export interface Decided {
  verification_id: string;
  decision_source: 'auto' | 'simulated';
  input: DecisionInput;
  decision: Decision;
  answer: VerifyAnswer;
  /** Plaintext of the bundle: `bundleBytes`. */
  bundle: Buffer;
  /** Hash of evidence that was not seen before; null otherwise. */
  content: Buffer | null;
  extra: Extra;
}

/** Turns a decided case into the row and effects that are written. */
export function newVerification(subject: Subject, decided: Decided, key: DataKey): NewVerification {
  const { verification_id, decision_source, input, decision, answer, bundle, content, extra } = decided;
  return {
    org: subject.org,
    env: subject.env,
    verification_id,
    customer_hash: subject.customer_hash,
    decision: decision.decision,
    decision_source,
    reason_codes: decision.reason_codes,
    transaction_type: subject.transaction.type,
    transaction_hash: subject.transaction_hash,
    install_hash: subject.install_hash,
    policy_id: input.policy.policy_id,
    policy_version: input.policy.policy_id === null ? null : input.policy.version,
    engine_version: decision.engine_version,
    assurance: decision.assurance,
    root_jti: subject.chain.root_jti,
    hop: subject.chain.hop,
    expires_at: new Date(answer.expires_at),
    position: sealedPosition(input),
    bundle,
    data_key: key.key,
    key_id: key.key_id,
    new_id_sealed: key.id_sealed,
    since: subject.since,
    content,
    content_exp: contentExpiry(subject.now_ms),
    events: eventsOf(decision),
    audit: {
      id: newId('audit'),
      actor: subject.actor,
      request_id: subject.request_id,
      ip: coarseAddress(subject.address),
    },
    // After the events, so that the event of the review comes after them.
    extra: { ...extra, ...reviewExtra(input, decision) },
  };
}

function sealedPosition(input: DecisionInput): SealedPosition | null {
  const { position, place, now_ms } = input;
  if (!position) return null;
  const { lat, lng, p95_m, measured_at, age_ms, altitude_m, speed_mps } = position;
  return {
    lat,
    lng,
    p95_m,
    measured_at,
    at_ms: now_ms,
    age_ms,
    country: place?.country ?? null,
    subdivision: place?.subdivision ?? null,
    altitude_m,
    speed_mps,
    by_address: isByAddress(input),
  };
}

/**
 * Events tell only of a chain's last verification, and a `retry` is not the last. `review_required` is an
 * effect of the review.
 */
function eventsOf(decision: Decision): { id: string; type: EventType }[] {
  return decision.decision === 'retry'
    ? []
    : [{ id: newId('event'), type: 'geolocation.verification.completed' }];
}
