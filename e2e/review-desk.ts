import type { Page } from 'playwright-core';
import { signIn } from '../apps/service/src/pages/sign-in.ts';
import { browserEvidence, readingAt, seal } from '../apps/service/testing/browser-payload.ts';
import { finish } from '../apps/service/testing/desk/calls.ts';
import { MovableClock, person, publishWorkflow } from '../apps/service/testing/face/face.ts';
import { answering, atEase } from '../apps/service/testing/face/runner.ts';
import { type Browser as Person, signedIn } from '../apps/service/testing/people.ts';
import { reviewPolicy, verified } from '../apps/service/testing/reviews.ts';
import {
  openTestService,
  type TestOrganization,
  type TestService,
  type TestServiceOptions,
} from '../apps/service/testing/service.ts';
import type { Visitor } from './browser.ts';
import { builtDashboard } from './dashboard/built.ts';

/** A service with cases of every kind, for stories about the people who decide them. */
export interface Desk {
  service: TestService;
  org: TestOrganization;
  people: Record<'ana' | 'bob' | 'owner' | 'auditor', Person>;
  address: string;
  /** Makes final what was held: what a node does every second. */
  finish(): Promise<number>;
  /** Waits at another desk’s browser. */
  open(visitor: Visitor, who: Person, query?: string): Promise<Page>;
  newCase(customer_id: string, type?: 'withdrawal' | 'payout'): Promise<string>;
}

/**
 * The service is ahead of the browsers by so much, which is longer than what is held: a busy machine may take its time
 * until it presses Undo.
 */
const AHEAD_S = 20;
const BRIDGE = { lat: 40.7127, lng: -74.024 };

/** `database`: see `openTestService`. */
export async function openDesk({ database }: Pick<TestServiceOptions, 'database'> = {}): Promise<Desk> {
  const clock = new MovableClock();
  clock.pass(AHEAD_S);
  const service = await openTestService({
    listen: 'ports',
    ...(database && { database }),
    unlimited: true,
    replace: { ...clock.replacement, face: { answer_within_ms: 50_000 } },
    plugins: async (config) => [signIn, await builtDashboard(config)],
  });
  const org = await service.organization('Harbour Bank');
  const [ana, bob, owner, auditor] = await Promise.all(
    (['reviewer', 'analyst', 'owner', 'auditor'] as const).map((role) => signedIn(service, org.org, role)),
  );
  await service.database.pool.query(
    `UPDATE person SET name = CASE id WHEN $1 THEN 'Ana Ops' WHEN $2 THEN 'Bob Reed' ELSE name END`,
    [ana!.user_id, bob!.user_id],
  );
  await policies(service, org);
  const people = { ana: ana!, bob: bob!, owner: owner!, auditor: auditor! };
  const address = `${service.deps.config.base_url}/dashboard/${org.org}/production/review`;
  return {
    service,
    org,
    people,
    address,
    finish: () => finish(service),
    newCase: async (customer_id, type = 'withdrawal') =>
      (await verified(service, org, customer_id, { type })).verification_id,
    open: async ({ context }, who, query = '') => {
      const { hostname } = new URL(service.deps.config.base_url);
      await context.addCookies(
        who.cookie.split('; ').map((each) => {
          const at = each.indexOf('=');
          return { name: each.slice(0, at), value: each.slice(at + 1), domain: hostname, path: '/' };
        }),
      );
      const page = await context.newPage();
      await page.goto(address + query);
      return page;
    },
  };
}

async function policies(service: TestService, org: TestOrganization): Promise<void> {
  await reviewPolicy(service, org, 'withdrawal', { review: { due_s: 7_200 } });
  await reviewPolicy(service, org, 'payout', { review: { four_eyes: true, due_s: 1_800 } });
  await reviewPolicy(service, org, 'wager', {
    name: 'New Jersey only',
    min_assurance: 'consistent',
    rule: { allow: ['US-NJ'], buffer_m: 50 },
    actions: { border_uncertain: 'review' },
    retry: { on: false },
    review: { due_s: 60 },
  });
  service.deps.policies.clear();
}

/** A place so near to the river that the data cannot tell the side. */
export async function borderCase({ service, org }: Desk, customer_id: string, east_m = 0): Promise<string> {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id, transaction_type: 'wager' },
  });
  const { token } = minted.data;
  const lng = BRIDGE.lng + east_m / 84_000;
  const payload = await seal(
    token,
    browserEvidence(readingAt(BRIDGE.lat, lng, service.deps.clock.now(), 180)),
  );
  const answer = await service.call({ path: '/geolocation/verify', token, body: { payload } });
  if (answer.data?.decision !== 'review') throw new Error(answer.text);
  return answer.data.verification_id;
}

/** A face session: its liveness is doubtful, or it looks like the customer named. */
export async function faceCase({ service, org }: Desk, customer_id: string, twin?: string): Promise<string> {
  const workflow_id = await publishWorkflow(service, org.org, {
    name: 'Identity check',
    attempts: 1,
    consent: { required: false },
    review: { when: ['always'], due_s: 3_000 },
  });
  const hits = twin ? [{ customer_hash: service.hash(org.org, twin), score: 0.71 }] : [];
  const runner = answering((facts) => {
    if (twin)
      facts.dedupe = {
        gallery: 98_204,
        threshold: 0.42,
        target_fpir: 1e-3,
        hits: hits.map(({ score }) => ({ score })),
      };
  });
  service.deps.face.runner = {
    analyse: async (capture) => {
      const found = await runner.analyse(capture);
      return 'basis' in found && found.basis
        ? { ...found, basis: { ...found.basis, duplicates: hits } }
        : found;
    },
  };
  const visit = await person(service, org, {
    workflow_id,
    customer: { customer_id, first_name: 'Ann', last_name: 'Example', email: `${customer_id}@mail.example` },
  });
  const { session_id } = (await visit.open()).data.session;
  const attempt = await visit.attempt();
  (service.deps.clock as MovableClock).pass(17);
  await visit.submit(attempt, atEase(attempt));
  (service.deps.clock as MovableClock).ahead_ms = AHEAD_S * 1_000;
  return session_id;
}
