import type { TimelineEntry } from '@standpoint/contract';
import { codeWords } from '@standpoint/contract/words/values';
import type { OutcomeTone } from '../../parts/outcome.tsx';
import { FACE_DECISION_WORDS, STATUS_WORDS } from '../../texts/face.ts';
import { DECISIONS } from '../../texts/location.ts';

interface Words {
  tone: OutcomeTone;
  word: string;
}

/** How an entry of either area ended; what has no decision yet is said by its state. */
export function entryWords({ area, decision, status, record_contradicted }: TimelineEntry): Words {
  if (record_contradicted) return { tone: 'fail', word: 'Record differs' };
  const known: Record<string, Words> = area === 'face' ? FACE_DECISION_WORDS : DECISIONS;
  if (decision !== null) return known[decision] ?? { tone: 'quiet', word: codeWords(decision) };
  const states: Record<string, string> = STATUS_WORDS;
  return { tone: 'quiet', word: states[status] ?? codeWords(status) };
}
