import { type ReadonlySignal, signal } from '@preact/signals';
import type { PageTexts } from '@standpoint/contract';
import { entryFor } from '@standpoint/contract/face/page-texts';
import { inTheWordsOf, type Texts } from '../texts/texts.ts';
import { directionOf, type Locale, loadTexts, tagOf } from './locale.ts';

/** The page's language and texts. */
export interface Wording {
  locale: ReadonlySignal<Locale>;
  texts: ReadonlySignal<Texts>;
  use(next: Locale): Promise<void>;
  /** Uses the workflow's texts in place of the page's. */
  adopt(own: PageTexts, next: Locale): Promise<void>;
}

export const openWording = async (first: Locale): Promise<Wording> => {
  const locale = signal(first);
  const texts = signal<Texts>(await loadTexts(first));
  let own: PageTexts = {};
  const use = async (next: Locale): Promise<void> => {
    // Texts that fail to load do not stop the page: it keeps the current ones.
    const loaded = await loadTexts(next).catch(() => null);
    if (!loaded) return;
    texts.value = inTheWordsOf(entryFor(own, tagOf(next))?.[1] ?? {}, loaded);
    locale.value = next;
    document.documentElement.lang = tagOf(next);
    document.documentElement.dir = directionOf(next);
  };
  return {
    locale,
    texts,
    use,
    adopt: async (words, next) => {
      own = words;
      if (next !== locale.value || Object.keys(own).length > 0) await use(next);
    },
  };
};
