import type { Browser, Page } from 'playwright-core';
import { signIn } from '../apps/service/src/pages/sign-in.ts';
import { browserEvidence, readingAt, seal } from '../apps/service/testing/browser-payload.ts';
import { type Browser as SignedIn, signedIn } from '../apps/service/testing/people.ts';
import { openTestService, type TestOrganization, type TestService } from '../apps/service/testing/service.ts';
import { type Visitor, visitor } from './browser.ts';
import { builtDashboard } from './dashboard/built.ts';
import { sharedBrowser } from './shared-browser.ts';

/** A service with stored decisions around Trenton, and a developer who is signed in. */
export interface Desk {
  service: TestService;
  browser: Browser;
  org: TestOrganization;
  developer: SignedIn;
  /** A page of the dashboard, below the organization's production. */
  open(path: string, viewport?: { width: number; height: number }): Promise<{ page: Page; person: Visitor }>;
  verified(customer_id: string, at: readonly [number, number], type?: string): Promise<string>;
  close(): Promise<void>;
}

export async function policyDesk(database: 'clone' | 'own' = 'clone'): Promise<Desk> {
  const [service, browser] = await Promise.all([
    openTestService({
      listen: 'ports',
      database,
      unlimited: true,
      plugins: async (config) => [signIn, await builtDashboard(config)],
    }),
    sharedBrowser({ drawing: 'plain' }),
  ]);
  const org = await service.organization('Harbour Bank');
  const developer = await signedIn(service, org.org, 'developer');
  const { base_url } = service.deps.config;
  return {
    service,
    browser,
    org,
    developer,
    async open(path, viewport = { width: 1440, height: 900 }) {
      const person = await visitor(browser, { viewport, locale: 'en-US', timezoneId: 'America/New_York' });
      const cookies = developer.cookie.split('; ').map((each) => {
        const at = each.indexOf('=');
        return { name: each.slice(0, at), value: each.slice(at + 1), url: base_url };
      });
      await person.context.addCookies(cookies);
      const page = await person.context.newPage();
      await page.goto(`${base_url}/dashboard/${org.org}/production/${path}`);
      return { page, person };
    },
    async verified(customer_id, [lat, lng], transaction_type = 'wager') {
      const minted = await service.call({
        path: '/geolocation/preflight',
        token: org.api.production,
        body: { customer_id, transaction_type },
      });
      const { token } = minted.data;
      const payload = await seal(token, browserEvidence(readingAt(lat, lng, Date.now())));
      const answer = await service.call({
        path: '/geolocation/verify',
        token,
        body: { payload },
        ip: '8.8.8.8',
      });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.data.decision;
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}
