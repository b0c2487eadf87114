import { expect, test } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { codeHmac } from '../../service/src/handoff/short-code.ts';
import { violations } from '../testing/inspect.ts';
import { on, press } from '../testing/person.ts';
import {
  atCode,
  handOff,
  openStory,
  type Person,
  person,
  readNumber,
  scan,
  typeNumber,
  uniquely,
} from '../testing/story.ts';

const story = openStory();
const LIMIT = { timeout: 120_000 };
const phone = (options = {}) => person(story.browser, { ...PHONE, ...options });
const heading = ({ page }: Person) => page.locator('h1').innerText();
/** Opens a code that cannot be redeemed, and taps on. */
const tryCode = async (code: string): Promise<Person> => {
  const at = await phone();
  await at.page.goto(code);
  await on(at.page, 'landing');
  await press(at.page, 'main');
  await on(at.page, 'error');
  return at;
};
/** As if the time had passed: the service looks at its own rows. */
const ages = async (code: string, seconds: number): Promise<void> => {
  const { database, envelope } = story.stage.deps;
  const { numUpdatedRows } = await database.db
    .updateTable('face_code')
    .set({ valid_until: new Date(Date.now() - seconds * 1_000) })
    .where('code_hmac', '=', codeHmac(envelope, code.split('#')[1]!))
    .executeTakeFirstOrThrow();
  expect(Number(numUpdatedRows)).toBe(1);
};

test.concurrent(
  'stolen: the person is told on the phone, and warned on the desktop, whose number the thief does not have',
  LIMIT,
  async () => {
    const desktop = await atCode(story);
    const thief = await phone();
    await scan(thief.page, desktop.code);
    // Who asked for the code sees a phone that is not theirs.
    await readNumber(desktop.page);
    expect(await desktop.page.locator('main').innerText()).toContain('Is this not your phone?');
    const owner = await tryCode(desktop.code);
    expect(await heading(owner)).toBe('This code was already used');
    await desktop.page.locator('.warning').waitFor();
    expect(await violations(desktop.page)).toEqual([]);
    expect(await desktop.page.getByRole('alert').innerText()).toContain('Somebody else has tried');
    // A guess disconnects the thief, and the desktop hears that it was one.
    const number = await readNumber(desktop.page);
    await typeNumber(thief.page, number === '42' ? '43' : '42');
    await on(thief.page, 'error');
    expect(await heading(thief)).toBe('The number was not right');
    await desktop.page.getByText('somebody else has opened your code').waitFor();
    expect(await violations(desktop.page)).toEqual([]);
    // A new code begins without that warning.
    const code = desktop.page.waitForResponse((response) => response.url().endsWith('/short-code'));
    await press(desktop.page, 'main');
    const mine = await phone();
    await scan(mine.page, (await (await code).json()).data.url);
    await readNumber(desktop.page);
    expect(await desktop.page.locator('.warning').count()).toBe(0);
  },
);

test.concurrent('taken back by the owner, a thief’s phone is out at once', LIMIT, async () => {
  const { desktop, phone: thief } = await handOff(story, uniquely('hands_off'));
  await readNumber(desktop.page);
  await press(desktop.page, 'second');
  await on(desktop.page, 'primer');
  await on(thief.page, 'error');
  expect(await heading(thief)).toBe('The check goes on elsewhere');
});

test.concurrent(
  '“this wasn’t me”, before the code is used and after, ends the check on the desktop in words of its own',
  LIMIT,
  async () => {
    for (const when of ['before', 'after'] as const) {
      const desktop = await atCode(story);
      const hand = await phone();
      if (when === 'after') await scan(hand.page, desktop.code);
      else {
        await hand.page.goto(desktop.code);
        await on(hand.page, 'landing');
      }
      await press(hand.page, 'second');
      await on(hand.page, 'ended');
      expect(await heading(hand)).toBe('Thank you for telling us');
      await on(desktop.page, 'ended');
      expect(await heading(desktop)).toBe('Stopped on the phone');
      expect(await violations(desktop.page)).toEqual([]);
      expect(await violations(hand.page)).toEqual([]);
      await Promise.all([hand.page.reload(), desktop.page.reload()]);
      await on(hand.page, 'ended');
      expect(await heading(hand)).toBe('Thank you for telling us');
      await on(desktop.page, 'ended');
      // Opened once more, the same link goes nowhere either.
      const again = await hand.context.newPage();
      await again.goto(desktop.code);
      await on(again, 'ended');
    }
  },
);

test.concurrent('expired, replaced, unknown and malformed codes each have their screen', LIMIT, async () => {
  const desktop = await atCode(story);
  const first = desktop.code;
  const next = desktop.page.waitForResponse((response) => response.url().endsWith('/short-code'));
  await press(desktop.page, 'second');
  const { url: link } = (await (await next).json()).data;
  expect(await heading(await tryCode(first))).toBe('This code has run out');
  const [origin] = link.split('#');
  expect(await heading(await tryCode(`${origin}#0123456789ABCDEF`))).toBe('We don’t know this code');
  await ages(link, 60);
  expect(await heading(await tryCode(link))).toBe('This code has run out');
  const at = await phone();
  await at.page.goto(`${origin}#nonsense`);
  await on(at.page, 'error');
  expect(await heading(at)).toBe('We don’t know this code');
  // A new code in the same tab: to the browser only another place on the page.
  const fresh = desktop.page.waitForResponse((response) => response.url().endsWith('/short-code'));
  await press(desktop.page, 'second');
  await at.page.evaluate(
    (url) => {
      location.href = url;
    },
    (await (await fresh).json()).data.url,
  );
  await on(at.page, 'landing');
});
