import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../../../e2e/site.ts';
import type { FaceHandle } from '../../../packages/web/src/index.ts';
import { launchWith } from '../testing/camera-browser.ts';
import { type FaceStage, openFaceStage } from '../testing/stage.ts';

// In `npm test`: `../src/effects/tell.test.ts`.

/** The real SDK in an integrator's page, around the real face app, on an iPhone whose person refuses the camera. */

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

declare global {
  interface Window {
    check: FaceHandle;
    reported: [name: string, value: unknown][];
  }
}

let stage: FaceStage;
let site: Site;
let launched: Awaited<ReturnType<typeof launchWith>>;
beforeAll(async () => {
  [stage, site, launched] = await Promise.all([
    openFaceStage({ looks: false }),
    openSite(),
    launchWith('ordinary', 'deny'),
  ]);
});
afterAll(async () => {
  await launched?.close();
  await Promise.all([site?.close(), stage?.close()]);
});

/** Opens the check with the token that the tab has kept, as the example in docs/embedding.md does. */
const open = async (page: Page, token: string): Promise<void> => {
  await page.goto(`${site.origin}/page?csp=${encodeURIComponent(`frame-src ${stage.origin}`)}`);
  await page.waitForFunction(() => !!window.sdk);
  await page.evaluate(
    ([baseUrl, jwt]) => {
      window.reported = [];
      window.check = window.sdk.createClient({ baseUrl: baseUrl! }).face({ token: jwt! });
      window.check.on('*', (name, value) => {
        window.reported.push([name, JSON.parse(JSON.stringify(value))]);
      });
      window.check.open();
    },
    [stage.origin, token],
  );
};
const reported = (page: Page, wanted: string): Promise<unknown> =>
  page
    .waitForFunction((name) => window.reported.find(([each]) => each === name)?.[1], wanted, {
      timeout: 60_000,
    })
    .then((found) => found.jsonValue());

test('asks the page to reload after a refusal on iOS, and resumes the same session with the same token', async () => {
  const workflow = await stage.workflow({ liveness: { mode: 'passive' }, origins: [site.origin] });
  const { token } = await stage.portal(workflow, `reload_${Math.random()}`);
  const page = await (await launched.browser.newContext({ userAgent: IPHONE, hasTouch: true })).newPage();
  await open(page, token);
  const { session_id } = (await reported(page, 'started')) as { session_id: string };
  const inner = page.frameLocator('iframe');
  for (const screen of ['consent', 'primer']) {
    await inner.locator(`.page.on-${screen}`).waitFor();
    await inner.locator('main .main').first().click();
  }
  expect(await reported(page, 'reload_required')).toEqual({ reason: 'ios_camera_denied' });
  // As on iOS, where the permission of a refused camera says `prompt`.
  expect(await reported(page, 'error')).toMatchObject({ code: 'permission_dismissed' });
  expect(await page.evaluate(() => window.check.state)).toBe('open');

  await open(page, token);
  expect(await reported(page, 'started')).toEqual({ session_id });
  // The consent is kept: the person is where they were.
  await inner.locator('.page.on-primer').waitFor();
  await page.context().close();
});
