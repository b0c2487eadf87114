import { LIMITS } from '@standpoint/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeSettings } from '../src/accounts/organizations.ts';
import type { SharedLimits } from '../src/calls/shared-limits.ts';
import { openTestRedis, redisServer, type TestRedis } from '../testing/calls/redis.ts';
import { standpoint } from '../testing/command.ts';
import { handedOff, otherNumber, person, redeem, speaker } from '../testing/face/face.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { locationHandedOff, locationPhone } from '../testing/location-phone.ts';
import {
  openTestService,
  type TestAnswer,
  type TestOrganization,
  type TestService,
} from '../testing/service.ts';

/** Two nodes on one database: together they let no more pass than one of them. */

const count = (answers: TestAnswer[], ...codes: (string | undefined)[]): number =>
  answers.filter(({ code }) => codes.includes(code)).length;

let made = 0;

/** The result of `calls` calls of one customer at once, half of them on each node. None spends the token. */
async function verifyAtOnce(
  nodes: readonly TestService[],
  org: TestOrganization,
  calls: number,
): Promise<TestAnswer[]> {
  const minted = await nodes[0]!.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id: `customer-${++made}`, transaction_type: 'deposit' },
  });
  const token = minted.data.token;
  return Promise.all(
    Array.from({ length: calls }, (_, i) =>
      nodes[i % nodes.length]!.call({
        path: '/geolocation/verify',
        token,
        body: {},
        ip: `93.7.${made}.${i}`,
      }),
    ),
  );
}

const THIRTY = { verify_customer: { rate: 0.001, burst: 30 }, verify_address: 0 } as const;

async function limited(service: TestService): Promise<TestOrganization> {
  const org = await service.organization();
  await changeSettings(service.database.db, org.org, { limits: { verify_customer: THIRTY.verify_customer } });
  return org;
}

describe.skipIf(redisServer.absent)('a limit of 30 with REDIS_URL', () => {
  const redis_options = { redis: { answer_ms: 20_000, retry_ms: 50 } };
  let redis: TestRedis;
  let nodes: TestService[] = [];

  beforeAll(async () => {
    redis = await openTestRedis();
    const first = await openTestService({ env: { REDIS_URL: redis.url }, replace: redis_options });
    nodes = [first, await first.node(redis_options)];
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.close();
    await redis?.kill();
  });

  it('lets 30 of 60 calls pass on two nodes', async () => {
    const answers = await verifyAtOnce(nodes, await limited(nodes[0]!), 60);
    expect([count(answers, 'invalid_request'), count(answers, 'rate_limited')]).toEqual([30, 30]);
    const refused = answers.find(({ code }) => code === 'rate_limited')!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(900);
    expect(refused.headers['ratelimit-policy']).toBe('"verify_customer";q=30;w=30000');
  });

  it('goes on by itself when Redis dies in the middle, and together when it is back', async () => {
    const org = await limited(nodes[0]!);
    const under_way = verifyAtOnce(nodes, org, 60);
    await redis.kill();
    expect(count(await under_way, 'invalid_request', 'rate_limited')).toBe(60);
    expect(count(await verifyAtOnce(nodes, org, 60), 'invalid_request')).toBe(60);
    await redis.start();
    const shared = () => nodes.every(({ deps }) => (deps.limiter as SharedLimits).shared);
    await vi.waitFor(() => expect(shared()).toBe(true), { timeout: 30_000 });
    expect(count(await verifyAtOnce(nodes, org, 60), 'invalid_request')).toBe(30);
  });

  it('is what doctor says, and a Redis that is down is BAD; no password is shown', async () => {
    const limitsOf = async (REDIS_URL: string) => {
      const { json, stdout } = await standpoint(['doctor', '--json'], { ...nodes[0]!.variables, REDIS_URL });
      expect(stdout).not.toContain('hidden');
      return json.findings.find(({ name }: { name: string }) => name === 'limits');
    };
    const says = expect.stringMatching(/^shared through Redis at 127\.0\.0\.1:\d+, reached in \d+ ms$/);
    expect(await limitsOf(redis.url)).toEqual({ name: 'limits', ok: true, says });
    const closed = await limitsOf('redis://app:hidden@127.0.0.1:1');
    expect(closed).toMatchObject({ ok: false, says: expect.stringContaining('127.0.0.1:1 does not answer') });
  });

  it('is shared for strangers and for polls too', async () => {
    for (const { deps } of nodes) deps.address_limits = { public_address: { rate: 0.001, burst: 4 } };
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, i) => nodes[i % 2]!.call({ path: '/healthz', ip: '198.51.100.77' })),
    );
    for (const { deps } of nodes) deps.address_limits = {};
    expect(count(asked, 'rate_limited')).toBe(6);
    const { token } = await person(nodes[0]!, await nodes[0]!.organization());
    const poll = (node: TestService) => node.call({ path: '/facecheck/session/status', token });
    // The first poll on each node brings news to that node.
    for (const node of nodes) await poll(node);
    const polls = await Promise.all(Array.from({ length: 20 }, (_, i) => poll(nodes[i % 2]!)));
    const passed = 20 - count(polls, 'slow_down');
    expect(passed).toBeGreaterThanOrEqual(LIMITS.session_status.burst);
    expect(passed).toBeLessThan(2 * LIMITS.session_status.burst);
  });
});

describe('two nodes without Redis', () => {
  const service = testService();
  const org = testOrganization(service);
  let nodes: TestService[] = [];
  beforeAll(async () => {
    nodes = [service, await service.node()];
  });
  afterAll(() => nodes[1]?.close());
  const node = (i: number) => nodes[i % 2]!;

  it('control: each lets its own 30 of 60 calls pass', async () => {
    const answers = await verifyAtOnce(nodes, await limited(service), 60);
    expect(count(answers, 'invalid_request')).toBe(60);
  });

  it('are told by doctor that their limits are not shared', async () => {
    const { stdout } = await standpoint(['doctor'], service.variables);
    expect(stdout).toMatch(/ok +limits +not shared: each node counts by itself; set REDIS_URL/);
  });

  it('count wrong short codes together: 10 a minute from one address', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => redeem(node(i), '0'.repeat(16), {}, '203.0.113.99')),
    );
    const { burst, rate } = LIMITS.short_code_miss;
    const missed = count(guesses, 'short_code_not_found');
    expect(missed).toBeGreaterThanOrEqual(burst);
    // On a busy machine the bucket gets a place back every 6 seconds meanwhile.
    expect(missed).toBeLessThanOrEqual(burst + Math.ceil(rate * 60));
    expect(missed + count(guesses, 'rate_limited')).toBe(40);
  });

  it('count the short codes of one token together, and create none that they cannot count', async () => {
    const { token } = await person(service, org);
    const create = (i: number) => speaker(node(i), token).shortCode();
    const before = performance.now();
    const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => create(i)));
    const seconds = (performance.now() - before) / 1_000;
    const passed = 16 - count(answers, 'rate_limited');
    const { burst, rate } = LIMITS.short_code_write;
    expect(passed).toBeGreaterThanOrEqual(burst);
    expect(passed).toBeLessThanOrEqual(burst + Math.ceil(rate * seconds));
    const { owner: pool } = service.database;
    await pool.query('ALTER TABLE guess_bucket RENAME TO guess_bucket_away');
    try {
      expect((await (await person(service, org)).shortCode()).code).toBe('unavailable');
    } finally {
      await pool.query('ALTER TABLE guess_bucket_away RENAME TO guess_bucket');
    }
  });

  it('judge one of many wrong numbers that are typed at once: the others find no hand-off', async () => {
    const { phone, number } = await handedOff(service, org);
    const type = (i: number, text: string) => speaker(node(i), phone.token).confirm(text);
    const typed = await Promise.all(Array.from({ length: 20 }, (_, i) => type(i, otherNumber(number))));
    expect(typed.filter(({ data }) => data?.confirmed === false)).toHaveLength(1);
    expect(count(typed, 'handoff_not_found')).toBe(19);
    expect((await type(1, number)).code).toBe('handoff_not_found');
  });

  it('judge one of many numbers of a location check that are typed at once', async () => {
    const { phone, number } = await locationHandedOff(service, org);
    const wrong = otherNumber(number);
    const typed = await Promise.all(
      Array.from({ length: 20 }, (_, i) => locationPhone(node(i), phone.token).confirm(wrong)),
    );
    expect(typed.filter(({ data }) => data?.confirmed === true)).toEqual([]);
    expect((await locationPhone(node(1), phone.token).confirm(number)).code).toBe('handoff_not_found');
  });

  it('end the hand-offs of a session together: after the third wrong number there is no further code', async () => {
    const desktop = await person(service, org);
    const code = (i: number) => speaker(node(i), desktop.token).shortCode();
    for (let i = 0; i < 3; i++) {
      const redeemed = await redeem(node(i), (await code(i)).data.code, {}, `203.0.113.${200 + i}`);
      const { number } = (await speaker(node(i + 1), desktop.token).status()).data.handoff;
      const typed = await speaker(node(i), redeemed.data.handoff_token).confirm(otherNumber(number));
      expect(typed.data.confirmed).toBe(false);
    }
    for (const i of [0, 1]) expect((await code(i)).code).toBe('handoff_not_allowed');
  });
});
