import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checksum, createKey, parseKey, revokeKey } from '../src/accounts/api-keys.ts';
import type { openKeyCache } from '../src/accounts/key-cache.ts';
import { ROUTES } from '../src/app.ts';
import { registry } from '../src/http/metrics.ts';
import type { buildServer } from '../src/http/server.ts';
import { mintToken } from '../testing/attacks.ts';
import { inject } from '../testing/call.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';

const service = testService();
const org = testOrganization(service);
const asked = new AsyncLocalStorage<string[]>();
const { query } = pg.Client.prototype;
/** The SQL statements that `work` causes. Background work, such as reloading the signing keys, is left out. */
async function statementsOf(work: () => unknown): Promise<string[]> {
  const statements: string[] = [];
  await asked.run(statements, async () => await work());
  return statements;
}

beforeAll(async () => {
  // biome-ignore lint/suspicious/noExplicitAny: a spy passes on whatever it gets
  pg.Client.prototype.query = function (this: unknown, ...args: any[]) {
    asked.getStore()?.push(typeof args[0] === 'string' ? args[0] : (args[0]?.text ?? ''));
    return query.apply(this as never, args as never);
  } as never;
});
afterAll(async () => {
  pg.Client.prototype.query = query;
});
afterEach(() => {
  service.deps.address_limits = {};
});

const BODY = { customer_id: 'c', transaction_type: 'deposit' };
const unlimited = () => {
  service.deps.address_limits = { failed_credential: 0 };
};
const few = () => {
  service.deps.address_limits = { failed_credential: { rate: 0.001, burst: 3 } };
};
let addresses = 0;
const stranger = () => `198.18.${++addresses >> 8}.${addresses & 255}`;

const preflight = (token: string, ip = stranger(), node = service) =>
  node.call({ path: '/geolocation/preflight', token, body: BODY, ip });
const collect = (token: string, ip = stranger()) =>
  service.call({ path: '/geolocation/collect', token, body: {}, ip });

/** A key with a right checksum that the service never issued. */
function madeUp(lookup = randomBytes(4).toString('hex'), prefix = 'sp_live'): string {
  const body = lookup + randomBytes(15).toString('hex');
  return `${prefix}_${body}${checksum(body)}`;
}
/** A token of ours with another signature. */
const forged = (token: string) =>
  `${token.slice(0, token.lastIndexOf('.'))}.${randomBytes(64).toString('base64url')}`;

const statuses = async (calls: Promise<{ status: number }>[]) =>
  [...new Set((await Promise.all(calls)).map(({ status }) => status))].sort();

describe('failed credentials', () => {
  it('cost no query: made-up keys, wrong secrets, forged tokens', async () => {
    unlimited();
    const token = await mintToken(service, org);
    const { lookup } = parseKey(org.api.production)!;
    const calls = () =>
      Array.from({ length: 100 }, () => [
        preflight(madeUp()),
        preflight(madeUp(lookup)),
        collect(forged(token)),
        service.call({ path: '/geolocation/verifications', token: madeUp(undefined, 'sr_live') }),
      ]).flat();
    expect(await statementsOf(async () => expect(await statuses(calls())).toEqual([401]))).toEqual([]);
    const read = { path: '/geolocation/verifications', token: org.results.production };
    expect(await statementsOf(() => service.call(read))).not.toEqual([]);
  });

  it('cost one query in 5 s for a key that was revoked', async () => {
    unlimited();
    const { db } = service.database;
    const made = { org: org.org, env: 'production', kind: 'api', name: 'revoked' } as const;
    const { id, key } = await createKey(db, made);
    await revokeKey(db, { org: org.org, key_id: id });
    service.deps.api_keys.clear();
    const statements = await statementsOf(async () => {
      for (let i = 0; i < 20; i++) expect((await preflight(key)).status).toBe(401);
    });
    // The notice of the revocation may arrive in between, and the key is then looked up again.
    expect(statements.filter((text) => text.includes('api_key')).length).toBeLessThan(3);
  });

  it('get 429 without a query when an address has too many, and a good one is served', async () => {
    few();
    const [ip, token] = [stranger(), await mintToken(service, org)];
    for (let i = 0; i < 3; i++) expect((await preflight(madeUp(), ip)).status).toBe(401);
    const statements = await statementsOf(async () => {
      const refused = await preflight(madeUp(), ip);
      expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['ratelimit-policy']).toMatch(/^"failed_credential"/);
      for (const path of ['/geolocation/preflight', '/geolocation/collect'])
        expect((await service.call({ path, body: {}, ip })).status).toBe(429);
      expect((await collect(forged(token), ip)).status).toBe(429);
    });
    expect(statements).toEqual([]);
    expect((await preflight(madeUp())).status).toBe(401);
    for (let i = 0; i < 10; i++) {
      expect((await preflight(org.api.production, ip)).status).toBe(200);
      expect((await collect(token, ip)).status).toBe(200);
    }
  });

  it('refuse no good key from their address on a node that has never seen it', async () => {
    const node = await service.node();
    node.deps.address_limits = { failed_credential: { rate: 0.001, burst: 3 } };
    const ip = stranger();
    for (let i = 0; i < 10; i++) await preflight(madeUp(), ip, node);
    expect((await preflight(madeUp(), ip, node)).status).toBe(429);
    const made = { org: org.org, env: 'production', kind: 'api', name: 'new' } as const;
    const { key } = await createKey(service.database.db, made);
    expect((await preflight(key, ip, node)).status).toBe(200);
    await node.close();
  });

  it('are not counted when the credential is genuine: late, of another kind, or for another call', async () => {
    service.deps.address_limits = { failed_credential: { rate: 0.001, burst: 1 } };
    const ip = stranger();
    const list = () =>
      service.call({ path: '/geolocation/verifications', token: org.results.sandbox, host: 'sandbox', ip });
    expect(await statuses([list(), list(), list()])).toEqual([200]);
    const late = { org: org.org, env: 'production', kind: 'api', name: 'late' } as const;
    const expired = await createKey(service.database.db, late);
    await service.database.pool.query(
      `UPDATE api_key SET expires_at = now() - interval '1 s' WHERE key_id = $1`,
      [expired.id],
    );
    for (let i = 0; i < 5; i++) {
      expect((await preflight(expired.key, ip)).status).toBe(401);
      expect((await preflight(org.results.production, ip)).status).toBe(401);
    }
    const scoped = { org: org.org, env: 'production', kind: 'results', name: 'scoped' } as const;
    const { key } = await createKey(service.database.db, { ...scoped, scopes: ['evaluate'] });
    for (let i = 0; i < 5; i++)
      expect((await service.call({ path: '/geolocation/verifications', token: key, ip })).status).toBe(403);
  });

  it('are counted by code and route', async () => {
    const count = async (code: string, route: string) => {
      const text = await registry.getSingleMetricAsString('standpoint_refusals_total');
      return Number(new RegExp(`code="${code}",route="${route}"} (\\d+)`).exec(text)?.[1] ?? 0);
    };
    few();
    const ip = stranger();
    const at = '/geolocation/preflight';
    const [invalid, limited, missing] = [
      await count('api_key_invalid', at),
      await count('rate_limited', at),
      await count('token_missing', '/geolocation/collect'),
    ];
    for (let i = 0; i < 5; i++) await preflight(madeUp(), ip);
    await service.call({ path: '/geolocation/collect', body: {} });
    expect(await count('api_key_invalid', at)).toBe(invalid + 3);
    expect(await count('rate_limited', at)).toBe(limited + 2);
    expect(await count('token_missing', '/geolocation/collect')).toBe(missing + 1);
  });
});

describe('mutation controls', () => {
  const flood = async (app: Awaited<ReturnType<typeof buildServer>>, ip = stranger()) => {
    const all: number[] = [];
    for (let i = 0; i < 10; i++) {
      const call = { path: '/geolocation/preflight', token: madeUp(), body: BODY, ip };
      all.push((await inject(app, service.config, call)).status);
    }
    return all;
  };
  type Server = { buildServer: typeof buildServer };

  it('a made-up key costs a query without the filter', async () => {
    unlimited();
    const careless = await mutant<{ openKeyCache: typeof openKeyCache }>('accounts/key-cache.ts', [
      'if (secret !== undefined && !(await wasIssued(lookup, secret))) return null;',
      '',
    ]);
    const { lookup, secret } = parseKey(madeUp())!;
    const keys = careless.openKeyCache(service.database.db);
    const find = (cache: typeof keys) => async () => expect(await cache.find(lookup, secret)).toBeNull();
    expect(await statementsOf(find(service.deps.api_keys))).toEqual([]);
    expect(await statementsOf(find(keys))).not.toEqual([]);
  });

  it('an address is never refused without the limit', async () => {
    few();
    expect(await flood(service.app)).toContain(429);
    const { buildServer: build } = await mutantInside<Server>('http/server.ts', 'http/endpoint-route.ts', [
      'limitFailures(deps, ip, error)',
      'Promise.reject(error)',
    ]);
    const app = await build(service.deps, ROUTES);
    expect(await flood(app)).not.toContain(429);
    await app.close();
  });

  it('a refusal leaves no trace without the count', async () => {
    unlimited();
    const trace = () => registry.getSingleMetricAsString('standpoint_refusals_total');
    const { buildServer: build } = await mutantInside<Server>('http/server.ts', 'http/render.ts', [
      '  countRefusal(refusal.code, request);\n',
      '',
    ]);
    const app = await build(service.deps, ROUTES);
    const before = await trace();
    await flood(app);
    expect(await trace()).toBe(before);
    await flood(service.app);
    expect(await trace()).not.toBe(before);
    await app.close();
  });
});
