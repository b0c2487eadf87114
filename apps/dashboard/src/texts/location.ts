import type { GeolocationDecision } from '@standpoint/contract';
import { codeWords } from '@standpoint/contract/words/values';
import type { OutcomeTone } from '../parts/outcome.tsx';
import { REASON_NAMES } from './reason-names.ts';

export const DECISIONS: Record<GeolocationDecision, { tone: OutcomeTone; word: string }> = {
  pass: { tone: 'pass', word: 'Pass' },
  fail: { tone: 'fail', word: 'Fail' },
  review: { tone: 'review', word: 'Review' },
  retry: { tone: 'retry', word: 'Retry' },
};

/** A check looks for a finding: that it passed means that there is none. */
export const CHECK_OUTCOMES: Record<string, { tone: OutcomeTone; word: string }> = {
  pass: { tone: 'pass', word: 'Not found' },
  fail: { tone: 'fail', word: 'Found' },
  uncertain: { tone: 'review', word: 'Uncertain' },
  skipped: { tone: 'quiet', word: 'Not examined' },
};

export const reasonWords = (code: string): string => REASON_NAMES[code] ?? codeWords(code);
