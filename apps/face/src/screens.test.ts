import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, PHONE } from '../../../e2e/browser.ts';
import { type FaceStage, openFaceStage } from '../testing/stage.ts';
import { DESKTOP, type Look, tour } from '../testing/tour.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** A folder for a picture of every screen; none without it. */
const PICTURES = process.env.FACE_PICTURES;

let browser: Browser;
let stage: FaceStage;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await openFaceStage();
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** axe runs in an isolated world, so that the page's policy stays as strict as it is. */
const violations = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const { readFileSync } = await import('node:fs');
  await session.send('Runtime.evaluate', { expression: readFileSync(AXE, 'utf8'), contextId });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: 'axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations)',
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return (result.value as Violation[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
};

const LOOKS: Look[] = [
  { colorScheme: 'light', locale: 'en' },
  { colorScheme: 'dark', locale: 'en' },
  { colorScheme: 'light', locale: 'ar' },
  { colorScheme: 'dark', locale: 'ar' },
];

test.for(LOOKS)(
  'every screen is free of axe violations: $colorScheme, $locale',
  { timeout: 240_000 },
  async (look) => {
    const found: Record<string, string[]> = {};
    const seen: string[] = [];
    await tour(
      browser,
      stage,
      look,
      async (screen, page) => {
        const { width } = page.viewportSize()!;
        const name = `${screen}-${width < 600 ? 'phone' : 'desktop'}`;
        seen.push(name);
        if (PICTURES) {
          const folder = join(PICTURES, `${look.colorScheme}-${look.locale}`);
          mkdirSync(folder, { recursive: true });
          await page.screenshot({ path: join(folder, `${name}.png`) });
        }
        const problems = await violations(page);
        if (problems.length > 0) found[name] = problems;
      },
      look.locale === 'en' && (look.colorScheme === 'light' || PICTURES) ? [PHONE, DESKTOP] : [PHONE],
    );
    expect(found).toEqual({});
    expect(seen.length).toBeGreaterThanOrEqual(26);
  },
);
