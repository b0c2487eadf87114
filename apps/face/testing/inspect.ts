import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The isolated world of a document, with axe-core in it. */
interface World {
  session: CDPSession;
  contextId: number;
}
/** axe-core is half a megabyte, so a document gets it once for all its looks. */
const worlds = new WeakMap<Page, World>();

const newWorld = async (page: Page): Promise<World> => {
  const session = worlds.get(page)?.session ?? (await page.context().newCDPSession(page));
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  await session.send('Runtime.evaluate', { expression: AXE, contextId });
  worlds.set(page, { session, contextId });
  return { session, contextId };
};

/** The world of the document that the page shows now: a navigation ends the one before. */
const worldOf = async (page: Page): Promise<World> => {
  const known = worlds.get(page);
  if (!known) return newWorld(page);
  const { session, contextId } = known;
  const alive = session.send('Runtime.evaluate', { expression: 'axe.version', contextId });
  return alive.then(
    () => known,
    () => newWorld(page),
  );
};

/**
 * Every violation of axe-core, target sizes included. It runs in an isolated world, so
 * that the page's policy stays as strict as it is.
 */
export const violations = async (page: Page): Promise<string[]> => {
  const { session, contextId } = await worldOf(page);
  const wanted = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, ${JSON.stringify(wanted)}).then((found) => found.violations)`,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return (result.value as Violation[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
};

/** 320 px (WCAG 1.4.10), a desktop of 1280 × 800 at 200 % zoom (1.4.4), and windows of a small laptop. */
const SMALL = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
  { width: 1_280, height: 580 },
  { width: 1_280, height: 690 },
] as const;

/**
 * Layout faults: sideways scrolling, parts outside the window, buttons below the camera's edge, clipped words, and
 * targets too small to hit (WCAG 2.5.8; 44 px for buttons).
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ` +
      `"${element.textContent?.trim().slice(0, 40)}"`;
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`scrolls sideways: ${scrollWidth} > ${innerWidth}`);
    for (const part of document.querySelectorAll('.middle, .body, .sheet-body'))
      if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
        found.push(`scrolls sideways: .${part.className} ${part.scrollWidth} > ${part.clientWidth}`);
    const hidden = (element: Element) =>
      element.closest('.visually-hidden, svg, video, [hidden]') !== null ||
      !(element as HTMLElement).checkVisibility();
    for (const element of document.querySelectorAll('.page *')) {
      if (hidden(element)) continue;
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || getComputedStyle(element).clipPath !== 'none') continue;
      if (left < -1 || right > innerWidth + 1) found.push(`outside: ${name(element)} ${left}–${right}`);
      const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const cut = getComputedStyle(element).overflowX !== 'visible' && !element.matches('input, select');
      if (words && cut && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut off: ${name(element)}`);
    }
    // The camera's page does not scroll: what lies below its edge cannot be pressed.
    const edge = document.querySelector('.page.camera')?.getBoundingClientRect().bottom;
    for (const button of document.querySelectorAll('.page.camera .actions > *'))
      if (edge && !hidden(button) && button.getBoundingClientRect().bottom > edge + 1)
        found.push(`below the edge: ${name(button)}`);
    for (const part of document.querySelectorAll('.legal-line > *')) {
      const [{ top, bottom }, line] = [
        part.getBoundingClientRect(),
        part.parentElement!.getBoundingClientRect(),
      ];
      if (!hidden(part) && (top < line.top - 1 || bottom > line.bottom + 1))
        found.push(`out of the last line: ${name(part)}`);
    }
    for (const target of document.querySelectorAll('button, a[href], summary, select, input, label.choice')) {
      // A box inside its label is hit together with the label.
      if (hidden(target) || target.closest('label.choice') !== (target.matches('label') ? target : null))
        continue;
      const { width, height } = target.getBoundingClientRect();
      const least = target.matches('.main, .second') ? 44 : 24;
      if (width < least || height < least) found.push(`small target: ${name(target)} ${width} × ${height}`);
    }
    return found;
  });

/** `misfits` in the window as it is, and in the small ones; it is restored afterwards. */
export const misfitsWhenSmall = async (page: Page): Promise<string[]> => {
  const before = page.viewportSize()!;
  const found = await misfits(page);
  for (const size of SMALL) {
    if (size.width === before.width && size.height === before.height) continue;
    await page.setViewportSize(size);
    for (const misfit of await misfits(page)) found.push(`${size.width} px: ${misfit}`);
  }
  await page.setViewportSize(before);
  return found;
};
