import { EVENTS, type EventType, eventSchema } from '@standpoint/contract';
import { Webhook as Official } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { DELIVERING } from '../../testing/webhooks/delivering.ts';
import { openReceiver, type Receiver } from '../../testing/webhooks/receiver.ts';
import { record } from '../events/outbox.ts';
import { validator } from '../validate.ts';

const service = testService(DELIVERING);
const org = testOrganization(service);

let open: Receiver[] = [];
afterEach(async () => {
  for (const { webhook_id } of (await call('GET', '/webhooks')).data.webhooks)
    await call('DELETE', `/webhooks/${webhook_id}`);
  for (const receiver of open) await receiver.close();
  open = [];
});

const call = (method: string, path: string, body?: object) =>
  service.call({ method: method as 'GET', path, token: org.results.production, body });

async function receiver(answer?: Parameters<typeof openReceiver>[0]) {
  const made = await openReceiver(answer);
  open.push(made);
  return made;
}

async function add(to: Receiver, more: object = {}) {
  const { data, status } = await call('POST', '/webhooks', { url: to.url, ...more });
  expect(status).toBe(200);
  return data as { webhook_id: string; secret: string; public_key: string | null };
}

const tell = (type: EventType = 'key.misused', data: Record<string, unknown> = EVENTS[type].fixture) =>
  record(service.database.db, { org: org.org, env: 'production', type, data });

const read = async (webhook_id: string) =>
  (await call('GET', '/webhooks')).data.webhooks.find(
    (hook: { webhook_id: string }) => hook.webhook_id === webhook_id,
  );

const settled = async (webhook_id: string, enough: (hook: Record<string, never>) => boolean) => {
  for (let i = 0; i < 600; i++) {
    const hook = await read(webhook_id);
    if (enough(hook)) return hook;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the endpoint did not get there: ${JSON.stringify(await read(webhook_id))}`);
};

describe('a webhook', () => {
  it('is sent with a signature that the official library accepts, and a body of its schema', async () => {
    const to = await receiver();
    const { secret, webhook_id } = await add(to);
    const types = Object.keys(EVENTS) as EventType[];
    for (const type of types) await tell(type);
    await to.until((got) => got.length >= types.length);
    const verified = to.got.map(
      ({ body, headers }) => new Official(secret).verify(body, headers as Record<string, string>) as never,
    ) as { type: EventType; data: Record<string, unknown> }[];
    expect(new Set(verified.map(({ type }) => type))).toEqual(new Set(types));
    for (const event of verified)
      expect([event.type, validator(eventSchema(event.type))(event)]).toEqual([event.type, null]);
    expect(verified.every(({ data }) => data.livemode === true)).toBe(true);
    const hook = await settled(webhook_id, ({ pending }) => pending === 0);
    expect(hook.last).toMatchObject({ status: 204, problem: null });
  });

  it('goes only to endpoints that want its type, in its environment', async () => {
    const [all, some] = [await receiver(), await receiver()];
    await add(all);
    await add(some, { types: ['customer.erased'] });
    await tell('key.misused');
    await tell('customer.erased');
    await record(service.database.db, {
      org: org.org,
      env: 'sandbox',
      type: 'key.misused',
      data: EVENTS['key.misused'].fixture,
    });
    await all.until((got) => got.length >= 2);
    await some.until((got) => got.length >= 1);
    expect([all.got.length, some.got.map(({ body }) => JSON.parse(body).type)]).toEqual([
      2,
      ['customer.erased'],
    ]);
  });

  it('is not stored when its fact is not', async () => {
    const to = await receiver();
    const { webhook_id } = await add(to);
    await expect(
      service.database.db.transaction().execute(async (trx) => {
        await record(trx, { org: org.org, env: 'production', type: 'key.misused', data: {} });
        throw new Error('the fact failed');
      }),
    ).rejects.toThrow('the fact failed');
    expect((await read(webhook_id)).pending).toBe(0);
  });

  it('is signed with both secrets while they rotate, and with the new one alone afterwards', async () => {
    const to = await receiver();
    const first = await add(to);
    const second = (await call('POST', `/webhooks/${first.webhook_id}/rotate`, {})).data;
    expect(second.rotating_until).not.toBeNull();
    await tell();
    await to.until((got) => got.length === 1);
    const headersOf = (nth: number) => to.got[nth]!.headers as Record<string, string>;
    expect(headersOf(0)['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const { secret } of [first, second]) new Official(secret).verify(to.got[0]!.body, headersOf(0));
    // A second rotation, such as one whose answer was lost, does not end the first secret.
    await call('POST', `/webhooks/${first.webhook_id}/rotate`, {});
    await tell();
    await to.until((got) => got.length === 2);
    for (const { secret } of [first, second]) new Official(secret).verify(to.got[1]!.body, headersOf(1));
    const third = (await call('POST', `/webhooks/${first.webhook_id}/rotate`, { overlap_s: 0 })).data;
    await tell();
    await to.until((got) => got.length === 3);
    new Official(third.secret).verify(to.got[2]!.body, headersOf(2));
    expect(() => new Official(second.secret).verify(to.got[2]!.body, headersOf(2))).toThrow();
  });

  it('is sent again with the same id and bytes after a failure, at the published delay', async () => {
    const to = await receiver((nth, _request, response) => response.writeHead(nth === 1 ? 500 : 200).end());
    const { webhook_id } = await add(to);
    await tell();
    const hook = await settled(webhook_id, ({ last }) => last !== null);
    expect(hook).toMatchObject({ pending: 1, last: { status: 500 } });
    await to.until((got) => got.length === 2);
    const [one, two] = to.got as [(typeof to.got)[0], (typeof to.got)[0]];
    expect([one.headers['webhook-id'], one.body]).toEqual([two.headers['webhook-id'], two.body]);
    expect(two.at - one.at).toBeGreaterThan(4_400);
    await settled(webhook_id, ({ pending }) => pending === 0);
  });

  it('names the person and the transaction of its fact, the place only where asked, and no erased person', async () => {
    const [plain, placed] = [await receiver(), await receiver()];
    const types = ['geolocation.verification.completed'];
    await add(plain, { types });
    const with_place = await add(placed, { types, coordinates: true });
    const body = { customer_id: 'told', transaction_type: 'deposit', transaction_id: 'order-1' };
    const { browserEvidence, seal } = await import('../../testing/browser-payload.ts');
    const minted = await service.call({ path: '/geolocation/preflight', token: org.api.production, body });
    const token = minted.data.token;
    const payload = await seal(token, browserEvidence());
    const { data } = await service.call({ path: '/geolocation/verify', token, body: { payload } });
    await plain.until((got) => got.length === 1);
    await placed.until((got) => got.length === 1);
    const dataOf = ({ got }: Receiver, nth = 0) => JSON.parse(got[nth]!.body).data;
    const told = { verification_id: data.verification_id, customer_id: 'told', transaction_id: 'order-1' };
    expect(dataOf(plain)).toMatchObject(told);
    expect(dataOf(plain)).not.toHaveProperty('position');
    expect(dataOf(placed).position).toMatchObject({ lat: expect.any(Number), lng: expect.any(Number) });
    await call('DELETE', '/customers/told');
    await call('POST', `/webhooks/${with_place.webhook_id}/replay`, { event_id: placed.ids()[0] });
    await placed.until((got) => got.length === 2);
    expect(dataOf(placed, 1)).toMatchObject({ customer_id: null, transaction_id: null, position: null });
    expect(placed.ids()[0]).toBe(placed.ids()[1]);
  });
});

describe('an endpoint', () => {
  it('that answers 410 is disabled at once, and the others are told; it gets what waits when it is back', async () => {
    let gone = true;
    const to = await receiver((_nth, _request, response) => response.writeHead(gone ? 410 : 200).end());
    const other = await receiver();
    const { webhook_id } = await add(to, { types: ['key.misused'] });
    await add(other, { types: ['webhook.disabled'] });
    await tell();
    await other.until((got) => got.length === 1);
    expect(JSON.parse(other.got[0]!.body).data).toMatchObject({ webhook_id, reason: 'gone' });
    expect(await read(webhook_id)).toMatchObject({ enabled: false, disabled_reason: 'gone', pending: 1 });
    gone = false;
    await call('PATCH', `/webhooks/${webhook_id}`, { enabled: true });
    await to.until((got) => got.length === 2);
    expect(to.ids()[0]).toBe(to.ids()[1]);
    expect(await settled(webhook_id, ({ pending }) => pending === 0)).toMatchObject({ enabled: true });
  });

  it('whose every attempt of five days failed is disabled, and the others are told', async () => {
    const to = await receiver(500);
    const { webhook_id } = await add(to, { types: ['key.misused'] });
    await service.database.pool.query(
      `UPDATE webhook SET failing_since = now() - interval '5 days' WHERE webhook_id = $1`,
      [webhook_id],
    );
    await tell();
    const hook = await settled(webhook_id, ({ enabled }) => !enabled);
    expect(hook).toMatchObject({ disabled_reason: 'failing', last: { status: 500 } });
  });

  it('that never answers holds no more than five attempts, and no other endpoint waits for it', async () => {
    const hole = await receiver(() => {});
    const good = await receiver();
    const { webhook_id } = await add(hole, { types: ['key.misused'] });
    await add(good, { types: ['customer.erased'] });
    for (let i = 0; i < 80; i++) await tell('key.misused');
    await hole.until((got) => got.length === 5);
    await tell('customer.erased');
    await good.until((got) => got.length === 1);
    expect([hole.got.length, (await read(webhook_id)).pending]).toEqual([5, 80]);
  });

  it('is refused for an address that is private, or not https', async () => {
    for (const url of [
      'https://10.0.0.1/hook',
      'http://example.com/hook',
      'https://user@example.com/',
      'https://[::1]/',
    ])
      expect(await call('POST', '/webhooks', { url })).toMatchObject({
        status: 400,
        data: { error: { code: 'invalid_request', fields: [{ path: 'url' }] } },
      });
  });

  it('is refused for an unknown type, and beyond the twentieth', async () => {
    const to = await receiver();
    const wrong = await call('POST', '/webhooks', { url: to.url, types: ['face.done'] });
    expect(wrong).toMatchObject({ status: 400, data: { error: { fields: [{ path: 'types.0' }] } } });
    const all = await Promise.all(
      Array.from({ length: 24 }, () => call('POST', '/webhooks', { url: to.url })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(all.find(({ status }) => status === 400)!.data.error.message).toContain('20 endpoints');
  });

  it('of another organization or environment is not found', async () => {
    const to = await receiver();
    const { webhook_id } = await add(to);
    const other = await service.organization();
    for (const token of [other.results.production, org.results.sandbox])
      for (const [method, path, body] of [
        ['PATCH', `/webhooks/${webhook_id}`, { enabled: false }],
        ['POST', `/webhooks/${webhook_id}/rotate`, {}],
        ['POST', `/webhooks/${webhook_id}/replay`, { missed: true }],
        ['DELETE', `/webhooks/${webhook_id}`, undefined],
      ] as const)
        expect((await service.call({ method: method as 'GET', path, token, body })).status).toBe(404);
    expect(await read(webhook_id)).toMatchObject({ enabled: true });
  });
});
