import type { Page } from 'playwright-core';

/** Both themes in both directions. Two that follow each other differ in both. */
export const LOOKS = ['light ltr', 'dark rtl', 'dark ltr', 'light rtl'] as const;
export type Look = (typeof LOOKS)[number];

export const WINDOW = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** What `WINDOW` shows at 200 % zoom. */
export const ZOOMED = { width: 720, height: 450 };

/** What a person's preferences do, without a reload. */
export const wear = (page: Page, look: Look): Promise<void> =>
  page.evaluate(([scheme, dir]) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme!);
    document.documentElement.dir = dir!;
  }, look.split(' '));
