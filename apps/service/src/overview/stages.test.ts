import { beforeEach, describe, expect, it } from 'vitest';
import { mintToken } from '../../testing/attacks.ts';
import { browserEvidence, seal } from '../../testing/browser-payload.ts';
import { person } from '../../testing/face/face.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { verified } from '../../testing/reviews.ts';
import { attempt, claim } from '../webhooks/deliver.ts';
import { floorQuarter, QUARTER_MS } from './quarters.ts';
import { Tally } from './tally.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service, beforeEach);
let analyst: Browser;
beforeEach(async () => {
  analyst = await signedIn(service, org.org, 'developer');
});

const home = async (query = '') => {
  await service.deps.tally.flush(service.database.db);
  return (await analyst.call({ path: `/dashboard/api/${org.org}/production/home${query}` })).data;
};
const now = (funnel: Record<string, { now: number } | null>) =>
  Object.fromEntries(Object.entries(funnel).map(([step, count]) => [step, count?.now ?? null]));

describe('the funnel of locations', () => {
  it('knows tokens that were never used, and checks without a position', async () => {
    await mintToken(service, org);
    const token = await mintToken(service, org);
    const payload = await seal(token, { ...browserEvidence(), positions: [] });
    const { data } = await service.call({ path: '/geolocation/verify', token, body: { payload } });
    expect(data.decision).not.toBe('pass');
    await verified(service, org, 'someone');
    for (const range of ['1h', '24h', '30d'])
      expect(now((await home(`?range=${range}`)).funnels.location)).toMatchObject({
        asked: 3,
        begun: 2,
        positioned: 1,
      });
    const one = (await home('?policy=default')).funnels.location;
    expect(now(one)).toMatchObject({ asked: null, begun: 2, positioned: 1 });
  });

  it('compares whole quarters, so that no token is counted without its check', async () => {
    const left_ms = QUARTER_MS - (Date.now() % QUARTER_MS);
    // The quarter of an hour must not end before home is read.
    if (left_ms < 15_000) await new Promise((resolve) => setTimeout(resolve, left_ms));
    const at = floorQuarter(Date.now() - 86_400_000) + 60_000;
    const tally = new Tally();
    tally.asked('location', { org: org.org, env: 'production' }, at);
    tally.asked('location', { org: org.org, env: 'production' }, at - QUARTER_MS);
    await tally.flush(service.database.db);
    const { location } = (await home()).funnels;
    expect(location.asked).toEqual({ now: 1, before: 1 });
  });
});

it('the funnel of faces says how far each session came', async () => {
  await person(service, org);
  const opened = await person(service, org);
  await opened.open();
  const filmed = await person(service, org);
  await filmed.open();
  await filmed.consent();
  expect((await filmed.attempt()).status).toBe(200);
  const steps = { asked: 3, opened: 2, consented: 1, filmed: 1, captured: 0, decided: 0 };
  expect(now((await home()).funnels.face)).toMatchObject(steps);
});

it('an endpoint shows how soon it is told, by first attempts alone', async () => {
  const owner = await signedIn(service, org.org, 'owner');
  const at = `/dashboard/api/${org.org}/production/webhooks`;
  const { webhook_id } = (await owner.call({ path: at, body: { url: 'https://8.8.8.8/hook' } })).data;
  const { deps } = service;
  const place = { org: org.org, env: 'production' as const, webhook_id };
  const outcome = async (status: number) => {
    const claimed = (await claim({ db: service.database.db, clock: deps.clock }, place, null))!;
    const post = async () => ({ answered: true, status, retry_after_s: null, text: '' }) as never;
    await attempt({ ...deps, db: service.database.db, egress: { post } }, claimed);
  };
  expect((await home()).webhooks[0].first).toBeNull();
  for (const status of [200, 503, 200]) {
    await verified(service, org, `told-${status}`);
    await outcome(status);
  }
  await service.database.pool.query(
    `UPDATE delivery SET due_at = now() - interval '1 s' WHERE org = $1 AND state = 'pending'`,
    [org.org],
  );
  // A second attempt says nothing about how soon the first one was made.
  await outcome(200);
  // Nor does what a person sends again.
  await owner.call({ path: `${at}/${webhook_id}/replay`, body: { from: new Date(0).toISOString() } });
  await outcome(200);
  const [endpoint] = (await home()).webhooks;
  expect(endpoint.first).toMatchObject({ count: 3, failed: 1 });
  expect(endpoint.first.p95_ms).toBeGreaterThanOrEqual(endpoint.first.p50_ms);
});
