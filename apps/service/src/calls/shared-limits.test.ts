import { createSecretKey } from 'node:crypto';
import { createClient } from '@redis/client';
import type { Limit } from '@standpoint/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestRedis, redisServer, type TestRedis } from '../../testing/calls/redis.ts';
import { cellsOf, Gcra, type Limiter, verdictOf } from './gcra.ts';
import { SCRIPT } from './redis.ts';
import { openSharedLimits, type SharedLimits, type SharedOptions } from './shared-limits.ts';

const SLOW: Limit = { rate: 0.001, burst: 30 };
const subkey = createSecretKey(Buffer.alloc(32, 7));
/** A busy test machine answers late; the tests of a slow Redis say so themselves. */
const PATIENT = { answer_ms: 20_000, retry_ms: 50 };

let redis: TestRedis;
const opened: SharedLimits[] = [];
let said: string[] = [];
const log = { warn: (facts: object, message: string) => said.push(`${JSON.stringify(facts)} ${message}`) };
const node = async (options: Partial<SharedOptions> = {}): Promise<SharedLimits> => {
  const limits = await openSharedLimits({ url: redis.url, subkey, log, ...PATIENT, ...options });
  opened.push(limits);
  return limits;
};
const back = (...limits: SharedLimits[]) =>
  vi.waitFor(() => expect(limits.every(({ shared }) => shared)).toBe(true), {
    timeout: 30_000,
    interval: 20,
  });

/** How many of `calls` calls pass that reach the nodes in turn and at once. */
async function passes(nodes: readonly Limiter[], bucket: string, calls = 60, limit = SLOW): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: calls }, (_, i) => nodes[i % nodes.length]!.take(bucket, limit)),
  );
  return verdicts.filter(({ allowed }) => allowed).length;
}

/** One Redis for the tests of a block, which end what they opened. */
const withRedis = () => {
  beforeAll(async () => {
    redis = await openTestRedis();
  });
  afterAll(() => redis?.kill());
  afterEach(() => {
    for (const limits of opened.splice(0)) limits.close();
    said = [];
  });
};

describe.skipIf(redisServer.absent)('limits shared through a real Redis', () => {
  withRedis();

  it('let as many calls pass on two nodes as on one; each node by itself lets all of them', async () => {
    expect(await passes([await node(), await node()], 'both')).toBe(30);
    expect(await passes([new Gcra(), new Gcra()], 'both')).toBe(60);
  });

  it('judge every sequence of calls as the memory does', async () => {
    const client = await createClient({ url: redis.url, RESP: 2 }).connect();
    // The same script by the test's own clock.
    const timed = SCRIPT.replace("redis.call('TIME')", '{ ARGV[4], ARGV[5] }');
    const calls = fc.array(
      fc.record({
        after_us: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000_000 })),
        cost: fc.integer({ min: 0, max: 3 }),
        bucket: fc.constantFrom('a', 'b'),
      }),
      { minLength: 1, maxLength: 60 },
    );
    const limits = fc.constantFrom<Limit>(
      { rate: 50, burst: 100 },
      { rate: 1 / 3, burst: 1 },
      { rate: 7, burst: 3.5 },
      { rate: 0.7, burst: 1.4 },
      { rate: 1e9, burst: 2 },
      { rate: 1e-15, burst: 1 },
      { rate: 1e-9, burst: 1e9 },
    );
    let run = 0;
    try {
      await fc.assert(
        fc.asyncProperty(calls, limits, async (sequence, limit) => {
          let now_us = 1_790_000_000_000_000 + ++run * 1e10;
          const memory = new Gcra(() => now_us / 1_000);
          const { interval_us, depth_us } = cellsOf(limit);
          const both = sequence.map(async ({ after_us, cost, bucket }) => {
            now_us += after_us;
            const expected = memory.take(bucket, limit, cost);
            const time = [Math.floor(now_us / 1e6), now_us % 1e6];
            const [early, ahead] = (await client.eval(timed, {
              keys: [`${run}|${bucket}`],
              arguments: [interval_us, depth_us, cost, ...time].map(String),
            })) as [number, number];
            expect(verdictOf(limit, early, ahead)).toEqual(expected);
          });
          await Promise.all(both);
        }),
        { numRuns: 40 },
      );
    } finally {
      client.destroy();
    }
  });

  it('look without taking, and a refusal costs nothing', async () => {
    const [one, other] = [await node(), await node()];
    const limit = { rate: 0.001, burst: 2 };
    for (let i = 0; i < 5; i++) expect((await one.take('look', limit, 0)).remaining).toBe(2);
    expect((await one.take('look', limit)).remaining).toBe(1);
    expect((await other.take('look', limit, 2)).allowed).toBe(false);
    expect(await other.take('look', limit)).toMatchObject({ allowed: true, remaining: 0, retry_after_s: 0 });
    const refused = await one.take('look', limit);
    expect(refused.allowed).toBe(false);
    expect(refused.retry_after_s).toBeGreaterThan(900);
  });

  it('tell Redis no customer and no address, and leave nothing behind', async () => {
    const limits = await node();
    await limits.take('verify_customer|org|ann@example.com', { rate: 1_000, burst: 1 });
    const client = await createClient({ url: redis.url, RESP: 2 }).connect();
    const keys = await client.keys('*');
    expect(keys.join()).not.toContain('ann');
    expect(
      keys.filter((key) => !/^standpoint:limit:([\w-]{22}|probe)$/.test(key) && !key.includes('|')),
    ).toEqual([]);
    await expect.poll(() => client.exists(keys)).toBeLessThan(keys.length);
    for (const key of await client.keys('standpoint:*')) expect(await client.pTTL(key)).toBeGreaterThan(0);
    client.destroy();
  });
});

describe.skipIf(redisServer.absent)('without Redis for a time', () => {
  withRedis();

  it('each node counts by itself, says so once, and shares again as soon as Redis is back', async () => {
    const nodes = [await node(), await node()];
    await redis.kill();
    expect(await passes(nodes, 'away')).toBe(60);
    expect(await passes(nodes, 'away')).toBe(0);
    expect(said.filter((line) => line.includes('does not answer'))).toHaveLength(2);
    await redis.start();
    await back(...nodes);
    expect(await passes(nodes, 'again')).toBe(30);
    expect(said.filter((line) => line.includes('shared through Redis again'))).toHaveLength(2);
  });

  it('a node starts all the same, and shares when Redis comes', async () => {
    await redis.kill();
    const early = await node();
    expect([early.shared, (await early.take('early', SLOW)).allowed]).toEqual([false, true]);
    await redis.start();
    await back(early);
  });

  it('only the calls that are under way wait for a Redis that hangs, and none fails', async () => {
    const limits = await node({ answer_ms: 50, retry_ms: 20 });
    redis.freeze();
    const began = performance.now();
    expect(await passes([limits], 'hung', 5)).toBe(5);
    expect(performance.now() - began).toBeGreaterThanOrEqual(49);
    // From now on the memory answers, without a promise to wait for.
    for (let i = 0; i < 25; i++) expect(limits.take('hung', SLOW)).toMatchObject({ allowed: true });
    expect(limits.take('hung', SLOW)).toMatchObject({ allowed: false });
    redis.resume();
    await back(limits);
  });

  it('a server that only reads counts as away until it is the primary again', async () => {
    const client = await createClient({ url: redis.url, RESP: 2 }).connect();
    const limits = await node();
    await client.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    expect((await limits.take('replica', SLOW)).allowed).toBe(true);
    expect(limits.shared).toBe(false);
    expect(said.join()).toContain('READONLY');
    await client.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    await back(limits);
    client.destroy();
  });

  it('a server that refuses every other call fills no log', async () => {
    const limits = await node();
    for (let i = 0; i < 3; i++) {
      await redis.kill();
      await limits.take('flapping', SLOW);
      await redis.start();
      await back(limits);
    }
    expect(said).toHaveLength(2);
  });

  it('closing leaves no attempt behind', async () => {
    await redis.kill();
    const limits = await node({ retry_ms: 1 });
    limits.close();
    await redis.start();
    expect(await passes([limits], 'closed')).toBe(30);
    expect(limits.shared).toBe(false);
  });
});

describe.skipIf(redisServer.absent)('a Redis with a password', () => {
  const PASSWORD = 'p@ss/w:rd';
  beforeAll(async () => {
    redis = await openTestRedis('--requirepass', PASSWORD);
    const client = await createClient({ url: as('', PASSWORD), RESP: 2 }).connect();
    await client.sendCommand([
      'ACL',
      'SETUSER',
      'app',
      'on',
      '>second',
      '~standpoint:*',
      '+eval',
      '+evalsha',
      '+get',
      '+set',
      '+time',
      '+select',
    ]);
    client.destroy();
  });
  afterAll(() => redis?.kill());
  afterEach(() => {
    for (const limits of opened.splice(0)) limits.close();
    said = [];
  });
  const as = (user: string, password: string) =>
    redis.url.replace('redis://', `redis://${user}:${encodeURIComponent(password)}@`);

  it.each([
    ['the password alone', '', PASSWORD],
    ['a user and a password', 'app', 'second'],
  ])('is used with %s', async (_, user, password) => {
    expect((await node({ url: `${as(user, password)}/1` })).shared).toBe(true);
  });

  it('is not shared with a wrong one, and the log has the reason without the password', async () => {
    const limits = await node({ url: as('app', 'guessed-wrong') });
    expect(limits.shared).toBe(false);
    expect(said.join()).toContain('WRONGPASS');
    expect(said.join()).not.toContain('guessed');
  });
});
