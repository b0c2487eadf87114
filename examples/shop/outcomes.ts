/**
 * An outcome that a visitor can choose. In the sandbox, a customer id that begins with one of these ids has a
 * fixed outcome; "real" runs the whole check. A real shop has no such list, because its page never chooses
 * the customer.
 */
export interface Outcome {
  id: string;
  label: string;
}

export const DEPOSIT_OUTCOMES: readonly Outcome[] = [
  { id: 'real', label: 'Where I really am' },
  { id: 'test_pass', label: 'Sandbox: everything is fine' },
  { id: 'test_fail_outside', label: 'Sandbox: a country we do not serve' },
  { id: 'test_fail_vpn', label: 'Sandbox: behind a VPN' },
  { id: 'test_fail_mock', label: 'Sandbox: a made-up position' },
  { id: 'test_retry_accuracy', label: 'Sandbox: too inaccurate, try again' },
  { id: 'test_review_border', label: 'Sandbox: too close to a border' },
  { id: 'test_slow_5s', label: 'Sandbox: takes five seconds' },
  { id: 'test_unavailable', label: 'Sandbox: the service is out of order' },
];

export const FACE_OUTCOMES: readonly Outcome[] = [
  { id: 'real', label: 'My real face' },
  { id: 'test_face_approved', label: 'Sandbox: approved' },
  { id: 'test_face_declined_liveness', label: 'Sandbox: not a living person' },
  { id: 'test_face_declined_match', label: 'Sandbox: another person' },
  { id: 'test_face_review', label: 'Sandbox: a person has to decide' },
  { id: 'test_face_retry_then_approved', label: 'Sandbox: approved the second time' },
  { id: 'test_face_expired', label: 'Sandbox: runs out of time' },
];

const ALL = new Set([...DEPOSIT_OUTCOMES, ...FACE_OUTCOMES].map(({ id }) => id));

/** The customer id for the chosen outcome; for an unknown outcome, the visitor's own id. */
export const customerFor = (visitor: string, outcome: unknown): string =>
  typeof outcome === 'string' && outcome !== 'real' && ALL.has(outcome) ? `${outcome}_${visitor}` : visitor;
