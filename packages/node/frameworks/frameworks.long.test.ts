import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Standpoint, type WebhookEvent, webhooks } from '@standpoint/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalService, refused, startLocalService } from '../src/testing/local-service.ts';
import { FOLDER, installFrameworks } from './install.ts';

/** The adapters in the frameworks themselves. In `npm test`: `../src/adapters/adapters.test.ts`. */

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = JSON.stringify({ type: 'customer.erased', timestamp: 't', data: { livemode: true } }, null, 3);
const requireHere = createRequire(join(FOLDER, 'package.json'));

let service: LocalService;
let standpoint: Standpoint;
const taken: string[] = [];
const shop = {
  get standpoint() {
    return standpoint;
  },
  secret: SECRET,
  onEvent: (event: WebhookEvent) => void taken.push(event.id),
};
beforeAll(async () => {
  installFrameworks();
  service = await startLocalService();
  standpoint = new Standpoint({
    apiKey: 'sp_test_key',
    resultsKey: 'sr_test_key',
    baseUrl: service.origin,
    maxRetries: 0,
  });
}, 300_000);
beforeEach(() => {
  service.seen.length = service.replies.length = taken.length = 0;
});
const closing: (() => unknown)[] = [() => service?.close()];
afterAll(() => Promise.all(closing.map((close) => close())));

async function overHttp(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const express = (name: string) => async () => {
  const { expressApp } = await import('./apps/express.ts');
  return overHttp(expressApp(requireHere(name), shop) as unknown as RequestListener);
};
const hono = async () => {
  const { honoApp } = await import('./apps/hono.ts');
  const { getRequestListener } = requireHere('@hono/node-server');
  return overHttp(getRequestListener(honoApp(shop).fetch));
};
const fastify = async () => {
  const { fastifyApp } = await import('./apps/fastify.ts');
  const app = fastifyApp(shop);
  closing.push(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
};

/** Built without keys and secrets, as in CI, and started with them. */
const next = async () => {
  const bin = requireHere.resolve('next/dist/bin/next');
  const cwd = join(FOLDER, 'next-app');
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
  const built = spawnSync(process.execPath, [bin, 'build'], { cwd, env, encoding: 'utf8' });
  expect([built.status, built.status ? built.stdout + built.stderr : '']).toEqual([0, '']);
  const child: ChildProcess = spawn(process.execPath, [bin, 'start', '-H', '127.0.0.1', '-p', '0'], {
    cwd,
    env: {
      ...env,
      STANDPOINT_API_KEY: 'sp_test_key',
      STANDPOINT_RESULTS_KEY: 'sr_test_key',
      STANDPOINT_BASE_URL: service.origin,
      STANDPOINT_WEBHOOK_SECRET: SECRET,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.push(() => child.kill());
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    for (const [, id] of text.matchAll(/event (\S+)/g)) taken.push(id!);
  });
  await vi.waitFor(() => expect(said).toMatch(/127\.0\.0\.1:\d+[\s\S]*Ready/), 60_000);
  return `http://${/127\.0\.0\.1:\d+/.exec(said)![0]}`;
};

describe.each([
  ['Express 5', express('express'), { hook: ['/hook', '/raw', '/kept'], parsed: '/parsed' }],
  ['Express 4', express('express4'), { hook: ['/hook', '/raw', '/kept'], parsed: '/parsed' }],
  // Hono keeps a parsed body as its text, so nothing is lost.
  ['Hono', hono, { hook: ['/hook', '/text', '/parsed'], parsed: null }],
  ['Fastify', fastify, { hook: ['/hook'], parsed: null }],
  ['Next.js', next, { hook: ['/hook'], parsed: null }],
] as const)('the adapter in %s', (_, open, { hook, parsed }) => {
  let origin: string;
  beforeAll(async () => {
    origin = await open();
  }, 300_000);
  const post = (path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(origin + path, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const deliver = (path: string, body: string, headers = webhooks.generateTestHeaders(body, SECRET)) =>
    post(path, { 'content-type': 'application/json', ...headers }, body);

  it('takes a signed webhook as it came, and no forged one', async () => {
    for (const path of hook) {
      const headers = webhooks.generateTestHeaders(BODY, SECRET);
      expect([path, (await deliver(path, BODY, headers)).status]).toEqual([path, 204]);
      await expect.poll(() => taken).toContain(headers['webhook-id']);
      const forged = await deliver(path, BODY.replace('true', 'false'), headers);
      expect([path, forged.status, (await forged.text()).split(':')[0]]).toEqual([path, 400, 'no_match']);
    }
    expect(taken).toHaveLength(hook.length);
    if (parsed) expect((await deliver(parsed, BODY)).status).toBe(500);
  });

  it('creates tokens, and keeps the install id in a cookie beside the others', async () => {
    const data = { token: 'a.b.c', install_id: 'ins_1', expires_at: 't', url: 'u' };
    service.replies.push({ status: 200, data }, { status: 200, data });
    const answer = await post('/preflight', { 'x-customer': 'c-1', cookie: 'install_id=ins_0' });
    expect([answer.status, await answer.json()]).toEqual([200, { token: 'a.b.c', expires_at: 't' }]);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((each) => each.startsWith('install_id='))).toContain('install_id=ins_1; Max-Age=');
    expect(service.seen[0]?.body).toMatchObject({ customer_id: 'c-1', install_id: 'ins_0' });
    const portal = await post('/portal', { 'x-customer': 'c-1' });
    expect(await portal.json()).toEqual({ token: 'a.b.c', url: 'u', expires_at: 't' });
    expect((await post('/preflight')).status).toBe(401);
  });

  it('answers failures in words that tell a browser nothing', async () => {
    service.replies.push(refused(404, 'not_found'), refused(403, 'scope_denied'));
    const [missing, denied] = [await post('/read'), await post('/read')];
    expect([missing.status, (await missing.json()).error.code]).toEqual([404, 'not_found']);
    expect([denied.status, (await denied.json()).error.code]).toEqual([500, 'internal']);
  });
});

it('has types that fit those of the frameworks', () => {
  const tsc = join(dirname(requireHere.resolve('typescript/package.json')), 'bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', FOLDER, '--noEmit'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, '']);
});
