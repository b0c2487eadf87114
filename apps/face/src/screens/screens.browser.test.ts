import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE } from '../../../../e2e/browser.ts';
import { sharedBrowser } from '../../../../e2e/shared-browser.ts';
import { LONG } from '../../../../testing/counts.ts';
import { misfits, misfitsWhenSmall, violations } from '../../testing/inspect.ts';
import { FIRST, LOOKS, type Look, wear } from '../../testing/look.ts';
import { DESKTOP } from '../../testing/person.ts';
import { type FaceStage, openFaceStage } from '../../testing/stage.ts';
import { tourProblems } from '../../testing/tour/problems.ts';
import { tour } from '../../testing/tour/tour.ts';
import { PROBLEMS } from '../flow/problems.ts';

let browser: Browser;
let stage: FaceStage;
beforeAll(async () => {
  browser = await sharedBrowser();
  stage = await openFaceStage();
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/**
 * Resizing the window during a capture restarts it, so these screens are walked in a small window instead.
 */
const MOVING = ['countdown', 'capture'];
const SMALL_PHONE = { ...PHONE, viewport: { width: 320, height: 640 } };

/** The long run sees each screen in all four looks. The short run sees it in one, and the next screen in another. */
const looksOf = (nth: number): readonly Look[] => (LONG ? LOOKS : [LOOKS[nth % LOOKS.length]!]);
/** The short run walks on the narrowest phone only, where least fits. */
const DEVICES = LONG ? [SMALL_PHONE, DESKTOP] : [SMALL_PHONE];

/** A visit that checks every screen with axe and a ruler in both themes and both directions. */
const inspection = () => {
  const found: Record<string, string[]> = {};
  const seen = new Set<string>();
  let looks = 0;
  const visit = async (screen: string, page: Page) => {
    for (const look of looksOf(seen.size)) {
      await wear(page, look);
      looks++;
      // A text that fits in the light look fits in the dark one. Where there is only one look, it is measured.
      const measured = look.colorScheme === 'light' || !LONG;
      const key = `${screen} ${look.colorScheme} ${look.locale}`;
      const problems = [
        ...(await violations(page)),
        ...(MOVING.includes(screen) ? await misfits(page) : []),
        ...(!MOVING.includes(screen) && measured ? await misfitsWhenSmall(page) : []),
      ];
      if (problems.length > 0) found[key] = [...(found[key] ?? []), ...problems];
    }
    await wear(page, FIRST);
    seen.add(screen);
  };
  return { found, seen, visit, looks: () => looks };
};

test('has no axe violation and fits 320 px and 200 % zoom on every screen × theme × direction', {
  timeout: 400_000,
}, async () => {
  const { found, seen, visit, looks } = inspection();
  await tour(browser, stage, visit, DEVICES);
  console.log(`${seen.size} screens, ${looks()} looks`);
  expect(found).toEqual({});
  expect(seen.size).toBeGreaterThanOrEqual(35);
});

// All problems are one view with other words; `flow.test.ts` has each of them, with its way out.
test.runIf(LONG)(
  'reaches the view of every problem, and it passes in every theme × direction too',
  {
    timeout: 400_000,
  },
  async () => {
    const { found, seen, visit, looks } = inspection();
    await tourProblems(browser, stage, visit);
    console.log(`${seen.size} problems, ${looks()} looks`);
    expect(found).toEqual({});
    // The wrong number is part of the walk above.
    const missing = PROBLEMS.filter((problem) => !seen.has(`problem-${problem}`));
    expect(missing).toEqual(['handoff_wrong_number']);
  },
);

test('control: axe and the ruler find planted faults, so the walks above prove something', async () => {
  const workflow_id = await stage.workflow({ liveness: { mode: 'passive' } });
  const page = await browser.newPage();
  await page.goto((await stage.portal(workflow_id, 'faults')).url);
  await page.locator('.page.on-consent').waitFor();
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
  await page.close();
});
