import type { Apps, Environment, Integrity } from '@standpoint/contract';
import type { OriginFacts } from '../decision/facts.ts';
import { type AttestationCode, codesOf, type Report } from './report.ts';

/** An attestation as it arrived, and what it has to be bound to. */
export interface Proof {
  integrity: Integrity;
  /** `attestationBinding` of the token and the exact bytes of the evidence. */
  binding: Buffer;
  jti: string;
}

export interface ProofContext {
  org: string;
  env: Environment;
  customer_id: string;
  now_ms: number;
  apps: Apps;
}

/** What came out of looking at one attestation. */
export interface Found {
  facts: Omit<OriginFacts, 'handoff' | 'phone_possible'>;
  /** For the statement that records the verification: `new_key`, `key_use`. */
  extra: Record<string, unknown>;
}

type Kind = NonNullable<OriginFacts['kind']>;

/** Codes that take the proof away; the others are for a person to look at. */
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
 * The facts of a report: which steps failed, by name; nothing of what the certificates say about the device's
 * identity.
 */
export function found(
  kind: Kind,
  report: Report<unknown>,
  details: OriginFacts['details'] = {},
  more: { codes?: AttestationCode[]; signals?: string[]; extra?: Record<string, unknown> } = {},
): Found {
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
    // What is not proven is not registered, and uses no counter.
    extra: attestation === 'verified' ? (more.extra ?? {}) : {},
  };
}

/** One failed step and nothing else. */
export const refused = (kind: Kind, step: string, code: AttestationCode, detail: string): Found =>
  found(kind, { steps: [{ step, outcome: 'fail', detail, code }], statement: null });

/** An attestation came, and nothing here could check it: no proof, and no reason against anybody. */
export const unchecked = (kind: Kind, why: string): Found => ({
  facts: { attestation: 'unverified', kind, codes: [], signals: [], details: { unchecked: why } },
  extra: {},
});

/** Bytes of base64 or base64url. */
export const bytesIn = (text: string): Buffer => Buffer.from(text, 'base64url');
