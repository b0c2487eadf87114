import { Malformed } from './malformed.ts';

/** The code of a failed step; each has its entry in `decision/checks/attestation.ts`. */
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
  /** Present only on a failed step. */
  code?: AttestationCode;
}

/** The outcome, step by step. `statement` is what the attestation says, as far as it could be read. */
export interface Report<S> {
  steps: Step[];
  statement: S | null;
}

/** Codes of the failed steps, in order. */
export const codesOf = ({ steps }: Report<unknown>): AttestationCode[] => [
  ...new Set(steps.flatMap(({ code }) => code ?? [])),
];

/**
 * Collects steps. Malformed bytes make a failed step: an attacker's bytes must never end as an error of the
 * service.
 */
export class Steps {
  readonly list: Step[] = [];

  /** Notes the outcome, and returns whether the step passed. */
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
   * Returns what `read` returns. On malformed bytes it notes a failed step and returns null. The caller notes
   * a pass.
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
