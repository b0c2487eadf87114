import { useState } from 'preact/hooks';
import { Icon } from '../draw/icon.tsx';
import type { Locale } from '../page/locale.ts';
import type { Texts } from '../texts/texts.ts';
import { LanguageChoice } from './language-choice.tsx';

interface HeaderProps {
  t: Texts;
  locale: Locale;
  setLocale(locale: Locale): void;
  integrator: string;
  logo?: string | null | undefined;
  /** Shows that nothing here counts. */
  test: boolean;
  /** Null where there is nothing to stop, and in a frame, whose page has its own button in this corner. */
  leave: (() => void) | null;
}

/** The picture is the workflow's own; a browser that cannot load it shows the name alone. */
const Logo = ({ url }: { url: string }) => {
  const [broken, setBroken] = useState(false);
  return broken ? null : <img class="logo" src={url} alt="" onError={() => setBroken(true)} />;
};

/** Who asks, that it is only a test, the language, and the way out. */
export const Header = ({ t, locale, setLocale, integrator, logo, test, leave }: HeaderProps) => (
  <header class="top">
    <span class="brand">
      {logo && <Logo key={logo} url={logo} />}
      <span class="asker">{integrator}</span>
      {test && <span class="badge">{t.test_mode}</span>}
    </span>
    <LanguageChoice t={t} locale={locale} setLocale={setLocale} />
    {leave && (
      <button type="button" class="round leave" aria-label={t.cancel} onClick={leave}>
        <Icon name="close" />
      </button>
    )}
  </header>
);
