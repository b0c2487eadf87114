import type { Page } from 'playwright-core';
import type { Visitor } from './browser.ts';

/** The demo shop as a person uses it: by its labels and buttons. */
export interface ShopPage {
  page: Page;
  /** Plays an outcome and presses the button. Returns the text that the card then shows. */
  deposit(outcome?: string): Promise<string>;
  /** Presses a button in the deposit's card. */
  press(label: string): Promise<string>;
  /** Unfolds and reads what the shop learned. */
  learned(): Promise<Record<string, string>>;
  balance(): Promise<string>;
}

const LONGEST_MS = 20_000;

export const openShopPage = async ({ context }: Visitor, address: string): Promise<ShopPage> => {
  const page = await context.newPage();
  await page.goto(address);
  const start = page.locator('#deposit-start');
  const card = page.locator('#deposit-result');
  await page.locator('#deposit-start:enabled').waitFor();
  const answer = async (): Promise<string> => {
    await card.locator('.verdict:not(.wait)').waitFor({ timeout: LONGEST_MS });
    return card.locator('.title').innerText();
  };
  return {
    page,
    deposit: async (outcome = 'real') => {
      await page.locator('#deposit-outcome').selectOption(outcome);
      await start.click();
      await page.locator('#deposit-start:not([aria-disabled])').waitFor({ timeout: LONGEST_MS });
      return clean(await answer());
    },
    press: async (label) => {
      const before = await card.locator('.verdict').elementHandle();
      await card.getByRole('button', { name: label }).click();
      await page.waitForFunction((old) => !old?.isConnected, before);
      return clean(await answer());
    },
    learned: async () => {
      await card.locator('details').evaluate((details: HTMLDetailsElement) => {
        details.open = true;
      });
      const [names, values] = await Promise.all(['dt', 'dd'].map((tag) => card.locator(tag).allInnerTexts()));
      return Object.fromEntries(names!.map((name, at) => [name, values![at]!]));
    },
    balance: () => page.locator('#balance').innerText(),
  };
};

/** The text without the mark, which only repeats the sentence. */
const clean = (title: string): string => title.replace(/^[✓✕…?]\s*/, '').trim();
