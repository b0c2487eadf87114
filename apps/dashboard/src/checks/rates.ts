import type { frames } from '@standpoint/contract';
import { plain, share } from '@standpoint/contract/words/numbers';

type Attempt = frames.ExplainedAttempt;

/** "1 in 10,000"; a rate below what was measured is none. */
const oneIn = (rate: number): string => `1 in ${plain(Math.round(1 / rate))}`;
const percent = (rate: number): string => `${plain(rate * 100)}\u00a0%`;

/**
 * What a threshold means as error rates: measured ones alone. Where none was measured, that is said.
 */
export function rateWords(name: string, attempt: Attempt | undefined): string {
  if (!attempt) return 'The record of the attempt is gone, and with it its thresholds.';
  if (name === 'match') return matchRates(attempt);
  if (name === 'liveness') return livenessRates(attempt);
  if (name === 'dedupe' && attempt.dedupe) {
    const { gallery, target_fpir } = attempt.dedupe;
    return (
      `Searched among ${plain(gallery)} faces. The threshold is set so that at most ` +
      `${oneIn(target_fpir)} searches finds a stranger.`
    );
  }
  return 'No error rate is known for this check.';
}

function matchRates({ match }: Attempt): string {
  if (!match) return '';
  const { rates, target_fmr, threshold } = match;
  if (!rates)
    return (
      `The workflow asks that at most ${oneIn(target_fmr)} strangers matches. What was measured for ` +
      'this model is not here any more.'
    );
  const strangers =
    rates.fmr === null
      ? 'fewer strangers than could be measured would match'
      : `about ${oneIn(rates.fmr)} strangers would match in the group of people where most do`;
  const same = rates.fnmr === null ? '' : `, and about ${percent(rates.fnmr)} of the right people would not`;
  return (
    `At ${share(threshold)} ${strangers}${same} (${plain(rates.impostor_pairs)} pairs of strangers ` +
    'measured, in press photographs).'
  );
}

function livenessRates({ liveness }: Attempt): string {
  if (!liveness) return 'No error rate is known: the model has no measured threshold.';
  const { measured, passes } = liveness;
  if (!measured) return 'What was measured for this model is not here any more.';
  return (
    `At ${share(passes)}, with the movements: attacks accepted, ${measured.apcer}; living people not ` +
    `approved, ${measured.bpcer}. The score alone has no measured rate.`
  );
}
