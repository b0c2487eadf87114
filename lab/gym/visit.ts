import type { Evidence, Integrity } from '@standpoint/contract';

/** The result of one run: the decision with every code, or the refusal of the request. */
export interface Outcome {
  decision: 'pass' | 'review' | 'retry' | 'fail' | 'refused';
  /** Reason codes of the backend's view, or the error code of a refusal. */
  codes: string[];
}

/** A person with a token. */
export interface Visit {
  customer_id: string;
  install_id: string | undefined;
  token: string;
  /** Seals the evidence to this token and sends it from the address. */
  send(evidence: Evidence, ip: string): Promise<Outcome>;
  seal(evidence: Evidence): Promise<string>;
  /**
   * Does the same and adds the device's proof of the evidence. `tamper` changes the evidence after the
   * proof.
   */
  sendProven(
    evidence: Evidence,
    ip: string,
    prove: (binding: Buffer) => Integrity,
    tamper?: (core: string) => string,
  ): Promise<Outcome>;
  /** Sends a payload unchanged. */
  post(payload: string, ip: string): Promise<Outcome>;
}
