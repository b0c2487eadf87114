import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkflowDefinition } from '@standpoint/contract';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, aroundEach, beforeAll, expect } from 'vitest';
import { PHONE } from '../../../e2e/browser.ts';
import { sharedBrowser } from '../../../e2e/shared-browser.ts';
import { DESKTOP, named, on, press, started } from './person.ts';
import { type FaceStage, openFaceStage } from './stage.ts';

/** One browser and one service for all stories of a file. */
export interface Story {
  browser: Browser;
  stage: FaceStage;
}

interface StoryOptions {
  /** A recording of a real person. Without it the camera shows Chromium's pattern. */
  camera?: () => Promise<string>;
  /** Whether the page looks for a face. In Chromium's pattern it finds none. */
  looks?: boolean;
}

/** The windows of the test that runs, also beside others. A page that stays open goes on drawing its camera. */
const windows = new AsyncLocalStorage<BrowserContext[]>();

export const openStory = ({ camera, looks = camera !== undefined }: StoryOptions = {}): Story => {
  const story = {} as Story;
  beforeAll(async () => {
    const browser = async () => sharedBrowser({ camera: await camera?.() });
    [story.browser, story.stage] = await Promise.all([browser(), openFaceStage({ looks })]);
  }, 120_000);
  aroundEach(async (runTest) => {
    const opened: BrowserContext[] = [];
    await windows.run(opened, runTest);
    await Promise.all(opened.map((context) => context.close()));
  });
  afterAll(async () => {
    await story.browser?.close();
    await story.stage?.close();
  });
  return story;
};

export const CAMERA: BrowserContextOptions = { permissions: ['camera'] };
/** The shortest possible capture. */
export const QUICK: Partial<WorkflowDefinition> = { liveness: { mode: 'passive' } };
/** A sandbox customer of this test alone: a person who is seen twice is suspicious. */
export const uniquely = (outcome: string): string => `${outcome}_${Math.random()}`;

export interface Person {
  context: BrowserContext;
  page: Page;
}

/** A person with a browser of their own; on a busy machine every step may take a while. */
export const person = async (browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<Person> => {
  // One pixel for each point: a phone's screen has four, which all are drawn without a graphics card.
  const context = await browser.newContext({ ...CAMERA, ...options, deviceScaleFactor: 1 });
  windows.getStore()?.push(context);
  context.setDefaultTimeout(60_000);
  return { context, page: await context.newPage() };
};

/** The address of a new check. */
export const newCheck = async (
  stage: FaceStage,
  customer: string,
  definition: Partial<WorkflowDefinition> = QUICK,
): Promise<string> => (await stage.portal(await stage.workflow(definition), customer)).url;

/** From the first question to the screen before the camera. */
export const toPrimer = async (page: Page): Promise<void> => {
  const [consent, primer] = [page.locator('.page.on-consent'), page.locator('.page.on-primer')];
  await named(page, 'consent or primer', () => consent.or(primer).waitFor());
  // A consent that was on its way may arrive at this very moment: the next screen's button is not to be
  // pressed.
  if (await consent.isVisible()) {
    const agree = consent.locator('main .main').click({ timeout: 20_000 });
    await agree.catch((error) => primer.waitFor({ timeout: 10_000 }).catch(() => Promise.reject(error)));
  }
  await on(page, 'primer');
};

/** From the consent to the screen that says why there is no picture, in a browser that refuses the camera. */
export const toBlockedCamera = async (page: Page): Promise<void> => {
  await on(page, 'consent');
  await press(page, 'main');
  await on(page, 'primer');
  await press(page, 'main');
  await on(page, 'error');
  expect(await page.locator('h1').innerText()).toBe('The camera is blocked');
};

/** To the camera's own screen. */
export const toCamera = async (page: Page): Promise<void> => {
  await toPrimer(page);
  await press(page, 'main');
  await on(page, 'ready');
};

/** A whole challenge takes about 20 s, and several times that on a busy machine. */
export const CAPTURE_MS = 85_000;

/** Takes the pictures; waits as long as the page looks in vain for a face. */
export const capture = async (page: Page, screen = 'result'): Promise<void> => {
  await toPrimer(page);
  await press(page, 'main');
  await started(page);
  await on(page, screen, CAPTURE_MS);
};

/** Reads until the value fits; `expect.poll` cannot tell concurrent tests apart. */
export const eventually = async <T>(
  read: () => Promise<T>,
  fits: (value: T) => boolean,
  timeout_ms = 40_000,
): Promise<void> => {
  const end = performance.now() + timeout_ms;
  for (let value = await read(); !fits(value); value = await read()) {
    if (performance.now() > end) throw new Error(`the value stayed ${value}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/**
 * Desktop: shows a code, and reads its address from the service's answer, as a camera would read it off the
 * screen.
 */
export const showCode = async (desktop: Page): Promise<string> => {
  const [answer] = await Promise.all([
    desktop.waitForResponse(
      (response) => response.url().endsWith('/short-code') && response.status() === 200,
    ),
    press(desktop, 'second'),
  ]);
  await desktop.locator('.qr').waitFor();
  return (await answer.json()).data.url;
};

/** Phone: opens the code and taps through. */
export const scan = async (phone: Page, url: string): Promise<void> => {
  await phone.goto(url);
  await on(phone, 'landing');
  await press(phone, 'main');
  await on(phone, 'phone_confirm');
};

export const readNumber = (desktop: Page): Promise<string> =>
  desktop.locator('.big-number [aria-hidden]').innerText();

export const typeNumber = async (phone: Page, number: string): Promise<void> => {
  await phone.fill('#number', number);
  await press(phone, 'main');
};

/** Two devices, the phone with the desktop's code. */
export const handOff = async (
  { browser, stage }: Story,
  customer: string,
  definition: Partial<WorkflowDefinition> = QUICK,
): Promise<{ desktop: Person; phone: Person; url: string; code: string }> => {
  const [desktop, phone] = await Promise.all([person(browser, DESKTOP), person(browser, PHONE)]);
  const url = await newCheck(stage, customer, definition);
  await desktop.page.goto(url);
  await toPrimer(desktop.page);
  const code = await showCode(desktop.page);
  await scan(phone.page, code);
  return { desktop, phone, url, code };
};

/** A person whose desktop shows a code. */
export const atCode = async (
  { browser, stage }: Story,
  options: BrowserContextOptions = DESKTOP,
  definition?: Partial<WorkflowDefinition>,
): Promise<Person & { code: string }> => {
  const at = await person(browser, options);
  await at.page.goto(await newCheck(stage, uniquely('hands_off'), definition));
  await toPrimer(at.page);
  return { ...at, code: await showCode(at.page) };
};
