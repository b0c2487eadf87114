import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedSerializers } from '../../testing/http/serializers.ts';
import { mutant } from '../../testing/mutant.ts';
import { freePorts } from '../../testing/ports.ts';
import { openTestService, type TestService } from '../../testing/service.ts';
import { ROUTES } from '../app.ts';
import { Gcra } from '../calls/gcra.ts';
import { limitOf } from '../calls/limits.ts';
import type { Deps } from '../deps.ts';
import { firstRun } from '../first-run.ts';
import { listen } from '../http/listen.ts';
import { buildServer } from '../http/server.ts';
import { pages } from './all.ts';
import { shop } from './shop.ts';

type Shop = typeof shop;

let service: TestService;
let listening: { close(): Promise<void> };
const apps: FastifyInstance[] = [];

/**
 * Servers with the demo shop; only the first one listens, and the shop of each calls that one as an
 * integrator does.
 */
async function server(config: Partial<Deps['config']>, make: Shop = shop): Promise<FastifyInstance> {
  const deps: Deps = { ...service.deps, config: { ...service.config, ...config } };
  const shown = [pages({ demo_shop: true }), make(service.config.data_dir)];
  const app = await buildServer(deps, ROUTES, [sharedSerializers, ...shown]);
  apps.push(app);
  return app;
}

beforeAll(async () => {
  const [port, sandbox_port] = await freePorts(2);
  service = await openTestService({
    env: { STANDPOINT_PORT: String(port), STANDPOINT_SANDBOX_PORT: String(sandbox_port) },
  });
  await firstRun(service.database.db, service.config);
  listening = await listen(await server({}), service.deps);
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await listening.close();
  await service.close();
});

const mint = (app: FastifyInstance, what: 'deposit' | 'face', remoteAddress = '127.0.0.1') =>
  app.inject({
    method: 'POST',
    url: `/demo/api/${what}/token`,
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });

describe('the demo', () => {
  it('hands a stranger tokens where it is on, and the landing page leads to it', async () => {
    const app = await server({ demo: true });
    for (const what of ['deposit', 'face'] as const)
      expect((await mint(app, what)).json().token).toMatch(/^eyJ/);
    expect((await app.inject('/')).body).toContain('href="/demo/"');
  });

  it('does not exist where it is off', async () => {
    const app = await server({ demo: false });
    const asked = [
      { url: '/demo' },
      { url: '/demo/' },
      { url: '/demo/index.html' },
      { url: '/demo/api/me' },
      { url: '/demo', method: 'POST' as const },
    ].map((request) => app.inject(request));
    for (const answer of await Promise.all([...asked, mint(app, 'deposit'), mint(app, 'face')])) {
      expect([answer.statusCode, answer.json().data.error.code]).toEqual([404, 'not_found']);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    expect((await app.inject('/')).body).not.toContain('/demo');
  });

  it('mutation control: without the switch, a stranger gets a token where it is off', async () => {
    const blind = await mutant<{ shop: Shop }>('pages/shop.ts', ['if (!config.demo) return;', '']);
    expect((await mint(await server({ demo: false }, blind.shop), 'face')).json().token).toMatch(/^eyJ/);
  });
});

describe('what strangers get of the demo', () => {
  const LIMITS = { demo_address: { rate: 0.001, burst: 2 }, demo: { rate: 0.001, burst: 3 } };
  const limited = async (make: Shop = shop) => {
    const deps: Deps = { ...service.deps, limiter: new Gcra(), address_limits: LIMITS };
    const app = await buildServer(deps, ROUTES, [sharedSerializers, make(service.config.data_dir)]);
    apps.push(app);
    return app;
  };
  const statusOf = async (answer: ReturnType<typeof mint>) => (await answer).statusCode;

  it('is counted by address, and over all addresses', async () => {
    const app = await limited();
    const [one, other, third] = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
    expect([await statusOf(mint(app, 'face', one)), await statusOf(mint(app, 'deposit', one))]).toEqual([
      200, 200,
    ]);
    const refused = await mint(app, 'face', one);
    expect([refused.statusCode, refused.json().data.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusOf(mint(app, 'face', other))).toBe(200);
    expect(await statusOf(mint(app, 'face', other))).toBe(429);
    expect(await statusOf(mint(app, 'face', third))).toBe(429);
    // Looking round is free.
    expect((await app.inject({ url: '/demo/api/me', remoteAddress: one })).statusCode).toBe(200);
  });

  it('is counted however the address is spelled', async () => {
    const app = await limited();
    const spelled = [
      'api/face/token?again',
      'x/../api/face/token',
      'x/%2e%2e/api/face/token',
      'api/./face/token',
    ];
    const all: number[] = [];
    for (const path of spelled)
      all.push(
        (
          await app.inject({
            method: 'POST',
            url: `/demo/${path}`,
            remoteAddress: '203.0.113.4',
            headers: { 'content-type': 'application/json' },
            payload: '{}',
          })
        ).statusCode,
      );
    expect(all.slice(2)).toEqual([429, 429]);
  });

  it('mutation control: uncounted, one address gets tokens without end', async () => {
    const blind = await mutant<{ shop: Shop }>('pages/shop.ts', [
      "if (request.method === 'POST') await admit(deps, request);",
      '',
    ]);
    const app = await limited(blind.shop);
    for (let i = 0; i < 6; i++) expect(await statusOf(mint(app, 'face', '203.0.113.5'))).toBe(200);
  });

  it('is enough for a newcomer who clicks for an hour', () => {
    // Each deposit is two posts, each face check one.
    expect(limitOf('demo_address')).toEqual({ rate: 120 / 3_600, burst: 120 });
    expect(limitOf('demo')).toEqual({ rate: 240 / 3_600, burst: 240 });
  });
});
