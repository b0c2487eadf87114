import type { Frame, Page } from 'playwright-core';
import type { ChildMessage, ParentMessage } from '../face/bridge.ts';
import type { FaceHandle, FaceOptions } from '../index.ts';
import { testChildApp, testPages } from './hooks.ts';
import type { LocalService } from './local-service.ts';
import { openPage } from './page.ts';

declare global {
  interface Window {
    handle: FaceHandle;
    events: [string, unknown][];
    violations: string[];
    heard: ParentMessage[];
    fragment: Record<string, string>;
    say(message: ChildMessage): void;
    ports: number;
  }
}

export const WORKFLOW = 'wf_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** A browser, a service, a page that plays the face app, and pages with `window.handle`. */
export function testFace() {
  const { browser, service } = testPages();
  const child = testChildApp();
  const mint = (claims: object = {}) => service.mint({ workflow_id: WORKFLOW, ...claims }, 'portal');

  /** A page with `window.handle`. The events that it emits are in `window.events`. */
  const start = async (
    options: Omit<FaceOptions, 'token'> = {},
    token?: string,
    query = '',
    from: LocalService = service,
  ): Promise<Page> => {
    const page = await openPage(browser, from.origin, {}, query);
    await page.evaluate(
      ([jwt, given]) => {
        window.events = [];
        window.violations = [];
        addEventListener('securitypolicyviolation', (event) =>
          window.violations.push(event.violatedDirective),
        );
        document.getElementById('start')!.focus();
        window.handle = window.client.face({ token: jwt as string, ...(given as object) });
        window.handle.on('*', (name, value) => {
          window.events.push([name, JSON.parse(JSON.stringify(value))]);
        });
      },
      [token ?? (await mint()), { url: `${child.origin}/face`, ...options }] as const,
    );
    return page;
  };

  return { service, child, mint, start };
}

export const childOf = async (page: Page): Promise<Frame> => {
  await page.waitForSelector('iframe');
  const element = await page.$('iframe');
  const frame = (await element!.contentFrame())!;
  await frame.waitForFunction(() => !!window.say);
  return frame;
};

export const say = (frame: Frame, message: ChildMessage) =>
  frame.evaluate((data) => window.say(data), message);
export const outcome = (page: Page) =>
  page.evaluate(() => window.handle.result.catch((error) => ({ code: error.code, message: error.message })));
