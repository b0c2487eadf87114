import type { Page } from 'playwright-core';

export interface Bytes {
  all: number;
  code: number;
}

/** Counts what comes over the wire, headers too: call it before the navigation, and the result at any moment after. */
export async function countBytes(page: Page): Promise<() => Bytes> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  const bytes: Bytes = { all: 0, code: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (['Script', 'Stylesheet'].includes(types.get(requestId) ?? '')) bytes.code += encodedDataLength;
  });
  return () => ({ ...bytes });
}
