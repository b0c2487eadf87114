import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tries } from '../../../../testing/counts.ts';
import { sharedSerializers } from '../../testing/http/serializers.ts';
import { mutantInside } from '../../testing/mutant.ts';
import { openTestService, type TestService } from '../../testing/service.ts';
import { ROUTES } from '../app.ts';
import { pages } from '../pages/all.ts';
import { faceApp } from '../pages/face-app.ts';
import { shop } from '../pages/shop.ts';
import { GoingDown } from './going-down.ts';
import { buildServer, type Plugin } from './server.ts';

type Method = NonNullable<InjectOptions['method']>;
interface Asked {
  method: Method;
  url: string;
}

let service: TestService;
let app: FastifyInstance;
/** Every route beside the endpoints, as it was registered. */
const found: Asked[] = [];

const watch: Plugin = (server) => {
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) found.push({ method: each as Method, url });
  });
};
const WORKFLOW = 'wf_01JD0000000000000000000000';
/** An address that a route answers; the star is the shop's. */
const addressed = (url: string) =>
  url.replace(':name', 'app.js').replace(':workflow_id', WORKFLOW).replace('*', 'api/me');

beforeAll(async () => {
  service = await openTestService();
  const files = join(service.config.data_dir, 'face');
  mkdirSync(join(files, 'assets'), { recursive: true });
  writeFileSync(join(files, 'index.html'), '<!doctype html>');
  writeFileSync(join(files, 'assets', 'app.js'), '1;');
  const plugins = [sharedSerializers, watch, pages({ demo_shop: true }), faceApp(files), shop(files)];
  app = await buildServer(service.deps, ROUTES, plugins);
});
afterEach(() => {
  service.deps.address_limits = {};
});
afterAll(async () => {
  await app.close();
  await service.close();
});

let made = 0;
/** An address that no bucket knows. */
const stranger = () => `203.0.113.${++made}`;
const few = (burst = 3) => {
  service.deps.address_limits = { public_address: { rate: 0.001, burst } };
};

async function statuses(asked: Asked, count: number, remoteAddress = stranger(), to = app) {
  const all: number[] = [];
  for (let i = 0; i < count; i++)
    all.push((await to.inject({ ...asked, url: addressed(asked.url), remoteAddress })).statusCode);
  return all;
}

/** What balancers ask is not counted. */
const HEALTH = ['/healthz', '/readyz'];
const open = (): Asked[] => [
  ...found.filter(({ url }) => !HEALTH.includes(url)),
  ...ROUTES.filter(({ endpoint }) => endpoint.credential.includes('none')).map(({ endpoint }) => ({
    method: endpoint.method,
    url: endpoint.path,
  })),
  ...[...new Set(ROUTES.map(({ endpoint }) => endpoint).filter(({ cors }) => cors !== 'none'))].map(
    ({ path }) => ({ method: 'OPTIONS' as const, url: path.replaceAll(/\{(\w+)\}/g, 'x') }),
  ),
  { method: 'GET', url: '/nothing-here' },
  { method: 'POST', url: '/.env' },
  { method: 'DELETE', url: '/geolocation/verify' },
];

describe('a caller without a credential', () => {
  it('is counted by address at every route that asks for none, and at addresses that do not exist', async () => {
    expect(found.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        '/',
        '/dashboard/api/auth/sign-out',
        '/openapi.json',
        '/metrics',
        '/face/h',
        '/demo/*',
      ]),
    );
    few(1);
    for (const asked of open()) {
      const [first, second] = await statuses(asked, 2);
      expect([asked, first === 429, second]).toEqual([asked, false, 429]);
    }
  });

  it('does not have a balancer refused that shares its address', async () => {
    few();
    const ip = stranger();
    expect((await statuses({ method: 'GET', url: '/docs' }, 4, ip)).at(-1)).toBe(429);
    // A node on a busy machine may say that it is not ready, but never that there were too many calls.
    for (const url of HEALTH)
      for (const method of ['GET', 'HEAD'] as const)
        expect([url, method, (await statuses({ method, url }, 5, ip)).includes(429)]).toEqual([
          url,
          method,
          false,
        ]);
  });

  it('mutation control: has it refused when the checks of balancers are counted too', async () => {
    few();
    const blind = await mutantInside<{ buildServer: typeof buildServer }>(
      'http/server.ts',
      'http/strangers.ts',
      ['!credential && !uncounted', '!credential'],
    );
    const other = await blind.buildServer(service.deps, [], [pages()]);
    for (const url of HEALTH)
      expect((await statuses({ method: 'GET', url }, 4, stranger(), other)).at(-1)).toBe(429);
    await other.close();
  });

  it('learns when to come again, in the envelope', async () => {
    few();
    const ip = stranger();
    await statuses({ method: 'GET', url: '/' }, 3, ip);
    const answer = await app.inject({ url: '/docs', remoteAddress: ip });
    expect(answer.json().data.error).toMatchObject({ code: 'rate_limited', retryable: true });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['ratelimit-policy']).toMatch(/^"public_address";q=3;/);
  });

  it('slows no other address, and counts a forged header and the same IPv6 network as one address', async () => {
    few();
    const get = (remoteAddress: string, headers = {}) =>
      app.inject({ url: '/docs', remoteAddress, headers }).then(({ statusCode }) => statusCode);
    const ip = stranger();
    for (let i = 0; i < 3; i++) await get(ip);
    expect(await get(ip, { 'x-forwarded-for': stranger() })).toBe(429);
    expect(await get(stranger())).toBe(200);
    const network = Array.from({ length: 4 }, (_, i) => get(`2001:db8:0:1::${i + 1}`));
    expect((await Promise.all(network)).filter((status) => status === 429)).toHaveLength(1);
    expect(await get('2001:db8:0:2::1')).toBe(200);
  });

  it('takes nothing from callers with one: an endpoint that asks for a credential has limits of its own', async () => {
    few();
    const endpoints = ROUTES.filter(({ endpoint }) => !endpoint.credential.includes('none'));
    const ip = stranger();
    for (const { endpoint } of endpoints) {
      const url = endpoint.path.replace('{session_id}', 'fcs_x').replaceAll(/\{(\w+)\}/g, 'x');
      const { statusCode } = await app.inject({ method: endpoint.method, url, remoteAddress: ip });
      expect([endpoint.name, statusCode]).toEqual([endpoint.name, 401]);
    }
    expect((await statuses({ method: 'GET', url: '/' }, 4, ip)).at(-1)).toBe(429);
  });

  it('mutation control: is not counted without the hook', async () => {
    few();
    const blind = await mutantInside<{ buildServer: typeof buildServer }>(
      'http/server.ts',
      'http/strangers.ts',
      ['!credential && !uncounted', 'credential && !uncounted'],
    );
    const other = await blind.buildServer(service.deps, [], [pages()]);
    expect(await statuses({ method: 'GET', url: '/docs' }, 5, stranger(), other)).toEqual(Array(5).fill(200));
    await other.close();
  });
});

describe('the rows that a caller without a credential causes', () => {
  const TIMES = tries(10, 3);

  async function rows(): Promise<Record<string, number>> {
    // The owner, because the service may not read partitions by their own names.
    const { owner } = service.database;
    const { rows: tables } = await owner.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const counts = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`);
        return [name, rows[0]!.n] as const;
      }),
    );
    return Object.fromEntries(counts);
  }

  it('are one for each network that guesses short codes, and a few of sign-ins that it begins', async () => {
    const before = await rows();
    const ip = stranger();
    for (const asked of open()) await statuses(asked, TIMES, ip);
    const code = (i: number) => `/facecheck/short-code?code=7K3M9Q2X5R8T1V${String(i).padStart(2, '0')}`;
    const guesses = Array.from({ length: 30 }, (_, i) =>
      app.inject({ url: code(i), remoteAddress: ip, headers: { 'standpoint-client': 'test/1' } }),
    );
    const answers = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
    const after = await rows();
    const grown = Object.keys(after).filter((name) => after[name]! > (before[name] ?? 0));
    expect(grown.map((name) => [name, after[name]! - before[name]!])).toEqual([
      // Challenges of passkeys: at most 30 in 15 minutes for each network.
      ['person_challenge', TIMES],
      ['guess_bucket', 2],
    ]);
  });
});

describe('many calls to /readyz', () => {
  // The time in which calls share a look stands still, so that a slow machine cannot outlast it.
  // The clock of the service refuses a time that goes back, so the moments are after the present.
  let moment = 0;
  beforeEach(() => {
    moment = performance.now() + 10;
    vi.spyOn(performance, 'now').mockReturnValue(moment);
  });
  afterEach(() => void vi.restoreAllMocks());

  /** A service with health pages, and how many statements it has sent. */
  async function counted(of: typeof pages = pages) {
    const { pool } = service.database;
    let asked = 0;
    const counting = new Proxy(pool, {
      get: (target, name) => {
        if (name !== 'query') return Reflect.get(target, name);
        return (...args: Parameters<typeof pool.query>) => {
          asked++;
          return target.query(...args);
        };
      },
    });
    const going_down = new GoingDown();
    const deps = { ...service.deps, going_down, database: { ...service.database, pool: counting } };
    const other = await buildServer(deps, [], [of()]);
    return { other, going_down, statements: () => asked };
  }

  /** How many statements forty calls cost, twenty of them one after the other. */
  async function statements(of?: typeof pages): Promise<number> {
    const { other, statements } = await counted(of);
    const all = await Promise.all(Array.from({ length: 20 }, () => other.inject('/readyz')));
    for (let i = 0; i < 20; i++) all.push(await other.inject('/readyz'));
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await other.close();
    return statements();
  }

  it('share one look at the database', async () => {
    expect(await statements()).toBeLessThanOrEqual(2);
  });

  it('mutation control: without the shared look, each of them asks the database', async () => {
    const blind = await mutantInside<{ pages: typeof pages }>('pages/all.ts', 'pages/health.ts', [
      'performance.now() < last.until',
      'performance.now() < 0',
    ]);
    expect(await statements(blind.pages)).toBeGreaterThanOrEqual(40);
  });

  it('look again after half a second, and at once when the service goes down', async () => {
    const { other, going_down, statements } = await counted();
    await other.inject('/readyz');
    const once = statements();
    vi.spyOn(performance, 'now').mockReturnValue(moment + 500);
    expect((await other.inject('/readyz')).statusCode).toBe(200);
    expect(statements()).toBe(2 * once);
    going_down.begin();
    expect((await other.inject('/readyz')).statusCode).toBe(503);
    await other.close();
  });
});
