import { ERRORS } from '@standpoint/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum, KEY_PATTERN, parseKey, revokeKey, rotateKey } from '../src/accounts/api-keys.ts';
import { openKeyCache } from '../src/accounts/key-cache.ts';
import { connect, type DatabaseConnection } from '../src/database/connect.ts';
import { BODY, testKeys } from '../testing/interface/keys.ts';
import { expectRefusal } from '../testing/refusals.ts';

const { service, org, preflight, create } = testKeys();
/** Ten live keys are the most: each test revokes the keys that it makes. */
const revoke = (id: string) => revokeKey(service.database.db, { org: org.org, key_id: id });

describe('form', () => {
  it('parses our golden vector: prefix, 8 look-up, 30 secret, 6 CRC-32', () => {
    const key = 'sp_test_Docs0nlyNotASecret0123456789ABCDEFGHIJ2dxctp';
    expect(key).toHaveLength(52);
    expect(key).toMatch(KEY_PATTERN);
    expect(checksum(key.slice(8, -6))).toBe('2dxctp');
    expect(parseKey(key)).toEqual({
      kind: 'api',
      env: 'sandbox',
      lookup: 'Docs0nly',
      secret: 'NotASecret0123456789ABCDEFGHIJ',
    });
  });

  it('computes npm’s checksum: npm’s published dummy token ends in it', () => {
    expect(checksum('qkJaB6MffYVzZXWqmcoF49yrUxP3wf')).toBe('0LsakP');
  });

  it('makes keys with it in every kind and environment', async () => {
    for (const kind of ['api', 'results'] as const) {
      for (const env of ['production', 'sandbox'] as const) {
        const made = await create({ kind, env });
        expect(parseKey(made.key)).toMatchObject({ kind, env });
        expect(
          made.key.startsWith(`${kind === 'api' ? 'sp' : 'sr'}_${env === 'production' ? 'live' : 'test'}_`),
        ).toBe(true);
        expect(made.id).toMatch(/^key_[0-9A-Z]{26}$/);
        await revoke(made.id);
      }
    }
  });
});

describe('what is wrong with a header', () => {
  const said = async (authorization: string) => {
    const answer = await preflight('x', { headers: { authorization } });
    expectRefusal(answer, 401, 'api_key_invalid');
    return JSON.parse(answer.text).message as string;
  };

  it.each(['sp_test_...', 'sp_test_<your key>', 'whatever', 'sp_test_Docs0nly'])(
    'says that it has no whole key when it has %s',
    async (text) =>
      expect(await said(`Bearer ${text}`)).toMatch(/^(This is not a whole key|The Authorization)/),
  );

  it('says that Bearer is missing when the key stands alone, also a good one', async () => {
    const { key, id } = await create({ kind: 'api', env: 'sandbox' });
    expect(await said(key)).toContain('Send Authorization: Bearer <key>.');
    await revoke(id);
  });

  it('asks for the variable when nothing follows Bearer', async () => {
    expect(await said('Bearer ')).toContain('Is the variable that holds it set?');
  });

  it('does not say whether a well-formed key ever existed', async () => {
    const key = 'sp_test_Docs0nlyNotASecret0123456789ABCDEFGHIJ2dxctp';
    expect(await said(`Bearer ${key}`)).toBe(ERRORS.api_key_invalid.message);
  });
});

describe('guessing', () => {
  it('refuses random and mistyped strings without a query', async () => {
    const looked: string[] = [];
    const { api_keys } = service.deps;
    service.deps.api_keys = {
      ...api_keys,
      find: (lookup) => {
        looked.push(lookup);
        return api_keys.find(lookup);
      },
    };
    try {
      const good = org.api.production;
      const base62 = fc.stringMatching(/^[0-9A-Za-z]{44}$/);
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.string(),
            base62.map((body) => `sp_live_${body}`),
          ),
          async (text) => {
            expect((await preflight('x', { headers: { authorization: `Bearer ${text}` } })).status).toBe(401);
          },
        ),
        { numRuns: 500, seed: 7 },
      );
      for (let at = 8; at < good.length; at++) {
        const typo = good.slice(0, at) + (good[at] === 'a' ? 'b' : 'a') + good.slice(at + 1);
        expectRefusal(await preflight(typo), 401, 'api_key_invalid');
      }
      expect(looked).toEqual([]);
      const unknown = `AAAAAAAA${'B'.repeat(30)}`;
      expectRefusal(await preflight(`sp_live_${unknown}${checksum(unknown)}`), 401, 'api_key_invalid');
      expect(looked).toEqual(['AAAAAAAA']);
      expect((await preflight(good)).status).toBe(200);
    } finally {
      service.deps.api_keys = api_keys;
    }
  });

  it('answers a right look-up id with a wrong secret with the 401 of an unknown key', async () => {
    const { lookup } = parseKey(org.api.production)!;
    const body = lookup + 'S'.repeat(30);
    const wrong = await preflight(`sp_live_${body}${checksum(body)}`);
    const unknown = `ZZZZZZZZ${'S'.repeat(30)}`;
    const none = await preflight(`sp_live_${unknown}${checksum(unknown)}`);
    const same = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
    expect(same(wrong.text)).toBe(same(none.text));
  });

  it('tells the holder of a valid key of the wrong kind which kind it is and which is needed', async () => {
    const wrong = await preflight(org.results.production);
    expectRefusal(wrong, 401, 'api_key_invalid');
    expect(JSON.parse(wrong.text).message).toMatch(/is a results key .* needs an API key/);
    const path = '/geolocation/verifications';
    const other = await service.call({ path, token: org.api.production });
    expectRefusal(other, 401, 'api_key_invalid');
    expect(JSON.parse(other.text).message).toMatch(/is an API key .* needs a results key/);
    // A key whose secret is wrong learns nothing of it.
    const { lookup } = parseKey(org.results.production)!;
    const body = lookup + 'S'.repeat(30);
    expect((await preflight(`sr_live_${body}${checksum(body)}`)).text).not.toContain('results key (');
  });

  it('keeps nothing in memory after a flood of unknown keys', async () => {
    const cache = openKeyCache(service.database.db);
    for (let i = 0; i < 50; i++) expect(await cache.find(`none${i}`)).toBeNull();
  });
});

describe('life of a key', () => {
  it('is refused at once on every node when revoked, or within 5 s if the notice was lost', async () => {
    const { key, id } = await create();
    const database = connect({
      connection: service.database.server as DatabaseConnection,
      log: service.deps.log,
    });
    const second = await service.node();
    const there = async () =>
      (await second.call({ path: '/geolocation/preflight', token: key, body: BODY })).status;
    let now = 0;
    const deaf = openKeyCache(database.db, () => now);
    const { lookup } = parseKey(key)!;
    expect([(await preflight(key)).status, await there(), (await deaf.find(lookup))?.key_id]).toEqual([
      200,
      200,
      id,
    ]);
    expect(await revoke(id)).toEqual({ env: 'production' });
    expect((await deaf.find(lookup))?.key_id).toBe(id);
    now = 5_001;
    expect((await deaf.find(lookup))?.revoked_at).toBeInstanceOf(Date);
    const refused = async () => (await preflight(key)).status === 401 && (await there()) === 401;
    await expect.poll(refused, { interval: 20, timeout: 30_000 }).toBe(true);
    expect(await revoke(id)).toBeNull();
    await second.close();
    await database.close();
  });

  it('works beside its successor until the overlap ends', async () => {
    const old = await create({ cidrs: ['127.0.0.0/8'] });
    const next = (await rotateKey(service.database.db, { org: org.org, key_id: old.id }, '1h'))!;
    expect([(await preflight(old.key)).status, (await preflight(next.key)).status]).toEqual([200, 200]);
    expectRefusal(await preflight(next.key, { ip: '93.184.216.34' }), 403, 'ip_not_allowed');
    const left = await service.database.pool.query(
      `SELECT extract(epoch FROM expires_at - now())::int AS s FROM api_key WHERE key_id = $1`,
      [old.id],
    );
    expect(Math.abs(left.rows[0].s - 3_600)).toBeLessThan(5);
    await service.database.pool.query(
      `UPDATE api_key SET expires_at = now() - interval '1 s' WHERE key_id = $1`,
      [old.id],
    );
    service.deps.api_keys.clear();
    expectRefusal(await preflight(old.key), 401, 'api_key_invalid');
    expect((await preflight(next.key)).status).toBe(200);
    await Promise.all([revoke(old.id), revoke(next.id)]);
  });

  it('is refused as soon as it is rotated without overlap', async () => {
    const old = await create();
    const next = (await rotateKey(service.database.db, { org: org.org, key_id: old.id }, 'now'))!;
    service.deps.api_keys.clear();
    expectRefusal(await preflight(old.key), 401, 'api_key_invalid');
    expect((await preflight(next.key)).status).toBe(200);
    await revoke(next.id);
  });

  it('begins for at most ten live keys per organization and environment', async () => {
    const mine = (await service.organization('Many')).org;
    for (let i = 0; i < 8; i++) await create({ org: mine });
    await expect(create({ org: mine })).rejects.toThrow('at most 10');
  });

  it('has its use noted, off the hot path', async () => {
    const { key, id } = await create();
    await preflight(key);
    const used = async () =>
      (await service.database.pool.query('SELECT last_used_at FROM api_key WHERE key_id = $1', [id])).rows[0]
        .last_used_at;
    await expect.poll(used, { interval: 10, timeout: 30_000 }).toBeTruthy();
    expect(await used()).toBeInstanceOf(Date);
    await revoke(id);
  });
});

describe('where a key may be used', () => {
  it('accepts it from its addresses only', async () => {
    const { key, id } = await create({ cidrs: ['10.0.0.0/8', '2001:db8::/32', '93.184.216.34/32'] });
    for (const ip of ['10.1.2.3', '2001:db8:1::7', '93.184.216.34', '::ffff:10.0.0.1'])
      expect((await preflight(key, { ip })).status, ip).toBe(200);
    for (const ip of ['11.0.0.1', '93.184.216.35', '2001:db9::1', '127.0.0.1'])
      expectRefusal(await preflight(key, { ip }), 403, 'ip_not_allowed');
    const forged = await preflight(key, { ip: '11.0.0.1', headers: { 'x-forwarded-for': '10.0.0.1' } });
    expectRefusal(forged, 403, 'ip_not_allowed');
    await revoke(id);
  });

  it('answers 403 key_in_browser to a valid key with an Origin, and raises key.misused', async () => {
    const misuses = async () =>
      (
        await service.database.pool.query(
          `SELECT org, env, data FROM event WHERE type = 'key.misused' AND org = $1`,
          [org.org],
        )
      ).rows;
    const origin = 'https://shop.example';
    for (const [token, path] of [
      [org.api.production, '/geolocation/preflight'],
      [org.results.sandbox, '/geolocation/verifications'],
    ] as const) {
      const before = (await misuses()).length;
      const body = path.endsWith('preflight') ? BODY : undefined;
      const answer = await service.call({ path, token, body, headers: { origin } });
      expectRefusal(answer, 403, 'key_in_browser');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      const after = await misuses();
      expect(after).toHaveLength(before + 1);
      expect(after.at(-1).data).toMatchObject({ key_id: expect.stringMatching(/^key_/), origin, path });
      expect(JSON.stringify(after)).not.toContain(token.slice(8));
    }
    const count = (await misuses()).length;
    expectRefusal(await preflight('sp_live_x', { headers: { origin } }), 401, 'api_key_invalid');
    expect(await misuses()).toHaveLength(count);
  });
});
