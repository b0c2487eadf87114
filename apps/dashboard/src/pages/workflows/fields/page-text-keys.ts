import { PAGE_TEXTS } from '@standpoint/contract/face/page-text-rules';

/** Texts that are counted are written once for each plural form of the language. */
export function keysFor(tag: string): { key: string; most: number; places: readonly string[] }[] {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  return Object.entries(PAGE_TEXTS).flatMap(([key, { max, places, counted }]) =>
    (counted ? forms.map((form) => `${key}.${form}`) : [key]).map((each) => ({
      key: each,
      most: max,
      places,
    })),
  );
}

const SCREENS: Record<string, string> = {
  consent: 'Consent',
  primer: 'Before the camera',
  ready: 'Camera',
  uploading: 'Sending',
  processing: 'Checking',
  retry: 'Try again',
  result: 'Result',
  ended: 'Ended early',
};
const PARTS: Record<string, string> = {
  title: 'title',
  body: 'text',
  go: 'button',
  tips: 'tip about',
  left: 'attempts left',
  consent_declined: 'consent refused',
};

/** "Result: approved, title" of `result.approved.title`. */
export const keyWords = (key: string): string => {
  const [screen = '', ...rest] = key.split('.');
  return `${SCREENS[screen] ?? screen}: ${rest.map((each) => PARTS[each] ?? each).join(', ')}`;
};
