import { Icon } from '../draw/icon.tsx';
import { LOCALES, type Locale } from '../page/locale.ts';
import type { Texts } from '../texts/texts.ts';

const LANGUAGES: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  ar: 'العربية',
};

/** Shows each language by its own name, in the system's own list. */
export const LanguageChoice = ({
  t,
  locale,
  setLocale,
}: {
  t: Texts;
  locale: Locale;
  setLocale: (locale: Locale) => void;
}) => (
  <label class="round lang">
    <Icon name="globe" />
    <span aria-hidden="true">{locale.toUpperCase()}</span>
    <span class="visually-hidden">{t.language}</span>
    <select value={locale} onChange={(event) => setLocale(event.currentTarget.value as Locale)}>
      {LOCALES.map((each) => (
        <option key={each} value={each} lang={each}>
          {LANGUAGES[each]}
        </option>
      ))}
    </select>
  </label>
);
