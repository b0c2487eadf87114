import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE } from '../../../../e2e/browser.ts';
import { sharedBrowser } from '../../../../e2e/shared-browser.ts';
import { misfits, misfitsWhenSmall, violations } from '../../testing/inspect.ts';
import { FIRST, LOOKS, wear } from '../../testing/look.ts';
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

const DEVICES = [SMALL_PHONE, DESKTOP];

/** A visit that checks every screen with axe and a ruler in both themes and both directions. */
const inspection = () => {
  const found: Record<string, string[]> = {};
  const seen = new Set<string>();
  let looks = 0;
  const visit = async (screen: string, page: Page) => {
    for (const look of LOOKS) {
      await wear(page, look);
      looks++;
      // A text that fits in the light look fits in the dark one.
      const measured = look.colorScheme === 'light';
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
test('reaches the view of every problem, and it passes in every theme × direction too', {
  timeout: 400_000,
}, async () => {
  const { found, seen, visit, looks } = inspection();
  await tourProblems(browser, stage, visit);
  console.log(`${seen.size} problems, ${looks()} looks`);
  expect(found).toEqual({});
  // The wrong number is part of the walk above.
  const missing = PROBLEMS.filter((problem) => !seen.has(`problem-${problem}`));
  expect(missing).toEqual(['handoff_wrong_number']);
});
