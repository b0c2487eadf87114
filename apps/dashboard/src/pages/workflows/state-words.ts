import type { OutcomeTone } from '../../parts/outcome.tsx';
import type { Listed } from './queries.ts';

interface Words {
  tone: OutcomeTone;
  word: string;
}

/** The state of a workflow: whether a check can use it. */
export function stateWords({ state, version }: Pick<Listed, 'state' | 'version'>): Words {
  if (state === 'published') return { tone: 'pass', word: `Published, v${version}` };
  return state === 'draft' ? { tone: 'review', word: 'Draft only' } : { tone: 'quiet', word: 'Archived' };
}
