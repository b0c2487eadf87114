import { EVENTS } from '@standpoint/contract';
import { expect, it } from 'vitest';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { record } from '../events/outbox.ts';

const service = sharedService();
const org = testOrganization(service);

const list = (query = '') =>
  service.call({ method: 'GET', path: `/events${query}`, token: org.results.production });
const idsOf = ({ data }: Awaited<ReturnType<typeof list>>) =>
  data.events.map(({ event_id }: { event_id: string }) => event_id);
const tell = (type: 'key.misused' | 'customer.erased' = 'key.misused', db = service.database.db) =>
  record(db, { org: org.org, env: 'production', type, data: EVENTS[type].fixture });

/**
 * Every event from `after` on, as one who polls gets them, until there are `enough`. Transactions of tests in
 * other databases of the same server hold events back, too.
 */
async function pollAll(after: string | null, enough = 0): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < 1_000; i++) {
    const page = await list(after ? `?after=${after}&limit=3` : '?limit=3');
    ids.push(...idsOf(page));
    after = page.data.next_after;
    if (!page.data.more && ids.length >= enough) return ids;
    if (!page.data.more) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${ids.length} of ${enough} events`);
}

it('lists events in the order in which they were stored, page by page', async () => {
  expect((await list()).data).toEqual({ events: [], next_after: null, more: false });
  const told: string[] = [];
  for (let i = 0; i < 7; i++) told.push(await tell(i % 2 ? 'customer.erased' : 'key.misused'));
  expect(await pollAll(null, told.length)).toEqual(told);
  const erased = await list('?type=customer.erased');
  expect(idsOf(erased)).toEqual(told.filter((_, i) => i % 2));
  const end = await list(`?after=${told[6]}`);
  expect(end.data).toEqual({ events: [], next_after: told[6], more: false });
  expect(erased.data.events[0]).toEqual({
    event_id: told[1],
    type: 'customer.erased',
    timestamp: expect.stringMatching(/Z$/),
    data: { ...EVENTS['customer.erased'].fixture, livemode: true },
  });
});

/** What a list by id, up to the newest stored event, would give. */
const withoutHorizon = async (after: string): Promise<string[]> => {
  const { rows } = await service.database.pool.query(
    'SELECT event_id FROM event WHERE org = $1 AND event_id > $2 ORDER BY event_id',
    [org.org, after],
  );
  return rows.map(({ event_id }) => event_id);
};

it('gives a reader every event once, also those whose transaction ends late', async () => {
  const first = await tell();
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let early = '';
  const started = Promise.withResolvers<void>();
  const slow = service.database.db.transaction().execute(async (trx) => {
    early = await tell('key.misused', trx);
    started.resolve();
    await held;
  });
  await started.promise;
  const late = await tell();
  // The later event is stored, but a reader who saw it would pass the place of the earlier one.
  expect(await pollAll(first)).toEqual([]);
  const shown = await withoutHorizon(first);
  expect(shown).toEqual([late]);
  finish();
  await slow;
  expect(await pollAll(first, 2)).toEqual([early, late]);
  // Mutation control: a reader of a list without that end had passed the earlier event, and never gets it.
  expect([early < late, await withoutHorizon(shown.at(-1)!)]).toEqual([true, []]);
});

it('refuses an event of another environment, an unknown type and an unknown field, with the path', async () => {
  const foreign = await record(service.database.db, {
    org: org.org,
    env: 'sandbox',
    type: 'key.misused',
    data: {},
  });
  for (const [query, path] of [
    [`?after=${foreign}`, 'after'],
    ['?after=evt_1', 'after'],
    ['?type=face.done', 'type'],
    ['?limit=0', 'limit'],
    ['?typ=key.misused', 'typ'],
  ])
    expect((await list(query)).data.error, query).toMatchObject({
      code: 'invalid_request',
      fields: [{ path }],
    });
});
