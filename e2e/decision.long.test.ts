import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draft, publish } from '../apps/service/src/accounts/versions.ts';
import { mintToken } from '../apps/service/testing/attacks.ts';
import { browserEvidence, readingAt, seal } from '../apps/service/testing/browser-payload.ts';
import { answeringLit, litSession } from '../apps/service/testing/face/clip.ts';
import { MovableClock } from '../apps/service/testing/face/face.ts';
import { answering, judgedSession } from '../apps/service/testing/face/runner.ts';
import { PEOPLE_PLUGINS, type Browser as SignedIn, signedIn } from '../apps/service/testing/people.ts';
import { openTestService, type TestOrganization, type TestService } from '../apps/service/testing/service.ts';
import { accessibilityFaults } from './axe.ts';
import { type Visitor, visitor } from './browser.ts';
import { builtDashboard } from './dashboard/built.ts';
import { readsTheBorder } from './dashboard/decision-page.ts';
import { sharedBrowser } from './shared-browser.ts';

/** One decision of each area, as the person who judges it sees it. In `npm test`: `first-hour.test.ts`. */
const clock = new MovableClock();
let service: TestService;
let browser: Browser;
let org: TestOrganization;
let analyst: SignedIn;
let reader: Visitor;
let page: Page;

const RULE = {
  allow: ['US-NJ'],
  buffer_m: 100,
  shapes: [
    {
      effect: 'exclusion' as const,
      name: 'Ferry landing',
      circle: { lat: 40.2136, lng: -74.7784, radius_m: 260 },
    },
  ],
};

beforeAll(async () => {
  [service, browser] = await Promise.all([
    openTestService({
      listen: 'ports',
      unlimited: true,
      replace: clock.replacement,
      plugins: async (config) => [...PEOPLE_PLUGINS, await builtDashboard(config)],
    }),
    sharedBrowser({ drawing: 'plain' }),
  ]);
  org = await service.organization();
  analyst = await signedIn(service, org.org, 'analyst');
  const { db } = service.database;
  const made = (await draft(db, 'policy', org.org, {
    name: 'New Jersey only',
    rule: RULE,
    max_accuracy_m: 200,
    retry: { on: true, hops: 2 },
  }))!;
  await publish(db, 'policy', org.org, made.id);
  await draft(db, 'policy', org.org, { name: 'New Jersey only', max_accuracy_m: 1_000 }, made.id);
  reader = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  await reader.context.addCookies(cookiesFor(analyst.cookie, service.deps.config.base_url));
  page = await reader.context.newPage();
});
afterAll(async () => {
  await reader?.close();
  await browser?.close();
  await service?.close();
});

const cookiesFor = (cookie: string, url: string) =>
  cookie.split('; ').map((each) => {
    const at = each.indexOf('=');
    return { name: each.slice(0, at), value: each.slice(at + 1), url };
  });

/** A person at Trenton, close to the river: three tries, each a little more precise. */
async function atTheBorder(): Promise<string> {
  const customer = `cus_${Math.floor(Math.random() * 10_000)}`;
  let token = await mintToken(service, org, customer);
  for (const [lat, lng, accuracy] of [
    [40.2235, -74.7702, 420],
    [40.2215, -74.7738, 260],
    [40.2206, -74.7774, 180],
  ] as const) {
    const evidence = browserEvidence({
      ...readingAt(lat + 0.000012345, lng + 0.000023456, Date.now(), accuracy),
    });
    const answer = await service.call({
      path: '/geolocation/verify',
      token,
      body: { payload: await seal(token, evidence) },
    });
    expect(answer.status, answer.text).toBe(200);
    if (answer.data.decision !== 'retry') return answer.data.verification_id;
    token = answer.data.next_token;
  }
  throw new Error('there was no end');
}

const address = (rest: string) => `${service.deps.config.base_url}/dashboard/${org.org}/production/${rest}`;

/** The faults of the page in both schemes, both directions and at phone width. */
async function faultsEverywhere(): Promise<string[]> {
  const set = (name: string, value: string) =>
    page.evaluate(([attribute, to]) => document.documentElement.setAttribute(attribute!, to!), [name, value]);
  const found = await accessibilityFaults(page);
  await set('data-mantine-color-scheme', 'dark');
  await set('dir', 'rtl');
  found.push(...(await accessibilityFaults(page, 'color-contrast')));
  await page.setViewportSize({ width: 390, height: 844 });
  await set('data-mantine-color-scheme', 'light');
  found.push(...(await accessibilityFaults(page)));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > 390) found.push(`the page is ${wide} px wide on a phone`);
  await set('dir', 'ltr');
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}

/** Pictures, into the folder that `LOOK` names. */
async function picture(name: string): Promise<void> {
  const folder = process.env.LOOK;
  if (!folder) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate(
      (to) => document.documentElement.setAttribute('data-mantine-color-scheme', to),
      scheme,
    );
    await page.screenshot({ path: `${folder}/${name}-${scheme}.png`, fullPage: true });
    await page.screenshot({ path: `${folder}/${name}-${scheme}-top.png` });
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}-phone-top.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}-rtl.png`, fullPage: true });
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
}

test('a verification near a border says why, shows the map, and opens the check that decided', async () => {
  const id = await atTheBorder();
  await page.goto(address(`verifications/${id}`));
  await page.getByRole('heading', { name: 'Too close to a border to tell', exact: false }).waitFor();
  await page.getByRole('application').waitFor();
  await page.locator('.leaflet-container').waitFor();
  await page.waitForTimeout(Number(process.env.LOOK ? 1_500 : 0));
  await picture('verification');
  await page.locator('tr[data-check="border_uncertain"]').getByText('Probably').waitFor();
  await readsTheBorder(page);
  await page.getByRole('button', { name: 'Decide again' }).click();
  await page.getByRole('row', { name: /^New Jersey only, v2 Pass/ }).waitFor();
  await page.getByText('the signature holds').waitFor();
  expect(await faultsEverywhere()).toEqual([]);
});

test('a refusal names the place, and once the person is erased, what is gone is said', async () => {
  const customer = 'cus_9034';
  const token = await mintToken(service, org, customer);
  const payload = await seal(token, browserEvidence());
  const { data } = await service.call({ path: '/geolocation/verify', token, body: { payload } });
  await page.goto(address(`verifications/${data.verification_id}`));
  await page.getByRole('heading', { level: 1, name: 'Fail: state or region not allowed' }).waitFor();
  await page
    .getByText(/outside the allowed area, in New York/)
    .first()
    .waitFor();
  await page.locator('.leaflet-container').waitFor();
  await picture('refusal');
  await service.call({ method: 'DELETE', path: `/customers/${customer}`, token: org.results.production });
  await page.reload();
  await page.getByText('The person’s data was erased. Ids, time and decision stay.').waitFor();
  await page.getByText('There is none any more', { exact: false }).waitFor();
  expect(await page.locator('tr[data-check]').count()).toBe(0);
  expect(await page.content()).not.toContain(customer);
  await picture('erased');
  expect(await accessibilityFaults(page)).toEqual([]);
});

/** On a slow network. What is typed before the answer comes is not in the note that was sent. */
async function writesOnWhileANoteIsSent(): Promise<void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/notes', async (route) => {
    if (route.request().method() === 'POST') await answered;
    await route.fallback();
  });
  const field = page.getByLabel('New note');
  await field.fill('Asked for a second look.');
  await page.getByRole('button', { name: 'Write the note' }).click();
  await field.pressSequentially(' And a third.');
  answer();
  await page.getByRole('article').getByText('Asked for a second look.', { exact: true }).waitFor();
  await page.locator('button:not([data-loading])', { hasText: 'Write the note' }).waitFor();
  expect(await field.inputValue()).toBe('Asked for a second look. And a third.');
  await page.unrouteAll();
}

/** A judged capture whose passive score lies near its threshold, so that a person has to look. */
async function capturedNearTheThreshold(): Promise<string> {
  service.deps.face.runner = answering((facts) => {
    for (const { look } of facts.frames) if (look.face) look.face.live = 0.22;
  });
  return judgedSession(service, org, clock);
}

test('frames of a session stay blurred until they are revealed, and the audit log knows who looked', async () => {
  const id = await capturedNearTheThreshold();
  await page.goto(address(`sessions/${id}`));
  await page.getByRole('heading', { level: 1, name: 'Liveness near its threshold', exact: false }).waitFor();
  const frames = page.getByRole('list').filter({ has: page.locator('figure') });
  await frames.getByRole('img', { name: /^Frame 1, blurred/ }).waitFor();
  expect(await page.locator('figure img').count()).toBe(0);
  await picture('session');
  expect(await faultsEverywhere()).toEqual([]);
  await page.getByRole('button', { name: 'Reveal the frames' }).click();
  await frames.locator('img').first().waitFor();
  expect(await frames.locator('img').first().getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/);
  await page.getByText('Frames revealed').waitFor();
  await page.keyboard.press('b');
  await frames.getByRole('img', { name: /^Frame 1, blurred/ }).waitFor();
  await page.getByLabel('New note').fill('Living person, poor light.');
  await page.getByRole('button', { name: 'Write the note' }).click();
  await page.getByRole('article').getByText('Living person, poor light.').waitFor();
  await expect.poll(() => page.getByLabel('New note').inputValue()).toBe('');
  await writesOnWhileANoteIsSent();
  await picture('session-after');
});

test('a clip is a loop beside the colours of the screen, blurred like the frames, and rests when asked', async () => {
  service.deps.face.runner = answeringLit();
  const { session_id } = await litSession(service, org, clock, 'cus_lit');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address(`sessions/${session_id}`));
  await page.getByRole('img', { name: 'Clip, blurred' }).waitFor();
  expect(await page.getByRole('slider').count()).toBe(0);
  await page.getByRole('button', { name: 'Reveal the frames' }).click();
  const clip = page.getByRole('img', { name: /^Clip: Picture/ });
  await clip.waitFor();
  const range = page.getByRole('slider', { name: 'Picture of the clip' });
  // A wish for less motion: the clip stands still until it is played.
  await page.getByRole('button', { name: 'Play the clip' }).waitFor();
  const first = await clip.getAttribute('src');
  expect(await range.inputValue()).toBe('0');
  await range.focus();
  await page.keyboard.press('End');
  await page.getByRole('img', { name: /^Clip: Picture (\d+) of \1, / }).waitFor();
  expect(await clip.getAttribute('src')).not.toBe(first);
  expect(await range.getAttribute('aria-valuetext')).toContain('no colour');
  await picture('clip');
  expect(await faultsEverywhere()).toEqual([]);
  await page.getByRole('button', { name: 'Play the clip' }).click();
  await page.getByRole('img', { name: /^Clip: .*, screen #/ }).waitFor();
  await page.getByRole('button', { name: 'Pause the clip' }).click();
  await page.getByRole('button', { name: 'Play the clip' }).waitFor();
  await page.emulateMedia({ reducedMotion: null });
});
