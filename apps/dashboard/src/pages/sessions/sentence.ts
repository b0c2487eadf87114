import type { FaceSession } from '@standpoint/contract';
import { share } from '@standpoint/contract/words/numbers';
import { faceCheckReason } from '../../checks/face-words.ts';
import { sessionAnswer } from './answer.ts';

type Checks = FaceSession['checks'];

const passed = (checks: Checks, name: string): boolean => checks[name]?.outcome === 'pass';

/** A score with what it needs, read first. */
function scoreWords(words: string, { score, threshold, outcome }: Checks[string]): string {
  if (outcome === 'unavailable') return `The ${words} **could not be computed**.`;
  if (score === null || threshold === null) return '';
  return outcome === 'pass'
    ? `The ${words} is ${share(score)}; it needs ${share(threshold)}.`
    : `The ${words} is **${share(score)}; it needs ${share(threshold)}**.`;
}

/** How it went, with the numbers that decided; what stands between ** is to be read first. */
export function sessionSentence(session: FaceSession): string {
  const judged = session.decision && session.decision_source !== 'simulated';
  return [sessionAnswer(session), judged && checksSentence(session)].filter(Boolean).join(' ');
}

/** What the checks found, with the numbers; empty where none judged. */
export function checksSentence({ checks }: Pick<FaceSession, 'checks'>): string {
  const parts: string[] = [];
  const made = checks.challenge?.outcome;
  if (made === 'pass') parts.push('All movements were made in time.');
  if (made === 'fail') parts.push('The movements were **not made**.');
  if (checks.liveness) parts.push(scoreWords('liveness score', checks.liveness));
  if (checks.match && checks.match.outcome !== 'skipped')
    parts.push(
      passed(checks, 'match')
        ? `The face **matches**${checks.match.score === null ? '' : ` (${share(checks.match.score)})`}.`
        : scoreWords('likeness to the reference', checks.match),
    );
  if (checks.match?.reasons.includes('first_visit'))
    parts.push('It is a first visit: there was no face to compare with.');
  const injection = checks.injection;
  if (injection)
    parts.push(
      injection.outcome === 'pass'
        ? 'Nothing speaks for a replaced camera.'
        : `The camera: ${injection.reasons.map(faceCheckReason).join('; ')}.`,
    );
  return parts.filter(Boolean).join(' ');
}
