import type { KeyObject } from 'node:crypto';
import type { Environment, Evidence, HandoffOffer } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Proof } from '../attestation/proof.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput, HandoffFacts } from '../decision/facts.ts';
import type { ChosenPosition } from '../decision/position.ts';
import type { Question } from '../facts/gather.ts';
import type { Person } from '../preflight/person.ts';
import type { Extra } from '../records/verification-records.ts';

/** One case to decide: from a token (verify) or from a backend's call (evaluate). */
export interface Subject {
  org: string;
  env: Environment;
  /** Base address: issuer of the tokens in the answer. */
  iss: string;
  customer_id: string;
  customer_hash: string;
  /** When the call was allowed: the issue of its token, or now. */
  since: Date;
  transaction_hash: string | null;
  install_hash: string | null;
  transaction: {
    type: string;
    name?: string;
    id?: string;
    expected_jurisdiction?: { country: string; subdivision?: string };
  };
  person: Person;
  install_id: string | null;
  /** The id was made for this call, so no device has brought it back yet. */
  install_new?: boolean;
  policy: Policy | null;
  evidence: Evidence;
  /** An attestation with what it must be bound to; absent when none came or nothing can bind it. */
  proof?: Proof;
  ip: Question['ip'];
  now_ms: number;
  /** Hash that identifies the recording in the search for replays; `evidenceContent` when absent. */
  content?: Buffer;
  chain: { hop: number; root_jti: string | null; retry_left: boolean };
  actor: string;
  request_id: string;
  /** Address for the audit entry. */
  address: string;
  locale: string | undefined;
  /** Makes the next token, and perhaps a hand-off, for a `retry`. */
  next?: (decision: Decision, input: DecisionInput, key: KeyObject) => Next;
  /** The part that a phone has in the case; `position` when the phone's position is the one to judge. */
  handoff?: { facts: HandoffFacts | null; position?: ChosenPosition | null; phone_possible: boolean };
  /** Facts for further effects of the recorded verification. */
  extra?: Extra;
}

/** The next token of the chain, and a code with which a phone may take over. */
export interface Next {
  next_token: string;
  handoff?: HandoffOffer;
  extra?: Extra;
}
