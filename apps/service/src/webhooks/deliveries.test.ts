import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { verified } from '../../testing/reviews.ts';
import type { TestOrganization } from '../../testing/service.ts';
import { attempt, claim } from './deliver.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
let ours: TestOrganization;
let dev: Browser;
let eve: Browser;
let hook: string;

const place = () => ({ org: ours.org, env: 'production' as const, webhook_id: hook });
const path = (rest = '') => `/dashboard/api/${ours.org}/production/deliveries${rest}`;
const list = async (query = '') => (await dev.call({ path: path(query) })).data;

/** One attempt of what is due, with this outcome. */
async function attempted(outcome: unknown, event_id: string | null = null): Promise<void> {
  const { deps } = service;
  const claimed = await claim({ db: service.database.db, clock: deps.clock }, place(), event_id);
  await attempt(
    { ...deps, db: service.database.db, egress: { post: async () => outcome as never } },
    claimed!,
  );
}

beforeAll(async () => {
  ours = await service.organization();
  const theirs = await service.organization();
  [dev, eve] = await Promise.all([
    signedIn(service, ours.org, 'developer'),
    signedIn(service, theirs.org, 'owner'),
  ]);
  hook = `whk_${'0'.repeat(25)}1`;
  await sql`INSERT INTO webhook (org, env, webhook_id, url, signature, secrets_sealed, created_at)
    VALUES (${ours.org}, 'production', ${hook}, 'https://shop.example/hook', 'hmac', '', now())`.execute(
    service.database.db,
  );
  const { newSecret, sealSecrets } = await import('./secrets.ts');
  const sealed = sealSecrets(service.deps.envelope, place(), { current: newSecret('hmac'), previous: [] });
  await sql`UPDATE webhook SET secrets_sealed = ${sealed} WHERE webhook_id = ${hook}`.execute(
    service.database.db,
  );
  for (let i = 0; i < 3; i++) await verified(service, ours, `customer-${i}`);
});

it('lists deliveries, newest first, page by page, with what came of the last attempt', async () => {
  await attempted({
    answered: true,
    status: 500,
    text: 'customer-0 is not known here',
    retry_after_s: null,
    ms: 7,
  });
  await attempted({ answered: false, problem: 'timed_out', detail: 'No answer within 15 seconds.', ms: 9 });
  await attempted({ answered: true, status: 204, text: '', retry_after_s: null, ms: 7 });
  const first = await list('?limit=2');
  expect(first.rows).toHaveLength(2);
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  const all = [...first.rows, ...second.rows];
  expect(second.next_cursor).toBeNull();
  expect(all.map(({ event_id }) => event_id)).toEqual(
    all
      .map(({ event_id }) => event_id)
      .toSorted()
      .toReversed(),
  );
  expect(all.map(({ state, last }) => [state, last.status, last.problem]).toSorted()).toEqual(
    [
      ['delivered', 204, null],
      ['pending', 500, null],
      ['pending', null, 'timed_out'],
    ].toSorted(),
  );
  expect((await list('?state=delivered')).rows).toHaveLength(1);
  expect((await list('?type=policy.published')).rows).toEqual([]);
});

const triesOf = async (event_id: string) =>
  (await dev.call({ path: path(`/${hook}/${event_id}`) })).data.tries;
const answers = async () =>
  (
    await sql<{ text: string }>`
      SELECT t::text AS text FROM (SELECT d::text AS t FROM delivery d UNION ALL
        SELECT a::text FROM delivery_attempt a) of_all (t)`.execute(service.database.db)
  ).rows
    .map(({ text }) => text)
    .join();

it('shows the request of one: the body without erased people, and headers without a signature', async () => {
  const [row] = (await list('?state=delivered')).rows;
  const { data } = await dev.call({ path: path(`/${row.webhook_id}/${row.event_id}`) });
  expect(data.request.body.data).toMatchObject({
    customer_id: expect.stringMatching(/^customer-/),
    livemode: true,
  });
  expect(data.request.headers.map(({ name }: { name: string }) => name)).toContain('webhook-id');
  expect(JSON.stringify(data)).not.toMatch(/whsec_|v1,/);
  const gone = await dev.call({ path: path(`/${hook}/evt_${'0'.repeat(26)}`) });
  expect(gone.status).toBe(404);
});

it('counts first, and then sends one, a selection or a filter again', async () => {
  const replay = (body: object) =>
    dev.call({ path: path('/replay'), body: { webhook_id: hook, dry: true, ...body } });
  const { rows } = await list();
  const ids = rows.map(({ event_id }: { event_id: string }) => event_id);
  expect((await replay({ event_ids: ids.slice(0, 2) })).data).toEqual({ count: 2, more: false });
  expect((await replay({ state: 'delivered' })).data.count).toBe(1);
  expect((await list('?state=delivered')).rows).toHaveLength(1);
  expect((await replay({ state: 'delivered', dry: false })).data.count).toBe(1);
  expect((await list('?state=delivered')).rows).toEqual([]);
  expect((await list()).rows.find(({ replays }: { replays: number }) => replays === 1)).toBeTruthy();
  expect((await replay({})).status).toBe(400);
  expect((await replay({ webhook_id: `whk_${'0'.repeat(26)}`, state: 'failed' })).status).toBe(404);
});

it('lets only builders send again, and hides every delivery from other organizations', async () => {
  const auditor = await signedIn(service, ours.org, 'auditor');
  const body = { webhook_id: hook, state: 'failed', dry: false };
  expect((await auditor.call({ path: path('/replay'), body })).status).toBe(403);
  expect((await auditor.call({ path: path() })).status).toBe(200);
  const reviewer = await signedIn(service, ours.org, 'reviewer');
  expect((await reviewer.call({ path: path() })).status).toBe(403);
  expect((await eve.call({ path: path() })).status).toBe(404);
});

it('keeps each attempt with what was answered, and forgets the answer with the person', async () => {
  const { rows } = await list();
  const failed = rows.find(({ last }: { last: { status: number } }) => last.status === 500);
  expect(await triesOf(failed.event_id)).toEqual([
    {
      number: 1,
      replay: 0,
      at: expect.any(String),
      ms: 7,
      status: 500,
      problem: null,
      detail: null,
      answer: 'customer-0 is not known here',
    },
  ]);
  expect(await answers()).toContain('is not known here');
  const { data } = await dev.call({ path: path(`/${hook}/${failed.event_id}`) });
  const { customer_id } = data.request.body.data;
  const erased = await service.call({
    method: 'DELETE',
    path: `/customers/${customer_id}`,
    token: ours.results.production,
  });
  expect(erased.status).toBe(200);
  expect(await triesOf(failed.event_id)).toMatchObject([{ number: 1, status: 500, answer: null }]);
  expect(await answers()).not.toContain('is not known here');
});

it('stores no answer to an event about a person who was erased while it was on its way', async () => {
  await verified(service, ours, 'customer-late');
  const { deps } = service;
  const [{ event_id }] = (await list()).rows;
  const claimed = await claim({ db: service.database.db, clock: deps.clock }, place(), event_id);
  await attempt(
    {
      ...deps,
      db: service.database.db,
      egress: {
        post: async () => {
          const path = '/customers/customer-late';
          await service.call({ method: 'DELETE', path, token: ours.results.production });
          return { answered: true, status: 200, text: 'hello customer-late', retry_after_s: null, ms: 7 };
        },
      },
    },
    claimed!,
  );
  expect(await triesOf(event_id)).toMatchObject([{ status: 200, answer: null }]);
  expect(await answers()).not.toContain('hello');
});

it('keeps the newest 30 attempts of a delivery, and no secret that a receiver sends back', async () => {
  await verified(service, ours, 'customer-often');
  const [{ event_id }] = (await list()).rows;
  for (let i = 0; i < 31; i++) {
    await sql`UPDATE delivery SET due_at = '2020-01-01', state = 'pending', attempts = 0
      WHERE webhook_id = ${hook} AND event_id = ${event_id}`.execute(service.database.db);
    const text = `whsec_${'A'.repeat(i + 4)} v1,${'b'.repeat(44)} try ${i}`;
    await attempted({ answered: true, status: 500, text, retry_after_s: null, ms: 7 }, event_id);
  }
  const tries = await triesOf(event_id);
  expect(tries.map(({ number }: { number: number }) => number)).toEqual(
    Array.from({ length: 30 }, (_, i) => 31 - i),
  );
  expect(tries[0].answer).toBe('(removed) (removed) try 30');
});
