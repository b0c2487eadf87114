import type { Environment, Evidence, HandoffOffer } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Proof } from '../attestation/found.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput, HandoffFacts } from '../decision/facts.ts';
import type { ChosenPosition } from '../decision/position.ts';
import type { Question } from '../facts/gather.ts';
import type { Person } from '../preflight/person.ts';
import type { Extra } from '../records/verification-records.ts';

/** One thing to decide about, from a token (verify) or from a backend's call (evaluate). */
export interface Subject {
  org: string;
  env: Environment;
  /** Base address: issuer of the tokens in the answer. */
  iss: string;
  customer_id: string;
  transaction: {
    type: string;
    name?: string;
    id?: string;
    expected_jurisdiction?: { country: string; subdivision?: string };
  };
  person: Person;
  install_id: string | null;
  /** Made for this very call, so that nobody brought it back yet. */
  install_new?: boolean;
  policy: Policy | null;
  evidence: Evidence;
  /** An attestation with what it has to be bound to; absent: none came, or there is nothing to bind it to. */
  proof?: Proof;
  ip: Question['ip'];
  now_ms: number;
  /** What would be a replay under another customer or token; the recording itself when absent. */
  content?: Buffer;
  chain: { hop: number; root_jti: string | null; retry_left: boolean };
  actor: string;
  request_id: string;
  /** Address for the audit entry. */
  address: string;
  locale: string | undefined;
  /** What goes with a `retry`. */
  next?: (decision: Decision, input: DecisionInput) => Next;
  /** What a phone has to do with it; `position` when it comes from there. */
  handoff?: { facts: HandoffFacts | null; position?: ChosenPosition | null; phone_possible: boolean };
  /** Further effects of the recorded verification. */
  extra?: Extra;
}

/** The next token of the chain, and a code with which a phone may take over. */
export interface Next {
  next_token: string;
  handoff?: HandoffOffer;
  extra?: Extra;
}
