import type { Evidence, Integrity } from '@standpoint/contract';

/** How one run ended: the decision with every code, or the refusal of the request itself. */
export interface Outcome {
  decision: 'pass' | 'review' | 'retry' | 'fail' | 'refused';
  /** Reason codes of the backend's view; the error code when refused. */
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
  /** The same with what the device proves about it; `tamper` changes the evidence after that. */
  sendProven(
    evidence: Evidence,
    ip: string,
    prove: (binding: Buffer) => Integrity,
    tamper?: (core: string) => string,
  ): Promise<Outcome>;
  /** Sends a payload as it is. */
  post(payload: string, ip: string): Promise<Outcome>;
}
