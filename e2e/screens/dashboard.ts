import type { Browser } from 'playwright-core';
import { openFullStage } from '../dashboard/full-stage.ts';
import { keep, type Shot } from './pictures.ts';
import { tourDashboard } from './tour-dashboard.ts';

/** A list goes on and on; a picture does not. */
const MOST_HEIGHT = 2_400;
/** Waits until what a theme changes has changed. */
const SETTLE_MS = 350;

/** Pictures of the whole dashboard, of a sandbox that the seed filled. */
export async function photographDashboard(browser: Browser): Promise<Shot[]> {
  const shots: Shot[] = [];
  const stage = await openFullStage({ verifications: 800, sessions: 40 }, { database: 'own' });
  try {
    await tourDashboard(browser, stage, async (screen, page, look) => {
      await page.mouse.move(0, 0);
      await page.waitForTimeout(SETTLE_MS);
      const { width } = page.viewportSize()!;
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const png = await page.screenshot({
        caret: 'hide',
        fullPage: true,
        ...(height > MOST_HEIGHT && { clip: { x: 0, y: 0, width, height: MOST_HEIGHT } }),
      });
      const [theme, direction] = look.split(' ') as ['light' | 'dark', string];
      const device = width < 600 ? 'phone' : 'desktop';
      const shot = { area: 'dashboard', screen, device, theme, rtl: direction === 'rtl' } as const;
      shots.push(await keep(shot, png, { width, colours: 96 }));
    });
  } finally {
    await stage.close();
  }
  return shots;
}
