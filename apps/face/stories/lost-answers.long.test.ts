import { ENDPOINTS } from '@standpoint/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { sample } from '../../../testing/counts.ts';
import { loseAnswer, type Which } from '../testing/network.ts';
import { connect } from '../testing/optical-pair.ts';
import { DESKTOP, on, press } from '../testing/person.ts';
import {
  CAPTURE_MS,
  capture,
  eventually,
  handOff,
  newCheck,
  openStory,
  person,
  readNumber,
  scan,
  showCode,
  toPrimer,
  typeNumber,
  uniquely,
} from '../testing/story.ts';

// In `npm test`: `../src/service/api.test.ts`.

const story = openStory();

/**
 * The page's calls, from the contract. A new one is missing below until its lost answer has a story too.
 */
const CALLED = ENDPOINTS.filter(({ cors, path }) => cors === 'face' && path.startsWith('/facecheck/'));
const whichOf = (name: string): Which => {
  const { method, path } = CALLED.find((endpoint) => endpoint.name === name)!;
  // The attempt's id is in the middle of the path.
  return { method, path: path.replace(/^.*\{\w+\}/, '') };
};

const desktop = async (customer = 'lost') => {
  const at = await person(story.browser, DESKTOP);
  return { ...at, url: await newCheck(story.stage, uniquely(customer)) };
};
const begin = async (customer?: string) => {
  const at = await desktop(customer);
  await at.page.goto(at.url);
  await on(at.page, 'consent');
  return at;
};
type Lost = { reached: Promise<void> };
/** Loses the answer to one call of this page, and reports whether the call was made. */
type Lose = (page: Page) => Promise<Lost>;

const STORIES: Record<string, (lose: Lose) => Promise<Lost>> = {
  session: async (lose) => {
    const { page, url } = await desktop();
    const lost = lose(page);
    await page.goto(url);
    await on(page, 'consent');
    return lost;
  },
  sessionStatus: async (lose) => {
    const { page, url } = await desktop();
    const lost = lose(page);
    await page.goto(url);
    await toPrimer(page);
    const phone = await person(story.browser, PHONE);
    await scan(phone.page, await showCode(page));
    expect(await readNumber(page)).toMatch(/^\d\d$/);
    return lost;
  },
  funnelEvent: async (lose) => {
    const { page, url } = await desktop();
    const lost = lose(page);
    await page.goto(url);
    await toPrimer(page);
    return lost;
  },
  consent: async (lose) => {
    const { page } = await begin();
    const lost = lose(page);
    await press(page, 'main');
    await on(page, 'primer');
    return lost;
  },
  attempt: async (lose) => {
    const { page } = await begin('test_face_approved');
    const lost = lose(page);
    await capture(page);
    return lost;
  },
  submit: async (lose) => {
    const { page } = await begin('test_face_retry_then_approved');
    const lost = lose(page);
    // One attempt is counted, not two.
    await capture(page, 'retry');
    expect(await page.locator('main').innerText()).toContain('2 tries left');
    return lost;
  },
  cancel: async (lose) => {
    const { page, context, url } = await begin();
    const lost = lose(page);
    await page.locator('.leave').click();
    await on(page, 'leave');
    await press(page, 'second');
    await on(page, 'ended');
    const again = await context.newPage();
    await again.goto(url);
    await on(again, 'ended');
    return lost;
  },
  createShortCode: async (lose) => {
    const { page } = await begin();
    await toPrimer(page);
    const lost = lose(page);
    await press(page, 'second');
    await page.locator('.qr').waitFor();
    return lost;
  },
  refreshShortCode: async (lose) => {
    const { page } = await begin();
    await toPrimer(page);
    await showCode(page);
    const drawn = () => page.locator('.qr path').last().getAttribute('d');
    const first = await drawn();
    const lost = lose(page);
    await eventually(drawn, (now) => now !== first, 60_000);
    return lost;
  },
  redeemShortCode: async (lose) => {
    const { page } = await begin();
    await toPrimer(page);
    const code = await showCode(page);
    const phone = await person(story.browser, PHONE);
    const lost = lose(phone.page);
    await scan(phone.page, code);
    // The repetition was not refused as a second redemption.
    await readNumber(page);
    expect(await page.locator('.warning').count()).toBe(0);
    return lost;
  },
  confirmHandoff: async (lose) => {
    const { desktop: at, phone } = await handOff(story, uniquely('lost'));
    const lost = lose(phone.page);
    await typeNumber(phone.page, await readNumber(at.page));
    await on(phone.page, 'consent');
    return lost;
  },
  denyHandoff: async (lose) => {
    const { desktop: at, phone } = await handOff(story, uniquely('lost'));
    const lost = lose(phone.page);
    await press(phone.page, 'second');
    await on(phone.page, 'ended');
    await on(at.page, 'ended');
    return lost;
  },
  cancelHandoff: async (lose) => {
    const { desktop: at, phone } = await handOff(story, uniquely('lost'));
    await readNumber(at.page);
    const lost = lose(at.page);
    await press(at.page, 'second');
    await on(at.page, 'primer');
    await on(phone.page, 'error');
    return lost;
  },
  opticalCode: async (lose) => {
    const { desktop: at } = await connect(story);
    const drawn = () => at.page.locator('.moving .qr path').last().getAttribute('d');
    const lost = lose(at.page);
    await (await lost).reached;
    const last = await drawn();
    await eventually(drawn, (now) => now !== last);
    return lost;
  },
  opticalSighting: async (lose) => {
    const { phone } = await connect(story);
    const lost = lose(phone.page);
    await press(phone.page, 'main');
    // Paired or not: what counts here is that the service hears the sighting.
    await on(phone.page, 'consent', 90_000);
    return lost;
  },
};

test('has a story for every call that the page makes', () => {
  expect(Object.keys(STORIES).sort()).toEqual(CALLED.map(({ name }) => name).sort());
});

// That every call is repeated is tested without a browser (`service/api.test.ts`). These differ in what the
// repetition could break: a consent, a code that works once, an upload that counts as an attempt, and the calls
// of pairing, which are sent once.
const SHORT = ['consent', 'redeemShortCode', 'submit', 'opticalSighting'];
for (const [name, tell] of sample(STORIES, ...SHORT))
  test.concurrent(`continues when the answer to ${name} is lost`, {
    timeout: 2 * CAPTURE_MS,
  }, async () => {
    const { reached } = await await tell((page) => loseAnswer(page, whichOf(name)));
    // Proves the story: the service has heard the call whose answer was lost.
    await reached;
  });
