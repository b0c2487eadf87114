import { Malformed } from './malformed.ts';

/** What a failed step says about the evidence; each is a code of `decision/checks/attestation.ts`. */
export type AttestationCode =
  | 'attestation_invalid'
  | 'attestation_malformed'
  | 'attestation_unavailable'
  | 'counter_not_increasing'
  | 'app_not_recognized'
  | 'device_integrity_low'
  | 'location_spoofing_risk'
  | 'attestation_key_shared';

export interface Step {
  step: string;
  outcome: 'pass' | 'fail' | 'skipped';
  detail: string;
  /** Only of a failed step. */
  code?: AttestationCode;
}

/** What was found, step by step. `statement` is what the attestation says, as far as it could be read. */
export interface Report<S> {
  steps: Step[];
  statement: S | null;
}

/** Codes of the failed steps, in their order. */
export const codesOf = ({ steps }: Report<unknown>): AttestationCode[] => [
  ...new Set(steps.flatMap(({ code }) => code ?? [])),
];

/**
 * Collects steps. A step that throws is a failed one: bytes of an attacker must never end as an error of the
 * service.
 */
export class Steps {
  readonly list: Step[] = [];

  /** Notes the outcome and says whether it was a pass. */
  note(
    step: string,
    passed: boolean,
    detail: string,
    code: AttestationCode = 'attestation_invalid',
  ): boolean {
    this.list.push(passed ? { step, outcome: 'pass', detail } : { step, outcome: 'fail', detail, code });
    return passed;
  }

  skip(step: string, detail: string): void {
    this.list.push({ step, outcome: 'skipped', detail });
  }

  /**
   * What `read` gives; null, and a failed step, when the bytes are malformed. Passing is noted by the caller.
   */
  read<T>(step: string, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.note(step, false, error.message, 'attestation_malformed');
      return null;
    }
  }
}
