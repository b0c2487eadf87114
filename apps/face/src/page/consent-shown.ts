import { consentEntry } from '@standpoint/contract/face/page-texts';
import type { State } from '../flow/state.ts';

/** The consent text as the page shows it, in its parts: see `Consent` in the contract. */
interface ConsentShown {
  /** BCP 47: the language of the text, which is what the service records. */
  tag: string;
  /** What is taken, in one sentence: it opens the sheet. */
  taken: string;
  /** For the screen: what for, and how long it is kept. */
  short: string[];
  /** For the sheet: headings, each with its lines. */
  paragraphs: { heading: string; lines: string[] }[];
  /** Directly above the buttons. */
  agreement: string;
}

export const consentShown = (state: Pick<State, 'workflow' | 'consent'>, locale: string): ConsentShown => {
  const entry = consentEntry(state.workflow?.consent_texts ?? {}, locale);
  const [tag, text] = entry ?? [locale, state.consent?.text ?? ''];
  const parts = text.split('\n\n');
  const agreement = parts.pop() ?? '';
  const [short = '', ...rest] = parts;
  const [taken = '', ...lines] = short.split('\n');
  return {
    tag,
    taken,
    short: lines,
    paragraphs: rest.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return { heading, lines };
    }),
    agreement,
  };
};
