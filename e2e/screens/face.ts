import type { Browser, Page } from 'playwright-core';
import { type Look, wear } from '../../apps/face/testing/look.ts';
import { DESKTOP } from '../../apps/face/testing/person.ts';
import { openFaceStage } from '../../apps/face/testing/stage.ts';
import { tourProblems } from '../../apps/face/testing/tour/problems.ts';
import { tour } from '../../apps/face/testing/tour/tour.ts';
import { PHONE } from '../browser.ts';
import { keep, type Shot } from './pictures.ts';

/**
 * Every screen in light, dark, and right to left. The views of the problems differ only in their words, so
 * they are taken only in light, and right to left in dark.
 */
const looksFor = (screen: string): Look[] =>
  screen.startsWith('problem-')
    ? [
        { colorScheme: 'light', locale: 'en' },
        { colorScheme: 'dark', locale: 'ar' },
      ]
    : [
        { colorScheme: 'light', locale: 'en' },
        { colorScheme: 'dark', locale: 'en' },
        { colorScheme: 'light', locale: 'ar' },
      ];
const WIDTH = { phone: 390, desktop: 760 } as const;
/** Waits until the animations of rings and buttons have ended. */
const SETTLE_MS = 450;

/** Pictures of the whole face app, whose camera shows Chromium's own moving pattern. */
export async function photographFace(browser: Browser): Promise<Shot[]> {
  const shots: Shot[] = [];
  const visit = async (screen: string, page: Page) => {
    const device = page.viewportSize()!.width < 600 ? 'phone' : 'desktop';
    const looks = looksFor(screen);
    await page.mouse.move(0, 0);
    for (const look of looks) {
      await wear(page, look);
      await page.waitForTimeout(SETTLE_MS);
      const png = await page.screenshot({ caret: 'hide', fullPage: true });
      const shot = {
        area: 'face',
        screen,
        device,
        theme: look.colorScheme,
        rtl: look.locale === 'ar',
      } as const;
      shots.push(await keep(shot, png, { width: WIDTH[device], colours: 40 }));
    }
    await wear(page, looks[0]!);
  };
  const stage = await openFaceStage({ database: 'own' });
  try {
    await tour(browser, stage, visit, [PHONE, DESKTOP]);
    await tourProblems(browser, stage, visit);
  } finally {
    await stage.close();
  }
  return shots;
}
