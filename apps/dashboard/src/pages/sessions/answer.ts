import type { FaceSession } from '@standpoint/contract';
import { FACE_DECISION_WORDS, faceReasonWords, PHASE_WORDS, STATUS_WORDS } from '../../texts/face.ts';

/** The one sentence that says how it went. */
export function sessionAnswer(session: FaceSession): string {
  const { decision, reasons, status, phase, attempts, decision_source } = session;
  if (!decision) {
    const where = PHASE_WORDS[phase];
    return `${STATUS_WORDS[status]}${status === 'in_progress' && where ? `: the page ${where}` : ''}.`;
  }
  const tries = attempts.length === 1 ? 'one attempt' : `${attempts.length} attempts`;
  const [first, ...rest] = reasons;
  const why = first ? ` ${faceReasonWords(first)}${rest.length > 0 ? `, and ${rest.length} more` : ''}.` : '';
  const by =
    decision_source === 'review'
      ? ' A reviewer decided it.'
      : decision_source === 'simulated'
        ? ' It was simulated in the sandbox.'
        : '';
  return `${FACE_DECISION_WORDS[decision].word} after ${tries}.${why}${by}`;
}
