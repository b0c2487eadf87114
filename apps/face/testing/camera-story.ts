import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { accessibilityFaults } from '../../../e2e/axe.ts';
import { later } from '../../../testing/later.ts';
import { type Hardware, launchWith, listen } from './camera-browser.ts';
import { on, press } from './person.ts';
import { type FaceStage, openFaceStage } from './stage.ts';

export interface Told {
  code: string;
  title: string;
  body: string;
  buttons: string[];
}

export const readProblem = async (page: Page, code: string): Promise<Told> => {
  await on(page, 'error');
  expect(await accessibilityFaults(page)).toEqual([]);
  const main = page.locator('main');
  return {
    code,
    title: await main.locator('h1').innerText(),
    body: await main.getByRole('alert').innerText(),
    buttons: await main.locator('.actions button').allInnerTexts(),
  };
};

/** A stage without looks, and computers whose cameras differ. */
export function testCameras() {
  let opened: FaceStage | undefined;
  let passive: string | undefined;
  const stage = later('stage', () => opened);
  beforeAll(async () => {
    opened = await openFaceStage({ looks: false });
    passive = await stage.workflow({ liveness: { mode: 'passive' } });
  });
  afterAll(async () => {
    for (const launch of launched.values()) await (await launch).close();
    await opened?.close();
  });

  const launched = new Map<string, ReturnType<typeof launchWith>>();
  /**
   * A computer with this hardware, whose person gives this answer. Each test has contexts of its own, and the
   * browser stays open for the next one: permissions belong to a context, and a start takes a second.
   */
  const computer = async (hardware: Hardware, answer: 'allow' | 'deny' = 'allow') => {
    const key = `${hardware}, ${answer}`;
    const launch = launched.get(key) ?? launchWith(hardware, answer);
    launched.set(key, launch);
    const { browser } = await launch;
    const close = () => Promise.all(browser.contexts().map((context) => context.close()));
    return { browser, close };
  };

  const begin = async (page: Page, workflow = passive!): Promise<void> => {
    await listen(page);
    await page.goto((await stage.portal(workflow, `camera_${Math.random()}`)).url);
  };
  const toPrimer = async (page: Page, workflow?: string): Promise<void> => {
    await begin(page, workflow);
    await on(page, 'consent');
    await press(page, 'main');
    await on(page, 'primer');
  };

  return { stage, passive: () => passive!, computer, begin, toPrimer };
}
