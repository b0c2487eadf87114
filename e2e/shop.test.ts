import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser, visitor } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let browser: Browser;
beforeAll(async () => {
  [stage, browser] = await Promise.all([openStage(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

test('spike', async () => {
  const { context, log, close } = await visitor(browser);
  const page = await context.newPage();
  await page.goto(`${stage.origin}/demo`);
  await page.click('#deposit-start');
  await page.locator('#deposit-result details').waitFor();
  console.log(await page.innerText('#deposit-result'), log);
  await close();
  expect(1).toBe(1);
});
