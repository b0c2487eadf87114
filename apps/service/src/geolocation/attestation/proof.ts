import type { Apps, Environment, Integrity } from '@standpoint/contract';
import type { OriginFacts } from '../decision/facts.ts';
import { type AttestationCode, codesOf, type Report } from './report.ts';

/** An attestation as it arrived, and what it must be bound to. */
export interface Proof {
  integrity: Integrity;
  /** `attestationBinding` of the token and the exact bytes of the evidence. */
  binding: Buffer;
  jti: string;
}

export interface ProofContext {
  org: string;
  env: Environment;
  customer_hash: string;
  now_ms: number;
  apps: Apps;
}

/** The outcome of checking one attestation. */
export interface ProofOutcome {
  facts: Omit<OriginFacts, 'handoff' | 'phone_possible'>;
  /** Facts for the recording statement: `new_key`, `key_use`. */
  extra: Record<string, unknown>;
}

type Kind = NonNullable<OriginFacts['kind']>;

/** Codes that void the proof; a person reviews the other codes. */
const VOID: readonly AttestationCode[] = [
  'attestation_invalid',
  'counter_not_increasing',
  'app_not_recognized',
  'device_integrity_low',
];

function outcomeOf(codes: readonly string[]): OriginFacts['attestation'] {
  if (codes.some((code) => (VOID as readonly string[]).includes(code))) return 'invalid';
  if (codes.includes('attestation_malformed')) return 'malformed';
  return codes.includes('attestation_unavailable') ? 'unavailable' : 'verified';
}

/**
 * Turns a report into facts. They name the failed steps, and hold nothing that the certificates say about the
 * device's identity.
 */
export function proofOutcome(
  kind: Kind,
  report: Report<unknown>,
  details: OriginFacts['details'] = {},
  more: { codes?: AttestationCode[]; signals?: string[]; extra?: Record<string, unknown> } = {},
): ProofOutcome {
  const codes = [...new Set([...codesOf(report), ...(more.codes ?? [])])];
  const attestation = outcomeOf(codes);
  const failed = report.steps.filter(({ outcome }) => outcome === 'fail').map(({ step }) => step);
  return {
    facts: {
      attestation,
      kind,
      codes,
      signals: more.signals ?? [],
      details: { ...details, ...(failed.length > 0 && { failed: [...new Set(failed)].join(' ') }) },
    },
    // A key without proof is not registered, and its counter is not used.
    extra: attestation === 'verified' ? (more.extra ?? {}) : {},
  };
}

/** The outcome of a proof with one failed step and no statement. */
export const failedStep = (kind: Kind, step: string, code: AttestationCode, detail: string): ProofOutcome =>
  proofOutcome(kind, { steps: [{ step, outcome: 'fail', detail, code }], statement: null });

/** An attestation came that this service cannot check: no proof, and no evidence against the person. */
export const uncheckedProof = (kind: Kind, why: string): ProofOutcome => ({
  facts: { attestation: 'unverified', kind, codes: [], signals: [], details: { unchecked: why } },
  extra: {},
});

/** The bytes of a base64 or base64url text. */
export const bytesIn = (text: string): Buffer => Buffer.from(text, 'base64url');
