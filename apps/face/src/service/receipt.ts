/**
 * The number that a person tells a support desk: the last eight symbols of the session's id, `7K3M-9Q2X`.
 * The id ends in 80 random bits, so eight symbols (40 bits) identify one session of an organization; the
 * backend finds it with `GET /facecheck/sessions?receipt_number=`. It grants no access. Pure.
 */
export const receiptOf = (session_id: string): string => session_id.slice(-8).replace(/^(.{4})/, '$1-');
