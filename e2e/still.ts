import type { BrowserContext } from 'playwright-core';

/**
 * Shows the end of each movement at once: to draw them takes more of the processor than the page itself. The
 * page cannot tell, unlike from the wish for reduced motion, which changes what it offers.
 */
export const still = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; }');
    document.adoptedStyleSheets = [sheet];
  });
