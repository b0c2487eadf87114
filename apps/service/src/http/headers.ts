/** Headers of every answer. */
export const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
};

/** The policy of JSON answers, which are never documents. */
export const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'";

const REQUEST_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/** The caller's own request id, if it is well formed. */
export const acceptedRequestId = (header: unknown): string | null =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : null;
