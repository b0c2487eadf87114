import type { Locator, Page } from 'playwright-core';
import { settled } from './every-route.ts';

/** Of a page with a list, only so many buttons are tried. */
const MOST = 40;

/** Buttons of rows differ in what they name: the first of each kind stands for all. */
const kindOf = async (button: Locator): Promise<string> => {
  const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
  return name.replaceAll(/\S*[\d_@.]\S*/g, '').trim();
};

/** Presses each button of the page at this address, and calls `visit` with every dialog that opens. */
export async function eachDialog(
  page: Page,
  address: string,
  visit: (name: string) => Promise<void>,
): Promise<void> {
  const tried = new Set<string>();
  const dialog = page.getByRole('dialog');
  const begin = async () => {
    await page.goto(address);
    await settled(page);
  };
  await begin();
  for (let nth = 0; nth < MOST; nth++) {
    const button = page.locator('main button:visible:enabled').nth(nth);
    if ((await button.count()) === 0) return;
    const kind = await kindOf(button);
    if (tried.has(kind)) continue;
    tried.add(kind);
    await button.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(350);
    if ((await dialog.count()) > 0) {
      await settled(page);
      await visit(kind);
    }
    await begin();
  }
}
