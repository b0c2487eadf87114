export type EgressProblem =
  /** The name has an address that is not public, and the operator did not allow it. */
  | 'address_not_public'
  /** Scheme, port, user name, fragment, length, or text that is not a URL. */
  | 'address_not_allowed'
  | 'name_not_found'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out';

/** What a receiver answered, or why there was no answer. Times in milliseconds, from the start of the post. */
export type Outcome = (Answer | Failure) & { ms: number };

export interface Answer {
  answered: true;
  /** Any final status; a redirect is an answer too, because it is not followed. */
  status: number;
  /** The first 1 KB of the body. Control and formatting characters are replaced. */
  text: string;
  /** Of `Retry-After`, as the receiver wrote it: it may be very large. */
  retry_after_s: number | null;
}

export interface Failure {
  answered: false;
  problem: EgressProblem;
  /** A sentence for the organization. It contains no address. */
  detail: string;
}

export const failure = (problem: EgressProblem, detail: string): Failure => ({
  answered: false,
  problem,
  detail,
});

/** No connection was made, so nothing was sent: the next address of the receiver may be tried. */
export class NotConnected extends Error {
  readonly code: string;
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = codeOf(cause);
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const TLS = /CERT|TLS|SSL|EPROTO|UNABLE_TO|INVALID_|HOSTNAME|PATH_LENGTH|CRL/;

/** Another address of the same receiver would not make a certificate good. */
export const maySucceedElsewhere = (error: unknown): boolean =>
  error instanceof NotConnected && !TLS.test(error.code);

function tlsDetail(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the receiver has expired.';
  if (code === 'CERT_NOT_YET_VALID') return 'The certificate of the receiver is not valid yet.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'The certificate of the receiver is for another name.';
  if (/SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|CERT_SIGNATURE/.test(code))
    return 'The certificate of the receiver is not signed by a known authority, or its chain is incomplete.';
  return 'The TLS handshake with the receiver failed.';
}

/** Puts an error of the connection into words. The error's own message is not shown: it has addresses. */
export function failureOf(error: unknown): Failure {
  const code = codeOf(error);
  if (!(error instanceof NotConnected))
    return failure('connection_failed', 'The connection broke before an answer in HTTP came.');
  if (TLS.test(code)) return failure('tls_failed', tlsDetail(code));
  if (/TIMEOUT|ETIMEDOUT/.test(code))
    return failure('timed_out', 'The receiver did not accept a connection in time.');
  return failure('connection_failed', 'The receiver did not accept a connection.');
}
