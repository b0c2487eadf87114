import { type Environment, ERRORS, type ErrorCode } from '@standpoint/contract';

export interface RefusalDetail {
  /** The wrong parts of the input; public. */
  fields?: { path: string; message: string }[];
  retry_after_s?: number;
  /** Replaces the table's public sentence by a more exact one, e.g. with the right host's address. */
  message?: string;
  headers?: Record<string, string>;
  /** The level at which the refusal is logged; `debug` by default, and `error` for a failure of the service. */
  level?: 'info';
  /** The credential is genuine, and refused for another reason: it is no guess. */
  genuine?: true;
  /** Whose credential was refused, where it proved that before it was refused. */
  of?: { org: string; env: Environment };
  cause?: unknown;
}

/** A refusal: a public code from the one table, and a private reason for the log. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: RefusalDetail;

  constructor(code: ErrorCode, reason: string, detail: RefusalDetail = {}) {
    super(reason, { cause: detail.cause });
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Refuses the request. `reason` is private: it goes to the log and never into a body. */
export function refuse(code: ErrorCode, reason: string, detail?: RefusalDetail): never {
  throw new Refusal(code, reason, detail);
}
