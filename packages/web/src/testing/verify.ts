import type { Browser } from 'playwright-core';
import { beforeEach } from 'vitest';
import type { VerifyProgress } from '../index.ts';
import { testPages } from './hooks.ts';
import type { LocalService } from './local-service.ts';
import { openPage } from './page.ts';

/** A browser, a service that forgets between tests what it was asked, and calls of verify() in a page. */
export function testVerify() {
  const { browser, service } = testPages();
  beforeEach(() => {
    service.requests.length = service.opened.length = service.faults.length = 0;
  });
  return { browser, service, verify: verifyIn(browser, service) };
}

/** Runs verify() in the page; an error is returned as its facts. */
const verifyIn =
  (browser: Browser, service: LocalService) =>
  async (token: string, options: object = {}, page?: Awaited<ReturnType<typeof openPage>>) => {
    const there = page ?? (await openPage(browser, service.origin));
    const outcome = await there.evaluate(
      async ([jwt, given]) => {
        const stages: VerifyProgress[] = [];
        try {
          const value = await window.client.verify(jwt as string, {
            ...(given as object),
            onProgress: (progress) => stages.push(progress),
          });
          return { value, stages };
        } catch (error) {
          if (!window.sdk.isStandpointError(error)) throw error;
          const { code, retryable, userAction, docsUrl, requestId, status, retryAfterMs, message } = error;
          return {
            error: { code, retryable, userAction, docsUrl, requestId, status, retryAfterMs, message },
            stages,
          };
        }
      },
      [token, options] as const,
    );
    if (!page) await there.context().close();
    return outcome;
  };
