import type { FrameLocator, Page } from 'playwright-core';
import type { Visitor } from './browser.ts';
import { readQr } from './qr.ts';

/** The face app, as its own page or in the shop's dialog. */
type FacePage = Page | FrameLocator;

/** A capture takes about 15 s, and several times that on a busy machine. The service allows 90 s. */
const CAPTURE_MS = 80_000;

/** Headings of the screens between the button and any final screen. */
const ON_THE_WAY =
  /^(Get ready|Please allow|Place your face|Follow the instructions|Sending your pictures|Just a moment)/;

/** Timeout of one step of the page on a busy machine. */
const STEP_MS = 40_000;

const press = (face: FacePage, name: string | RegExp): Promise<void> =>
  face.getByRole('button', { name, exact: typeof name === 'string' }).click({ timeout: STEP_MS });

/** The heading of the current screen. */
const heading = (face: FacePage): Promise<string> => face.locator('h1').innerText();

export const waitForHeading = async (
  face: FacePage,
  name: string | RegExp,
  timeout = STEP_MS,
): Promise<string> => {
  const found = face.getByRole('heading', { level: 1, name });
  await found.waitFor({ timeout }).catch(async (error: Error) => {
    throw new Error(`the face app says “${await heading(face)}” instead of “${name}”: ${error.message}`);
  });
  return found.innerText();
};

/** Gives consent and waits until the service has recorded it. */
export const agree = async (face: FacePage): Promise<void> => {
  const consent = face.getByRole('button', { name: 'I agree', exact: true });
  await consent.click({ timeout: STEP_MS });
  await consent.waitFor({ state: 'hidden', timeout: STEP_MS });
};

/** Desktop: chooses the phone, and reads the address from the QR code on the screen. */
export const showCode = async (desktop: FacePage): Promise<string> => {
  await press(desktop, 'Continue on your phone');
  const code = desktop.getByRole('img', { name: /QR code/ });
  await code.waitFor({ timeout: STEP_MS });
  return readQr(code);
};

/** Phone: opens the scanned address and taps on. */
export const openOnPhone = async ({ context }: Visitor, url: string): Promise<Page> => {
  const phone = await context.newPage();
  await phone.goto(url);
  await press(phone, 'Continue');
  await waitForHeading(phone, 'Is this your check?');
  return phone;
};

/** Desktop: the two digits that only this screen shows. */
export const readNumber = async (desktop: FacePage): Promise<string> => {
  await waitForHeading(desktop, 'Type this number on your phone');
  const shown = desktop.locator('.big-number [aria-hidden]').filter({ hasText: /^\d{2}$/ });
  return shown.innerText();
};

/** Phone: types the number. */
export const typeNumber = async (phone: FacePage, number: string): Promise<void> => {
  await phone.getByLabel('Number on your other screen').fill(number);
  await press(phone, 'Continue');
};

/**
 * Continues to the end: consents if this device asks (each device asks once), allows the camera, follows
 * the instructions, and sends. Returns the closing heading.
 */
export const capture = async (face: FacePage): Promise<string> => {
  const camera = face.getByRole('button', { name: /^(Open the camera|Use this device)$/ });
  const consent = face.getByRole('button', { name: 'I agree', exact: true });
  await camera.or(consent).waitFor({ timeout: STEP_MS });
  if (await consent.isVisible()) await agree(face);
  await camera.click({ timeout: STEP_MS });
  // The capture starts by itself where the page sees a face in its place.
  const running = face.getByRole('heading', { level: 1, name: 'Follow the instructions' });
  const start = press(face, 'Start');
  await Promise.any([start, running.waitFor({ timeout: STEP_MS })]);
  start.catch(() => {});
  const end = face.locator('h1').filter({ hasNotText: ON_THE_WAY });
  await end.waitFor({ timeout: CAPTURE_MS });
  return end.innerText();
};

/** The face app in the shop's dialog. */
export const dialogOf = (shop: Page): FrameLocator => shop.frameLocator('dialog iframe');
