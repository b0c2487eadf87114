import { ENDPOINTS } from '@standpoint/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../../testing/hooks.ts';
import { mutantInside } from '../../testing/mutant.ts';
import { ROUTES } from '../app.ts';
import { PARTITIONED } from '../database/partitions.ts';
import { GoingDown } from '../http/going-down.ts';
import { buildServer } from '../http/server.ts';
import { pages } from './all.ts';
import { admitToMetrics } from './metrics-access.ts';

const service = sharedService();
let app: FastifyInstance;

beforeAll(async () => {
  const options = { partitioned: PARTITIONED, demo_shop: true };
  app = await service.serve(ROUTES, [pages(options)]);
});
afterAll(async () => {
  await app.close();
});

const get = (url: string, options: Partial<InjectOptions> = {}) =>
  app.inject({ url, ...options, headers: { host: 'localhost:4000', ...options.headers } });

describe('keys', () => {
  test('have public members only, and production never lists a sandbox key', async () => {
    const [production, sandbox] = await Promise.all([
      get('/.well-known/jwks.json'),
      get('/.well-known/jwks.json', { headers: { host: 'localhost:4001' } }),
    ]);
    const kids = (answer: typeof production) => answer.json().keys.map((key: { kid: string }) => key.kid);
    expect(production.headers['cache-control']).toContain('max-age=300');
    for (const answer of [production, sandbox]) {
      expect(
        answer
          .json()
          .keys.map((key: { use: string }) => key.use)
          .sort(),
      ).toEqual(['enc', 'sig']);
      for (const key of answer.json().keys) expect(key).not.toHaveProperty('d');
    }
    expect(kids(production).filter((kid: string) => kids(sandbox).includes(kid))).toEqual([]);
    expect((await get('/sandbox/.well-known/jwks.json')).json()).toEqual(sandbox.json());
  });

  test('stay public when the ring itself has a private member', async () => {
    const ring = service.deps.keys.of('production').jwks;
    const leaky = { ...ring, keys: ring.keys.map((key) => ({ ...key, d: 'private', k: 'private' })) };
    const deps = {
      ...service.deps,
      keys: { ...service.deps.keys, of: () => ({ ...service.deps.keys.of('production'), jwks: leaky }) },
    };
    const other = await service.serve([], [pages()], deps);
    expect((await other.inject({ url: '/.well-known/jwks.json' })).body).not.toContain('private');
    await other.close();
  });
});

describe('readiness', () => {
  test('names every check', async () => {
    const answer = await get('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json().data.checks)).toEqual([
      'serving',
      'database',
      'epoch',
      'clock',
      'signing_keys',
      'partitions',
    ]);
  });

  test('is 503 with the failing names while the service stops, and health stays 200', async () => {
    const going_down = new GoingDown();
    going_down.begin();
    const other = await service.serve([], [pages()], { ...service.deps, going_down });
    const answer = await other.inject('/readyz');
    expect([answer.statusCode, answer.json().status_code]).toEqual([503, 503]);
    expect(answer.json().data.failing).toEqual(['serving']);
    expect(answer.json().data.error.code).toBe('unavailable');
    expect((await other.inject('/healthz')).statusCode).toBe(200);
  });

  test('notices a missing partition and a clock that is not read', async () => {
    const clock = { ...service.deps.clock, healthy: () => false };
    const watched = { partitioned: ['audit'] };
    const other = await service.serve([], [pages(watched)], { ...service.deps, clock });
    const answer = await other.inject({ url: '/readyz' });
    await other.close();
    expect(answer.json().data.failing).toEqual(['clock', 'partitions']);
  });
});

describe('metrics', () => {
  const caller = {
    authorization: undefined,
    remote_address: '127.0.0.1',
    forwarded: false,
    local_service: true,
  };

  test('are for this machine only without a token', async () => {
    expect((await get('/metrics')).body).toContain('standpoint_http_request_duration_seconds');
    expect((await get('/metrics', { remoteAddress: '203.0.113.9' })).statusCode).toBe(404);
    expect((await get('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).statusCode).toBe(404);
    expect(() => admitToMetrics(null, { ...caller, remote_address: '::1' })).not.toThrow();
  });

  /** The answer to a call from loopback, which is where a proxy's calls come from. */
  async function behindProxy(base_url: string, of = pages): Promise<number> {
    const config = { ...service.config, base_url };
    const other = await buildServer({ ...service.deps, config }, [], [of()]);
    const { statusCode } = await other.inject({ url: '/metrics' });
    await other.close();
    return statusCode;
  }

  test.each(['https://id.example.com', 'https://localhost.example.com', 'https://127.example.com'])(
    'are refused behind a proxy at %s',
    async (base_url) => {
      expect(await behindProxy(base_url)).toBe(404);
    },
  );

  test('mutation control: any proxy’s visitors read them without the check of the base address', async () => {
    const blind = await mutantInside<{ pages: typeof pages }>('pages/all.ts', 'pages/metrics-access.ts', [
      '!caller.local_service || ',
      '',
    ]);
    expect(await behindProxy('https://id.example.com', blind.pages)).toBe(200);
  });

  test('mutation control: a name that begins like this machine’s opens them if its end is not read', async () => {
    const blind = await mutantInside<{ pages: typeof pages }>('pages/all.ts', 'demo-default.ts', [
      "isLocalHost(name) || name.endsWith('.localhost')",
      '/^(localhost|127)\\b/.test(name)',
    ]);
    for (const base_url of ['https://localhost.example.com', 'https://127.example.com'])
      expect(await behindProxy(base_url, blind.pages)).toBe(200);
  });

  test('are for the holder of the token when there is one', () => {
    const from = (authorization: string | undefined) => () =>
      admitToMetrics('right', { ...caller, remote_address: '203.0.113.9', authorization });
    expect(from('Bearer right')).not.toThrow();
    expect(from('Bearer wrong')).toThrow('metrics token');
    expect(from(undefined)).toThrow('metrics');
  });
});

describe('pages', () => {
  const PATHS = ['/', '/docs', '/docs/errors', '/docs/sandbox', '/docs/consent'];

  test.each(PATHS)('%s runs nothing inline and loads nothing from elsewhere', async (path) => {
    const answer = await get(path);
    const policy = String(answer.headers['content-security-policy']);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('script-src');
    expect(answer.body).not.toMatch(/ style="| on\w+="|<style|javascript:/);
    expect(answer.body.match(/(?:src|href)="https?:[^"]*"/g)).toBeNull();
  });

  test.each(PATHS)('%s has no dead link', async (path) => {
    const { body } = await get(path);
    const ids = new Map<string, Set<string>>();
    const links = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]!);
    for (const link of new Set(links)) {
      const [page, anchor] = link.split('#') as [string, string | undefined];
      const target = page || path;
      if (target === '/demo/') continue; // the shop's own
      if (!ids.has(target)) {
        const answer = await get(target);
        expect([link, answer.statusCode]).toEqual([link, 200]);
        ids.set(target, new Set([...answer.body.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!)));
      }
      if (anchor && anchor !== 'content') expect([...ids.get(target)!]).toContain(anchor);
    }
  });

  test('document every endpoint', async () => {
    const { body } = await get('/docs');
    for (const { name } of ENDPOINTS) expect(body).toContain(`id="${name}"`);
  });

  test('list the sandbox outcomes of both areas, as JSON too', async () => {
    const { outcomes } = (await get('/sandbox/outcomes')).json().data;
    const names = outcomes.map((outcome: { customer_id: string }) => outcome.customer_id);
    expect(names).toEqual(
      expect.arrayContaining([
        'test_pass',
        'test_unavailable',
        'test_face_approved',
        'test_face_handoff_denied',
      ]),
    );
    const { body } = await get('/docs/sandbox');
    for (const name of names) expect(body).toContain(`<code>${name}</code>`);
  });
});

test('show the consent text of the example workflow in every language', async () => {
  const { body } = await get('/docs/consent');
  for (const words of [
    'after 30 days',
    'nach 30 Tagen',
    'al cabo de 30 días',
    'بعد 30 يومًا',
    'Example Shop Ltd.',
  ])
    expect(body).toContain(words);
});

describe('methods', () => {
  test('HEAD is answered like GET, without a body', async () => {
    for (const url of ['/healthz', '/readyz', '/', '/docs', '/.well-known/jwks.json', '/openapi.json']) {
      const [head, whole] = [await get(url, { method: 'HEAD' }), await get(url)];
      expect([head.statusCode, head.body], url).toEqual([200, '']);
      expect(head.headers['content-type'], url).toBe(whole.headers['content-type']);
    }
  });

  test('another method on a page is 405 with the allowed ones, in the envelope', async () => {
    for (const [method, url, allow] of [
      ['POST', '/docs', 'GET, HEAD'],
      ['DELETE', '/healthz', 'GET, HEAD'],
      ['HEAD', '/geolocation/preflight', 'POST'],
      ['HEAD', '/facecheck/short-code', 'POST, PUT, GET'],
    ] as const) {
      const answer = await get(url, { method });
      const allowed = String(answer.headers.allow).split(', ').sort();
      expect([answer.statusCode, allowed], url).toEqual([405, allow.split(', ').sort()]);
      if (method !== 'HEAD') expect(answer.json().data.error.code).toBe('method_not_allowed');
    }
    expect((await get('/nothing', { method: 'POST' })).json().data.error.code).toBe('not_found');
    expect((await get('/docsx', { method: 'POST' })).statusCode).toBe(404);
  });
});
