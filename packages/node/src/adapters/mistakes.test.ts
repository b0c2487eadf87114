import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Standpoint, webhooks } from '../index.ts';
import { type LocalService, refused, startLocalService } from '../testing/local-service.ts';
import * as express from './express.ts';
import * as fastifyAdapter from './fastify.ts';
import * as hono from './hono.ts';
import * as next from './next.ts';
import { takeWebhook } from './webhook-route.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = JSON.stringify({
  type: 'customer.erased',
  timestamp: '2027-01-15T08:00:00.000Z',
  data: { livemode: true },
});
const webhook = { secret: SECRET, onEvent: () => {} };

let service: LocalService;
let standpoint: Standpoint;
beforeAll(async () => {
  service = await startLocalService();
  standpoint = new Standpoint({ apiKey: 'sp_test_key', baseUrl: service.origin, maxRetries: 0 });
});
afterAll(() => service?.close());

describe('a mistake of the backend', () => {
  it('shows at the start: a secret of the wrong kind, or none', () => {
    const routes: ((route: typeof webhook) => unknown)[] = [
      express.webhookRoute,
      next.webhookRoute,
      hono.webhookRoute,
    ];
    for (const route of routes)
      for (const [secret, words] of [
        [undefined, 'environment variable'],
        ['sp_live_x', 'an API key'],
        [[], 'missing'],
      ] as const)
        expect(() => route({ ...webhook, secret: secret as unknown as string })).toThrow(words);
    expect(() => fastifyAdapter.webhookRoute({ ...webhook, path: '/', secret: 'pkg_x' })).toThrow('package');
  });

  it('is no 400 when it shows later, and is printed without the key', async () => {
    const late = next.webhookRoute({ ...webhook, secret: () => 'sr_live_x' });
    const headers = webhooks.generateTestHeaders(BODY, SECRET);
    const request = new Request('http://shop/', { method: 'POST', body: BODY, headers });
    await expect(late(request)).rejects.toThrow('a results key');

    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    service.replies.push(refused(401, 'api_key_invalid'));
    const route = next.preflightRoute({
      standpoint,
      params: () => ({ customer_id: 'c', transaction_type: 't' }),
    });
    expect((await route(new Request('http://shop/'))).status).toBe(500);
    expect(printed.mock.calls).toEqual([['standpoint:', 'api_key_invalid: why api_key_invalid']]);
    printed.mockRestore();
  });
});

it('a refused webhook is printed in one line, when the route has no `onRefused`', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const headers = webhooks.generateTestHeaders('another body', SECRET);
  const answer = await takeWebhook(
    { secret: SECRET, onEvent() {} },
    { rawBody: BODY, headers, request: null },
  );
  expect(answer.status).toBe(400);
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^standpoint: webhook refused, no_match: .+/)]]);
  said.mockRestore();
});
