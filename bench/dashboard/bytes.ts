import type { Page } from 'playwright-core';

export interface Bytes {
  all: number;
  code: number;
}

/** A file that has arrived. */
interface File {
  /** By the page's own clock, in milliseconds since 1970. */
  at_ms: number;
  bytes: number;
  code: boolean;
}

/**
 * Counts what comes over the wire, headers too: call it before the navigation. The result says how much had come at a
 * moment of the page's clock, so that a machine that is slow to ask does not count what came after it.
 */
export async function countBytes(page: Page): Promise<(until_ms?: number) => Bytes> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  const files: File[] = [];
  /** Chromium tells the end of a file by a clock without a date; each beginning tells both. */
  let dated = 0;
  session.on('Network.requestWillBeSent', ({ timestamp, wallTime }) => {
    dated = (wallTime - timestamp) * 1_000;
  });
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength: bytes }) => {
    const code = ['Script', 'Stylesheet'].includes(types.get(requestId) ?? '');
    files.push({ at_ms: timestamp * 1_000 + dated, bytes, code });
  });
  return (until_ms = Number.POSITIVE_INFINITY) => {
    const come = files.filter(({ at_ms }) => at_ms <= until_ms);
    const sum = (of: readonly File[]) => of.reduce((total, { bytes }) => total + bytes, 0);
    return { all: sum(come), code: sum(come.filter(({ code }) => code)) };
  };
}

/** Runs in the page before its own scripts: keeps when the first such element was there. */
export function watchFor(selector: string): void {
  const look = () => {
    if (!document.querySelector(selector)) return;
    Object.assign(globalThis, { usableAt: performance.timeOrigin + performance.now() });
    observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
}

export const usableAt = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { usableAt: number }).usableAt);
