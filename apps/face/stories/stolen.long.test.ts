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

// In `npm test`: `../../service/src/face/handoff/warnings.test.ts`.

const story = openStory();
const LIMIT = { timeout: 120_000 };
const phone = (options = {}) => person(story.browser, { ...PHONE, ...options });
const heading = ({ page }: Person) => page.locator('h1').innerText();
/** Opens a code that cannot be redeemed, and taps through. */
const tryCode = async (code: string): Promise<Person> => {
  const at = await phone();
  await at.page.goto(code);
  await on(at.page, 'landing');
  await press(at.page, 'main');
  await on(at.page, 'error');
  return at;
};
/** Ages the code in the service's own rows, as if the time had passed. */
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
  'reports a stolen code on the phone and the desktop; the thief does not have the number',
  LIMIT,
  async () => {
    const desktop = await atCode(story);
    const thief = await phone();
    await scan(thief.page, desktop.code);
    // The person with the desktop sees a phone that is not theirs.
    await readNumber(desktop.page);
    expect(await desktop.page.locator('main').innerText()).toContain('Not your phone?');
    const owner = await tryCode(desktop.code);
    expect(await heading(owner)).toBe('This code has already been used');
    await desktop.page.locator('.warning').waitFor();
    expect(await violations(desktop.page)).toEqual([]);
    expect(await desktop.page.getByRole('alert').innerText()).toContain('Someone else tried');
    // A wrong guess disconnects the thief, and the desktop reports the guess.
    const number = await readNumber(desktop.page);
    await typeNumber(thief.page, number === '42' ? '43' : '42');
    await on(thief.page, 'error');
    expect(await heading(thief)).toBe('That number wasn’t right');
    await desktop.page.getByText('someone else has opened your code').waitFor();
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

test.concurrent(
  'disconnects a thief’s phone at once when the owner takes the check back',
  LIMIT,
  async () => {
    const { desktop, phone: thief } = await handOff(story, uniquely('hands_off'));
    await readNumber(desktop.page);
    await press(desktop.page, 'second');
    await on(desktop.page, 'primer');
    await on(thief.page, 'error');
    expect(await heading(thief)).toBe('The check continues elsewhere');
  },
);

test.concurrent(
  'ends the check on the desktop with its own text after “this wasn’t me”, before or after the code is used',
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
      // Opening the same link again leads nowhere either.
      const again = await hand.context.newPage();
      await again.goto(desktop.code);
      await on(again, 'ended');
    }
  },
);

test.concurrent('has a screen each for expired, replaced, unknown and malformed codes', LIMIT, async () => {
  const desktop = await atCode(story);
  const first = desktop.code;
  const next = desktop.page.waitForResponse((response) => response.url().endsWith('/short-code'));
  await press(desktop.page, 'second');
  const { url: link } = (await (await next).json()).data;
  expect(await heading(await tryCode(first))).toBe('This code has expired');
  const [origin] = link.split('#');
  expect(await heading(await tryCode(`${origin}#0123456789ABCDEF`))).toBe('We don’t know this code');
  await ages(link, 60);
  expect(await heading(await tryCode(link))).toBe('This code has expired');
  const at = await phone();
  await at.page.goto(`${origin}#nonsense`);
  await on(at.page, 'error');
  expect(await heading(at)).toBe('We don’t know this code');
  // A new code in the same tab: to the browser it is only another place on the page.
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
