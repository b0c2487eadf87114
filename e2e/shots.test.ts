import { afterAll, beforeAll, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { GRANTED, launchBrowser, PHONE, visitor } from './browser.ts';
import { openStage, type Stage } from './stage.ts';
let stage: Stage; let browser: Browser;
beforeAll(async () => { [stage, browser] = await Promise.all([openStage(), launchBrowser()]); });
afterAll(async () => { await browser?.close(); await stage?.close(); });
test('shots', async () => {
  for (const [name, options] of Object.entries({
    'desk-light': { ...GRANTED, viewport: { width: 1100, height: 800 } }, 'desk-dark': { ...GRANTED, viewport: { width: 1100, height: 800 }, colorScheme: 'dark' as const },
    'phone-light': { ...GRANTED, ...PHONE }, 'phone-dark': { ...GRANTED, ...PHONE, colorScheme: 'dark' as const }, rtl: {...GRANTED, locale: 'ar', viewport: { width: 800, height: 800 } } })) {
    const { context, log, close } = await visitor(browser, options);
    const page = await context.newPage();
    await page.goto(`${stage.origin}/demo`);
    await page.waitForSelector('#deposit-start:enabled');
    if (name === 'rtl') await page.evaluate(() => { document.documentElement.dir = 'rtl'; });
    await page.screenshot({ path: `/tmp/spike/${name}-0.png`, fullPage: true });
    for (const outcome of ['real', 'test_fail_outside', 'test_retry_accuracy', 'test_review_border', 'test_unavailable']) {
      await page.selectOption('#deposit-outcome', outcome);
      await page.click('#deposit-start');
      await page.locator('#deposit-start:not([aria-disabled])').waitFor();
      if (outcome === 'real') await page.click('#deposit-result summary');
      await page.screenshot({ path: `/tmp/spike/${name}-${outcome}.png`, fullPage: true });
      console.log(name, outcome, JSON.stringify(await page.innerText('#deposit-result')));
      if (outcome === 'real') {
        await page.click('text=Spend the same');
        await page.locator('#deposit-result .verdict:not(.wait)').waitFor();
        await page.screenshot({ path: `/tmp/spike/${name}-again.png`, fullPage: true });
        console.log(name, 'again', JSON.stringify(await page.innerText('#deposit-result')));
      }
    }
    console.log(log.violations, log.complaints, log.thirdParties());
    await close();
  }
}, 90_000);
