import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE } from '../../../../e2e/browser.ts';
import { sharedBrowser } from '../../../../e2e/shared-browser.ts';
import { draw, openDrawn, VIEWS } from '../../testing/drawn/open.ts';
import { misfitsWhenSmall, violations } from '../../testing/inspect.ts';
import { FIRST, LOOKS, wear } from '../../testing/look.ts';

/**
 * Every screen in its views, drawn from their states: axe, and a ruler on the narrowest phone, at 200 % zoom and on a small
 * laptop. Each view has one of the four looks, and the next view has another. The long run walks to the screens in
 * checks of a real service, and sees each in all looks.
 */
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await sharedBrowser();
  // One pixel for each point: four times as many cost more to draw, and no part of the layout asks for them.
  page = await openDrawn(browser, {
    ...PHONE,
    deviceScaleFactor: 1,
    viewport: { width: 320, height: 640 },
  });
});
afterAll(() => browser?.close());

test('has no axe violation and fits 320 px and 200 % zoom on every screen in its views', async () => {
  const found: Record<string, string[]> = {};
  for (const [nth, [screen, view]] of VIEWS.entries()) {
    await draw(page, screen, view);
    const look = LOOKS[nth % LOOKS.length]!;
    await wear(page, look);
    const problems = [...(await violations(page)), ...(await misfitsWhenSmall(page))];
    if (problems.length > 0) found[`${screen} ${view} ${look.colorScheme} ${look.locale}`] = problems;
  }
  expect(found).toEqual({});
}, 120_000);

test('control: axe and the ruler find planted faults, so the looks above prove something', async () => {
  await wear(page, FIRST);
  await draw(page, 'consent', 'asked');
  expect([...(await violations(page)), ...(await misfitsWhenSmall(page))]).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.lang = '';
    const wide = document.querySelector<HTMLElement>('.points')!;
    wide.style.inlineSize = '60rem';
    const pale = document.querySelector<HTMLElement>('.legal')!;
    pale.style.color = '#bbbbbb';
    const small = document.querySelector<HTMLElement>('footer button')!;
    Object.assign(small.style, { minBlockSize: '0', blockSize: '18px', padding: '0' });
    document.querySelector<HTMLElement>('.secured')!.style.translate = '0 48px';
  });
  const found = (await violations(page)).map((violation) => violation.split(':')[0]);
  expect(found).toEqual(expect.arrayContaining(['html-has-lang', 'color-contrast']));
  const misfit = (await misfitsWhenSmall(page)).join();
  for (const words of ['scrolls sideways', 'outside', 'small target', 'out of the last line'])
    expect(misfit).toContain(words);
  await page.evaluate(() => {
    const card = document.querySelector('.page')!;
    card.classList.add('camera');
    const below = document.createElement('div');
    below.className = 'actions';
    const button = document.createElement('button');
    Object.assign(button.style, { position: 'absolute', top: '150%' });
    below.append(button);
    card.append(below);
  });
  expect((await misfitsWhenSmall(page)).join()).toContain('below the edge');
});
