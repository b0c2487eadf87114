import type { Page } from 'playwright-core';

/** A look of the app: theme and language (with its direction). */
export interface Look {
  colorScheme: 'light' | 'dark';
  locale: 'en' | 'ar';
}
export const LOOKS: readonly Look[] = [
  { colorScheme: 'light', locale: 'en' },
  { colorScheme: 'dark', locale: 'en' },
  { colorScheme: 'dark', locale: 'ar' },
  { colorScheme: 'light', locale: 'ar' },
];
export const FIRST = LOOKS[0]!;

/** Changes settings that a person can change on every screen, without leaving the screen. */
export const wear = async (page: Page, { colorScheme, locale }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  const language = page.locator('header select');
  if ((await language.inputValue()) !== locale) await language.selectOption(locale);
  await page.locator(`html[lang="${locale}"]`).waitFor();
};
