import { expect, test } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { clipCamera } from '../testing/clip-camera.ts';
import { type Kind, ON_DESKTOP, ON_PHONE, type Point, type Walk } from '../testing/kill-points.ts';
import { DESKTOP, on } from '../testing/person.ts';
import {
  CAPTURE_MS,
  newCheck,
  openStory,
  person,
  QUICK,
  showCode,
  toPrimer,
  uniquely,
} from '../testing/story.ts';

const story = openStory({ camera: () => clipCamera('cap13_edit2.mp4', { until_ms: 6_000 }) });

const goAway: Record<Kind, (walk: Walk) => Promise<void>> = {
  refresh: async ({ page }) => void (await page.reload()),
  kill: async (walk) => {
    const page = await walk.context.newPage();
    await walk.page.close();
    walk.page = page;
    await page.goto(walk.url);
  },
};

/**
 * Walks from point to point and leaves at each one. Returns the screen that was seen afterwards at each.
 */
const walkAll = async (walk: Walk, points: readonly Point[], kind: Kind): Promise<[string, string][]> => {
  const seen: [string, string][] = [];
  for (const { name, come, after } of points) {
    const wanted = typeof after === 'string' ? after : after[kind];
    await come(walk).catch((cause: Error) => {
      throw new Error(`not at “${name}”: ${cause.message}`, { cause });
    });
    await goAway[kind](walk);
    await on(walk.page, wanted, 40_000).catch((cause: Error) => {
      throw new Error(`after ${kind} at “${name}”: ${cause.message}`, { cause });
    });
    seen.push([name, wanted]);
  }
  return seen;
};

const both = async (kind: Kind, device: 'desktop' | 'phone'): Promise<number> => {
  const { browser, stage } = story;
  const [desktop, phone] = await Promise.all([person(browser, DESKTOP), person(browser, PHONE)]);
  const url = await newCheck(stage, uniquely('test_face_approved'), QUICK);
  const first = { ...desktop, url, other: phone.page };
  if (device === 'desktop') {
    const seen = await walkAll(first, ON_DESKTOP, kind);
    await Promise.all([desktop.context.close(), phone.context.close()]);
    return seen.length;
  }
  await desktop.page.goto(url);
  await toPrimer(desktop.page);
  const code = await showCode(desktop.page);
  const seen = await walkAll({ ...phone, url: code, other: desktop.page }, ON_PHONE, kind);
  await on(desktop.page, 'result');
  await Promise.all([desktop.context.close(), phone.context.close()]);
  return seen.length;
};

const LIMIT = 3 * CAPTURE_MS;
for (const kind of ['refresh', 'kill'] as const)
  for (const device of ['desktop', 'phone'] as const)
    test.concurrent(`a ${kind} at any point on the ${device} resumes or ends in a named state`, {
      timeout: LIMIT,
    }, async () => {
      expect(await both(kind, device)).toBeGreaterThanOrEqual(12);
    });
