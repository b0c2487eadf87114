import type { Environment, FaceDecision } from '@standpoint/contract';

/** A fixed outcome, selected by the beginning of `customer_id` (interface §9). */
export interface SandboxOutcome {
  name: string;
  meaning: string;
  /** The session expires right after it was created. */
  expires?: true;
  /** The hand-off is denied right after it was redeemed. */
  denies_handoff?: true;
  /** Decisions of the first submit, the second, and so on; the last one repeats. */
  submits?: readonly (FaceDecision | 'retry')[];
  /** Reasons in the backend's view. */
  reasons?: readonly string[];
  failed_check?: 'liveness' | 'match';
}

export const FACE_SANDBOX_OUTCOMES: readonly SandboxOutcome[] = [
  { name: 'test_face_approved', meaning: 'The first submit is approved.', submits: ['approved'] },
  {
    name: 'test_face_declined_liveness',
    meaning: 'The first submit is declined: no living person.',
    submits: ['declined'],
    reasons: ['liveness_failed'],
    failed_check: 'liveness',
  },
  {
    name: 'test_face_declined_match',
    meaning: 'The first submit is declined: another person.',
    submits: ['declined'],
    reasons: ['match_failed'],
    failed_check: 'match',
  },
  {
    name: 'test_face_review',
    meaning: 'The first submit goes to review.',
    submits: ['review'],
    reasons: ['review_requested'],
  },
  {
    name: 'test_face_retry_then_approved',
    meaning: 'The first submit asks for another try (too dark), the second is approved.',
    submits: ['retry', 'approved'],
  },
  { name: 'test_face_expired', meaning: 'The session runs out right after it was created.', expires: true },
  {
    name: 'test_face_handoff_denied',
    meaning: 'The phone answers “this wasn’t me” right after the code was redeemed.',
    denies_handoff: true,
  },
];

/** The outcome that a customer id selects: in the sandbox only, never in production. */
export function sandboxOutcome(env: Environment, asked: string | null): SandboxOutcome | null {
  if (env !== 'sandbox') return null;
  return FACE_SANDBOX_OUTCOMES.find(({ name }) => asked?.startsWith(name)) ?? null;
}
