import type { Evidence } from '@standpoint/contract';
import type { Page } from 'playwright-core';

/** The evidence that the SDK gathers in a page that has loaded it. */
export async function collected(page: Page): Promise<Evidence> {
  const { payload } = await page.evaluate(() =>
    window.sdk
      .createClient({ baseUrl: location.origin })
      .collect(undefined, { position: { timeoutMs: 1_500 } }),
  );
  return JSON.parse(Buffer.from(payload.slice('plain.'.length), 'base64url').toString());
}
