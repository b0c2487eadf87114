import { expect, test } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { sample } from '../../../testing/counts.ts';
import { DESKTOP, on, press } from '../testing/person.ts';
import {
  CAPTURE_MS,
  eventually,
  handOff,
  newCheck,
  openStory,
  type Person,
  person,
  QUICK,
  readNumber,
  scan,
  showCode,
  toCamera,
  toPrimer,
  typeNumber,
  uniquely,
} from '../testing/story.ts';

// In `npm test`: `../src/service/api.test.ts`.

const story = openStory();
const CUT_MS = 10_000;

/** Cuts the network for ten seconds while the person continues as usual. */
const cutNetwork = async ({ context, page }: Person, act: () => Promise<unknown>): Promise<void> => {
  await context.setOffline(true);
  await act();
  await page.waitForTimeout(CUT_MS);
  await context.setOffline(false);
};

const begin = async (customer = 'cut') => {
  const at = await person(story.browser, DESKTOP);
  await at.page.goto(await newCheck(story.stage, uniquely(customer)));
  await on(at.page, 'consent');
  return at;
};
const atPrimer = async () => {
  const at = await begin();
  await toPrimer(at.page);
  return at;
};

/** Each stage with a request, and the screen where it continues by itself. */
const STAGES: Record<string, () => Promise<void>> = {
  'the answer to the consent': async () => {
    const at = await begin();
    await cutNetwork(at, () => press(at.page, 'main'));
    // The page cannot know whether the service has heard it, so the person is asked once more, or the call
    // was repeated in time.
    await toPrimer(at.page);
  },
  'a refused consent': async () => {
    const at = await begin();
    const url = at.page.url();
    await cutNetwork(at, () => press(at.page, 'second'));
    await on(at.page, 'ended');
    await eventually(
      () => statusOf(url),
      (status) => status === 'canceled',
    );
  },
  'the code of the hand-off': async () => {
    const at = await atPrimer();
    await cutNetwork(at, () => press(at.page, 'second'));
    await at.page.locator('.qr').waitFor();
  },
  'the desktop that waits for the phone': async () => {
    const at = await atPrimer();
    const code = await showCode(at.page);
    const phone = await person(story.browser, PHONE);
    await cutNetwork(at, () => scan(phone.page, code));
    await typeNumber(phone.page, await readNumber(at.page));
    await on(phone.page, 'consent');
  },
  'the phone that redeems': async () => {
    const at = await atPrimer();
    const code = await showCode(at.page);
    const phone = await person(story.browser, PHONE);
    await phone.page.goto(code);
    await on(phone.page, 'landing');
    await cutNetwork(phone, () => press(phone.page, 'main'));
    await phone.page.locator('.page.on-landing, .page.on-phone_confirm').waitFor();
    if (await phone.page.locator('.page.on-landing').isVisible()) await press(phone.page, 'main');
    await on(phone.page, 'phone_confirm');
  },
  'the number': async () => {
    const { desktop, phone } = await handOff(story, uniquely('cut'));
    const number = await readNumber(desktop.page);
    await cutNetwork(phone, () => typeNumber(phone.page, number));
    await phone.page.locator('.page.on-consent, .page.on-phone_confirm').waitFor();
    if (await phone.page.locator('.page.on-phone_confirm').isVisible()) await typeNumber(phone.page, number);
    await on(phone.page, 'consent');
  },
  'taking the check back from a phone, for another one': async () => {
    const at = await person(story.browser, DESKTOP);
    const shown = at.page.waitForResponse((response) => response.url().endsWith('/short-code'));
    const definition = { ...QUICK, handoff: { policy: 'force' as const } };
    await at.page.goto(await newCheck(story.stage, uniquely('cut'), definition));
    const phone = await person(story.browser, PHONE);
    await scan(phone.page, (await (await shown).json()).data.url);
    await readNumber(at.page);
    await cutNetwork(at, () => press(at.page, 'second'));
    await at.page.locator('.qr').waitFor();
    await on(phone.page, 'error');
  },
  '“this wasn’t me”': async () => {
    const { desktop, phone } = await handOff(story, uniquely('cut'));
    await cutNetwork(phone, () => press(phone.page, 'second'));
    await on(phone.page, 'ended');
    await on(desktop.page, 'ended');
    expect(await desktop.page.locator('h1').innerText()).toBe('Stopped on the phone');
  },
  'the challenge': async () => {
    const at = await begin('test_face_approved');
    await toCamera(at.page);
    await cutNetwork(at, () => press(at.page, 'main'));
    await toCamera(at.page);
  },
  'the pictures': async () => {
    const at = await begin('test_face_approved');
    await toCamera(at.page);
    const challenge = at.page.waitForResponse((response) => response.url().endsWith('/attempt'));
    await press(at.page, 'main');
    await challenge;
    // The network is gone while the pictures are taken; the ten seconds count from the moment of sending.
    await at.context.setOffline(true);
    await at.page.locator('.page.on-uploading').waitFor({ timeout: CAPTURE_MS });
    await cutNetwork(at, async () => {});
    await on(at.page, 'result');
  },
};

/** The service's status of the session that was opened at this address. */
const statusOf = async (page_url: string): Promise<string | undefined> => {
  const workflow_id = page_url.split('/').at(-1)!;
  const row = await story.stage.deps.database.db
    .selectFrom('face_session')
    .select('status')
    .where('workflow_id', '=', workflow_id)
    .executeTakeFirst();
  return row?.status;
};

// One of each kind: an answer of the person, a question of one device to the other, and the pictures.
const SHORT = ['the answer to the consent', 'the number', 'the pictures'];
for (const [stage, tell] of sample(STAGES, ...SHORT))
  test.concurrent(
    `continues by itself after ten seconds without a network: ${stage}`,
    { timeout: 2 * CAPTURE_MS },
    tell,
  );
