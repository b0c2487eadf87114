import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { violations } from '../testing/inspect.ts';
import { DESKTOP, on, press } from '../testing/person.ts';
import { atCode, eventually, openStory, person, readNumber, scan } from '../testing/story.ts';

// In `npm test`: `../../service/src/face/handoff/phone.test.ts`.

const story = openStory();
const LIMIT = { timeout: 120_000 };
const phone = (options = {}) => person(story.browser, { ...PHONE, ...options });

test.concurrent(
  'says when a code is replaced, and keeps a link even when the page is reloaded',
  LIMIT,
  async () => {
    const desktop = await atCode(story);
    const time = desktop.page.locator('.time');
    const first = Number.parseInt(await time.innerText(), 10);
    expect(first).toBeLessThanOrEqual(30);
    await eventually(
      async () => Number.parseInt(await time.innerText(), 10),
      (seconds) => seconds < first,
    );
    await press(desktop.page, 'second');
    const link = await desktop.page.locator('#link').inputValue();
    expect(await time.innerText()).toMatch(/10\s*min/);
    expect(await violations(desktop.page)).toEqual([]);
    await desktop.page.reload();
    expect(await desktop.page.locator('#link').inputValue()).toBe(link);
    await desktop.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await desktop.page.locator('.link button').click();
    expect(await desktop.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const hand = await phone();
    await scan(hand.page, link);
    await readNumber(desktop.page);
  },
);

test.concurrent('shows the code dark on white on a dark page too', LIMIT, async () => {
  const { page } = await atCode(story, { ...DESKTOP, colorScheme: 'dark' });
  const fills = await page
    .locator('.qr path')
    .evaluateAll((paths) => paths.map((p) => p.getAttribute('fill')));
  expect(fills).toEqual(['#fff', '#000']);
  expect(await violations(page)).toEqual([]);
  expect(await page.locator('.qr-frame').evaluate((e) => getComputedStyle(e).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
});

test.concurrent(
  'shows the phone who asks, for what, where and since when, in the desktop’s language',
  LIMIT,
  async () => {
    const desktop = await atCode(
      story,
      { ...DESKTOP, locale: 'fr-FR' },
      {
        liveness: { mode: 'passive' },
        ui: {
          integrator: 'Harbour Bank',
          purpose: 'Opening an account',
          purposes: { fr: 'Ouverture d’un compte' },
        },
      },
    );
    const hand = await phone({ locale: 'de-DE' });
    await hand.page.goto(desktop.code);
    await on(hand.page, 'landing');
    expect(await hand.page.evaluate(() => document.documentElement.lang)).toBe('de');
    await press(hand.page, 'main');
    await on(hand.page, 'phone_confirm');
    const lang = () => hand.page.evaluate(() => document.documentElement.lang);
    expect(await lang()).toBe('fr');
    expect(await violations(hand.page)).toEqual([]);
    const said = await hand.page.locator('dl').innerText();
    for (const fact of ['Harbour Bank', 'Ouverture d’un compte', 'Chrome', String(new Date().getFullYear())])
      expect(said).toContain(fact);
    // A language chosen on the phone stays; the desktop keeps its own.
    await hand.page.locator('header select').selectOption('es');
    await eventually(lang, (now) => now === 'es');
    await hand.page.reload();
    await on(hand.page, 'phone_confirm');
    expect(await lang()).toBe('es');
    expect(await desktop.page.evaluate(() => document.documentElement.lang)).toBe('fr');
  },
);

/** Every opening of the browser's store is answered this late; null: a page's first never is, as in some Safaris. */
const withLateStore = (page: Page, late_ms: number | null) =>
  page.addInitScript((wait) => {
    const { open } = IDBFactory.prototype;
    let first = true;
    IDBFactory.prototype.open = function (this: IDBFactory, ...of: Parameters<typeof open>) {
      if (wait === null && !first) return open.apply(this, of);
      first = false;
      const late = {} as { -readonly [K in keyof IDBOpenDBRequest]: IDBOpenDBRequest[K] };
      const answer = () => {
        const asked = open.apply(this, of);
        for (const name of ['onupgradeneeded', 'onsuccess', 'onerror'] as const)
          asked[name] = (event: Event) => {
            if (name !== 'onerror') late.result = asked.result;
            late[name]?.(event as never);
          };
      };
      if (wait !== null) setTimeout(answer, wait);
      return late;
    };
  }, late_ms);

test.concurrent.each([
  ['answers after 5 s', 5_000],
  ['never answers its first opening', null],
])('stays the same phone after a reload when its store %s', LIMIT, async (_, late_ms) => {
  const desktop = await atCode(story);
  const hand = await phone();
  await withLateStore(hand.page, late_ms);
  await scan(hand.page, desktop.code);
  const kept = () => hand.page.evaluate(() => JSON.stringify({ ...sessionStorage }).includes('key_kept'));
  await eventually(kept, (is) => is);
  await hand.page.reload();
  await on(hand.page, 'phone_confirm');
});
