import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { LONG } from '../../../testing/counts.ts';
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

// In `npm test`: `../src/flow/never-stuck.test.ts`.

// The long run looks at a face meanwhile. In `npm test` captures go by the clock.
const story = openStory(LONG ? { camera: () => clipCamera('cap13_edit2.mp4', { until_ms: 6_000 }) } : {});

const goAway: Record<Kind, (walk: Walk) => Promise<void>> = {
  refresh: async ({ page }) => void (await page.reload()),
  kill: async (walk) => {
    const page = await walk.context.newPage();
    // A request that is held would be let go when its tab is closed, and the service would hear it after all.
    // It ends with its document.
    await walk.page.goto('about:blank');
    await walk.page.close();
    walk.page = page;
    await page.goto(walk.url);
  },
};

/** Some waits have no end of their own. They end here, before the test does, so that a failure has a name. */
const STEP_MS = CAPTURE_MS + 15_000;
const named = async <T>(what: string, work: Promise<T>): Promise<T> => {
  const ended = new AbortController();
  const late = setTimeout(STEP_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`nothing happened for ${STEP_MS / 1_000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } catch (cause) {
    throw new Error(`${what}: ${(cause as Error).message}`, { cause });
  } finally {
    late.catch(() => {});
    ended.abort();
  }
};

/**
 * How a walk leaves at each point. `npm test` leaves once at each point of a device, by turns; the long run
 * leaves in both ways at each.
 */
const WAYS: Record<string, readonly Kind[]> = LONG
  ? { refresh: ['refresh'], kill: ['kill'] }
  : { 'refresh or kill': ['refresh', 'kill'] };

/**
 * Walks from point to point and leaves at each one. Returns the screen that was seen afterwards at each.
 */
const walkAll = async (
  walk: Walk,
  points: readonly Point[],
  kinds: readonly Kind[],
): Promise<[string, string][]> => {
  const seen: [string, string][] = [];
  for (const [at, { name, come, after }] of points.entries()) {
    const kind = kinds[at % kinds.length]!;
    const wanted = typeof after === 'string' ? after : after[kind];
    await named(`not at “${name}”`, come(walk));
    await named(`${kind} at “${name}”`, goAway[kind](walk));
    await named(`after ${kind} at “${name}”`, on(walk.page, wanted, 40_000));
    seen.push([name, wanted]);
  }
  return seen;
};

const walkOn = async (device: 'desktop' | 'phone', kinds: readonly Kind[]): Promise<number> => {
  const { browser, stage } = story;
  const [desktop, phone] = await Promise.all([person(browser, DESKTOP), person(browser, PHONE)]);
  const url = await newCheck(stage, uniquely('test_face_approved'), QUICK);
  const first = { ...desktop, url, other: phone.page };
  if (device === 'desktop') {
    const seen = await walkAll(first, ON_DESKTOP, kinds);
    await Promise.all([desktop.context.close(), phone.context.close()]);
    return seen.length;
  }
  await desktop.page.goto(url);
  await toPrimer(desktop.page);
  const code = await showCode(desktop.page);
  const seen = await walkAll({ ...phone, url: code, other: desktop.page }, ON_PHONE, kinds);
  await on(desktop.page, 'result');
  await Promise.all([desktop.context.close(), phone.context.close()]);
  return seen.length;
};

const LIMIT = 3 * CAPTURE_MS;
for (const [way, kinds] of Object.entries(WAYS))
  for (const device of ['desktop', 'phone'] as const)
    test.concurrent(`a ${way} at any point on the ${device} resumes or ends in a named state`, {
      timeout: LIMIT,
    }, async () => {
      // The phone takes the other turns, so that each way is tried at each kind of point on one device.
      const turns = device === 'phone' ? [...kinds].reverse() : kinds;
      expect(await walkOn(device, turns)).toBeGreaterThanOrEqual(12);
    });
