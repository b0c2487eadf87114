import { CHECK_WORDS } from '@standpoint/contract/words/all';
import type { Inputs } from '@standpoint/contract/words/check-words';
import { SKIPPED } from '@standpoint/contract/words/tells';
import { codeWords } from '@standpoint/contract/words/values';
import type { Explained } from './finding.ts';

/** What a check found, in one sentence with its numbers. */
export function foundWords({ code, outcome, inputs, about }: Explained): string {
  if (outcome === 'skipped') return skippedWords(inputs);
  const words = CHECK_WORDS[code];
  const carried = inputs.from_attempt;
  if (typeof carried === 'number')
    return `Found in try ${carried + 1} of this chain: another try does not undo it.`;
  if (!words) return outcome === 'pass' ? 'Nothing was found.' : codeWords(code);
  const text = outcome === 'pass' ? words.pass : words.found;
  const said = sentence(typeof text === 'string' ? text : text(inputs, outcome, about.limits));
  return inputs.trusted_place ? `${said} Excused: the customer keeps passing at this place.` : said;
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const skippedWords = ({ reason }: Inputs): string =>
  typeof reason === 'string' && reason !== ''
    ? `Skipped: ${SKIPPED[reason] ?? codeWords(reason).toLowerCase()}.`
    : 'Skipped.';

/** "at most 200 m": from the record, else from the engine that decided; empty where there is none. */
export const limitWords = ({ code, outcome, inputs, about }: Explained): string =>
  outcome === 'skipped' ? '' : (CHECK_WORDS[code]?.limit?.(inputs, about.limits) ?? '');

/** "retry, review": what the policy makes of a finding, and of a doubt where that is another thing. */
export function actionWords({ about: { if_found, if_uncertain } }: Explained): string {
  const actions = [if_found, if_uncertain].filter((action) => action !== null);
  return [...new Set(actions)].join(', ');
}
