import type { Browser, Page } from 'playwright-core';
import type { Ready } from '../apps/service/src/cli/service/ready-text.ts';
import { GRANTED, launchBrowser, PHONE, type Visitor, visitor } from './browser.ts';
import {
  agree,
  capture,
  dialogOf,
  openOnPhone,
  readNumber,
  showCode,
  typeNumber,
  waitForHeading,
} from './face-page.ts';
import { Story } from './narrate.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { openShopPage, type ShopPage } from './shop-page.ts';
import { publishByCommand } from './test-policy.ts';

/**
 * `npm run demo`: starts the service as a person would, does both main jobs in a real Chromium, and prints
 * every step with its answer. The exit code is 0, or 1 with the name of the failed step.
 */

/** The whole story takes 30 to 65 s alone, and more on a busy machine. A step that hangs ends it here. */
const LIMIT_MS = 180_000;

const story = new Story(LIMIT_MS);
const { chapter, step } = story;

interface Heard {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: told as it came
  data: any;
}

/** The service's next answer to a call of this page. */
const answerOf = async (page: Page, path: string): Promise<Heard> => {
  const response = await page.waitForResponse(
    (found) => new URL(found.url()).pathname === path && found.request().method() !== 'OPTIONS',
    { timeout: 20_000 },
  );
  return { status: response.status(), data: (await response.json()).data };
};

/** Does something in the page, and prints what the service answered. */
const during = async <T>(page: Page, path: string, act: () => Promise<T>): Promise<[Heard, T]> =>
  Promise.all([answerOf(page, path), act()]);

const must = (said: string, wanted: string): string => {
  if (said !== wanted) throw new Error(`the shop says “${said}” instead of “${wanted}”`);
  return said;
};

const verification = ({ data }: Heard): string =>
  [
    `decision: ${data.decision}`,
    ...data.reasons.map(({ message }: { message: string }) => message),
    data.verification_id,
  ].join(' · ');

const whereItStands = async (shop: ShopPage): Promise<void> => {
  chapter('Where does this device really stand?');
  await step('The shop asks for a deposit; the browser shares its location; verify(token)', async () => {
    const [heard, said] = await during(shop.page, '/geolocation/verify', () => shop.deposit());
    must(said, '$50.00 deposited');
    return [
      verification(heard),
      `shop: ${said} (result token checked offline, ${(await shop.learned()).Place})`,
    ];
  });
  await step('A copy of the same token is spent in another page', async () => {
    const [{ status, data }, said] = await during(shop.page, '/geolocation/verify', () =>
      shop.press('Spend the same token again'),
    );
    must(said, 'Refused: a token works once');
    return [`HTTP ${status} ${data.error.code}: ${data.error.message}`, `shop: ${said}`];
  });
  await step('A sandbox customer whose position is too inaccurate', async () => {
    const [heard, said] = await during(shop.page, '/geolocation/verify', () =>
      shop.deposit('test_retry_accuracy'),
    );
    must(said, 'We could not tell where you are');
    if (!heard.data.next_token) throw new Error('there is no next_token');
    return [verification(heard), 'next_token: a fresh token of the same transaction came along'];
  });
  await step('One more try with that next_token', async () => {
    const [heard, said] = await during(shop.page, '/geolocation/verify', () => shop.press('Try again'));
    return [verification(heard), `shop: ${said}`];
  });
};

const livingPerson = async (browser: Browser, shop: ShopPage): Promise<Visitor> => {
  const phoneOwner = await visitor(browser, { ...GRANTED, ...PHONE });
  const desktop = dialogOf(shop.page);
  let url = '';
  let phone!: Page;
  chapter('Is this really that living person?');
  await step('The shop mints a portal token; the face app opens in a dialog', async () => {
    await shop.page.locator('#face-outcome').selectOption('test_face_approved');
    const [{ data }] = await during(shop.page, '/facecheck/session', () =>
      shop.page.getByRole('button', { name: 'Verify it’s you' }).click(),
    );
    return [
      `session: ${data.session.session_id}, ${data.session.status}`,
      `hand-off: ${data.handoff.policy}`,
    ];
  });
  await step('The person agrees, and takes the phone', async () => {
    await agree(desktop);
    url = await showCode(desktop);
    return [`QR code on the screen reads ${url}`];
  });
  await step('The phone opens the address; the code is redeemed', async () => {
    phone = await openOnPhone(phoneOwner, url);
    return ['the phone asks: is this your check?'];
  });
  await step('The desktop shows a number, the phone types it', async () => {
    const number = await readNumber(desktop);
    const [{ data }] = await during(phone, '/facecheck/session/handoff/confirm', () =>
      typeNumber(phone, number),
    );
    return [`number: ${number} · confirmed: ${data.confirmed}`];
  });
  await step('The phone takes the pictures and sends them', async () => [`phone: ${await capture(phone)}`]);
  await step('The desktop sees that the phone has finished', async () => [
    `desktop: ${await waitForHeading(desktop, /^(That’s you|Thank you)/)}`,
  ]);
  await step('The shop asks its own backend for the result', async () => {
    await desktop.getByRole('button', { name: /^Back to / }).click();
    const card = shop.page.locator('#face-result');
    await card.getByText('It’s you').waitFor();
    await card.locator('details').evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
    return [
      `shop: ${(await card.locator('.title').innerText()).replace(/\W+/, '')} · ` +
        `decision: ${await card.locator('dd').first().innerText()}`,
    ];
  });
  return phoneOwner;
};

const noOtherMachine = (people: Visitor[]): Promise<void> =>
  step('The pages called no other machine, and their own policies refused nothing', async () => {
    const strangers = people.flatMap(({ log }) => [...log.thirdParties(), ...log.violations]);
    if (strangers.length > 0) throw new Error(strangers.join(', '));
    return [`${people.flatMap(({ log }) => log.requests).length} requests, all to this machine`];
  });

let service: ServiceProcess | undefined;
let ready!: Ready;
let browser: Browser | undefined;

const main = async (): Promise<void> => {
  chapter('A service of its own');
  await step('standpoint start, on an empty data directory', async () => {
    service = await startServiceProcess();
    ready = await service.ready;
    const { base_url, database, ready_ms } = ready;
    return [`${base_url} · ${database} · ready after ${ready_ms} ms`];
  });
  await step(
    'A policy for this browser: it is driven by a program, and the default policy would fail it',
    async () => {
      const { env, data_dir } = service!;
      const id = await publishByCommand(env, data_dir);
      return [`standpoint policies create --file policy.automated-tests.json --publish: ${id}`];
    },
  );
  await step('A real Chromium', async () => {
    browser = await launchBrowser();
    return [browser.version()];
  });
  const person = await visitor(browser!);
  const shop = await openShopPage(person, ready.demo_url!);
  await whereItStands(shop);
  const phoneOwner = await livingPerson(browser!, shop);
  chapter('And no other machine');
  await noOtherMachine([person, phoneOwner]);
};

process.exitCode = await story.tell(main, async () => {
  await browser?.close().catch(() => {});
  await service?.stop();
});
