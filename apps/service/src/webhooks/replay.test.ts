import { EVENTS } from '@standpoint/contract';
import { afterEach, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { DELIVERING } from '../../testing/webhooks/delivering.ts';
import { openReceiver, type Receiver } from '../../testing/webhooks/receiver.ts';
import { record } from '../events/outbox.ts';

const service = testService(DELIVERING);
const org = testOrganization(service);

let to: Receiver;
afterEach(() => to.close());

const post = (path: string, body: object) =>
  service.call({ method: 'POST', path, token: org.results.production, body });
const tell = (type: 'key.misused' | 'customer.erased') =>
  record(service.database.db, { org: org.org, env: 'production', type, data: EVENTS[type].fixture });

/** Uses up the attempts of an event, once the attempt that runs has ended. */
async function exhausted(event_id: string) {
  const statement = `UPDATE delivery SET state = 'failed' WHERE event_id = $1 AND lease IS NULL`;
  for (let i = 0; i < 600; i++) {
    const { rowCount } = await service.database.pool.query(statement, [event_id]);
    if (rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the attempt does not end');
}

it('sends one event, a type, a range, and what was missed; each keeps its id', async () => {
  let good = true;
  to = await openReceiver((_nth, _request, response) => response.writeHead(good ? 200 : 500).end());
  const before = [await tell('key.misused'), await tell('customer.erased')];
  const { webhook_id } = (await post('/webhooks', { url: to.url })).data;
  const began = new Date(Date.now() - 60_000).toISOString();
  const replay = async (body: object) => {
    const seen = to.got.length;
    const { data } = await post(`/webhooks/${webhook_id}/replay`, body);
    await to.until((got) => got.length >= seen + data.queued);
    return { queued: data.queued, ids: to.ids().slice(seen).sort() };
  };
  // What happened before the endpoint was added has not been missed.
  expect(await replay({ missed: true })).toEqual({ queued: 0, ids: [] });
  expect(await replay({ from: began })).toEqual({ queued: 2, ids: [...before].sort() });
  expect(await replay({ event_id: before[0] })).toEqual({ queued: 1, ids: [before[0]] });
  expect(await replay({ types: ['customer.erased'] })).toEqual({ queued: 1, ids: [before[1]] });
  const now = new Date().toISOString();
  expect(await replay({ to: now })).toMatchObject({ queued: 2 });
  expect(await replay({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual({ queued: 0, ids: [] });

  good = false;
  const seen = to.got.length;
  const failed = await tell('key.misused');
  await to.until((got) => got.length > seen);
  await exhausted(failed);
  good = true;
  expect(await replay({ missed: true })).toEqual({ queued: 1, ids: [failed] });
});

it('is refused without a choice, for an event that is not there, and for a disabled endpoint', async () => {
  to = await openReceiver();
  const { webhook_id } = (await post('/webhooks', { url: to.url })).data;
  const refused = async (body: object) => {
    const { status, data } = await post(`/webhooks/${webhook_id}/replay`, body);
    return [status, data.error.message];
  };
  expect(await refused({})).toEqual([400, expect.stringContaining('Name what to send again')]);
  expect(await refused({ event_id: `evt_${'0'.repeat(26)}` })).toEqual([
    404,
    expect.stringContaining('no such event'),
  ]);
  await service.call({
    method: 'PATCH',
    path: `/webhooks/${webhook_id}`,
    token: org.results.production,
    body: { enabled: false },
  });
  expect(await refused({ missed: true })).toEqual([400, expect.stringContaining('Enable it first')]);
});
