import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { PreflightClaims } from '@standpoint/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneIn, tries } from '../../../testing/counts.ts';
import { check, checkContext } from '../src/tokens/check.ts';
import { mintToken, verifyOnce } from '../testing/attacks.ts';
import { browserEvidence, seal } from '../testing/browser-payload.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { anyText } from '../testing/http/any-text.ts';
import { expectNoFault, expectRefusal } from '../testing/refusals.ts';
import type { CallOptions } from '../testing/service.ts';
import { vectors } from '../testing/vectors.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);

const count = async (table: string): Promise<number> =>
  (await service.database.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;
const preflight = (body: unknown, more: Partial<CallOptions> = {}) =>
  service.call({ path: '/geolocation/preflight', token: org.api.production, body, ...more });
const GOOD = { customer_id: 'c-1', transaction_type: 'deposit' };

/** Runs bad calls with one token, which must not spend it: afterwards it is good for exactly one verify(). */
async function unburnt(work: (token: string) => Promise<void>): Promise<void> {
  const token = await mintToken(service, org);
  const before = [await count('verification'), await count('spent_token')];
  await work(token);
  expect([await count('verification'), await count('spent_token')]).toEqual(before);
  expect((await verifyOnce(service, token)).status).toBe(200);
  expect((await verifyOnce(service, token)).code).toBe('token_already_used');
}
const rawVerify = (token: string, raw: string | Buffer, headers: Record<string, string> = {}) =>
  service.call({ path: '/geolocation/verify', token, raw, headers });

const json = vectors('json/test_parsing');
describe.skipIf(json.absent)('public JSON parsing cases', () => {
  /**
   * Refused on purpose (interface §1): a proxy that keeps the other of two equal keys would see another
   * request.
   */
  const DUPLICATES = ['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json'];
  const files = json.absent ? [] : readdirSync(json.path).filter((name) => name.endsWith('.json'));

  it('refuses every n_ case with 400 and spends nothing', () =>
    unburnt(async (token) => {
      const bad = files.filter((name) => name.startsWith('n_'));
      expect(bad.length).toBeGreaterThan(180);
      for (const name of oneIn(3, bad)) {
        const raw = readFileSync(join(json.path, name));
        const answer = await rawVerify(token, raw);
        if (raw.length > 64 * 1024) expectRefusal(answer, 413, 'body_too_large');
        else expectRefusal(answer, 400, raw.length === 0 ? 'invalid_request' : 'invalid_json');
      }
    }));

  it('reads every y_ case without invalid_json', () =>
    unburnt(async (token) => {
      const good = files.filter((name) => name.startsWith('y_') && !DUPLICATES.includes(name));
      expect(good.length).toBeGreaterThan(90);
      for (const name of oneIn(3, good))
        expectRefusal(await rawVerify(token, readFileSync(join(json.path, name))), 400, 'invalid_request');
    }));

  it('answers the i_ cases and the duplicate keys without a 5xx', () =>
    unburnt(async (token) => {
      for (const name of files.filter((name) => name.startsWith('i_') || DUPLICATES.includes(name)))
        expectRefusal(await rawVerify(token, readFileSync(join(json.path, name))), 400);
    }));
});

describe('bodies', () => {
  const twice: [string, string][] = [
    ['{"customer_id":"a","customer_id":"b","transaction_type":"x"}', 'customer_id'],
    [
      '{"customer_id":"a","transaction_type":"x","expected_jurisdiction":{"country":"US","country":"DE"}}',
      'country',
    ],
    ['{"customer_id":"a","\\u0063ustomer_id":"b","transaction_type":"x"}', 'customer_id'],
    ['{"customer_id":"a","transaction_type":"x","__proto__":{"name":"n"}}', '__proto__'],
    ['{"customer_id":"a","transaction_type":"x","\\u005f_proto__":{"name":"n"}}', '__proto__'],
  ];
  it.each(twice)('refuses %s', async (raw, path) => {
    const answer = await preflight(undefined, { raw });
    expectRefusal(answer, 400, 'invalid_json');
    expect(answer.data.error.fields[0].path).toBe(path);
  });

  it('accepts __proto__ as a value, where it is only text', async () => {
    expect((await preflight({ ...GOOD, name: '__proto__' })).status).toBe(200);
  });

  it('names an unknown field and what was probably meant', async () => {
    const meant = async (body: object) => (await preflight({ ...GOOD, ...body })).data.error.fields;
    expect(await meant({ instal_id: 'x' })).toEqual([
      { path: 'instal_id', message: 'is not a field here; did you mean install_id?' },
    ]);
    expect(await meant({ expected_jurisdiction: { country: 'US', subdivison: 'US-NY' } })).toEqual([
      {
        path: 'expected_jurisdiction.subdivison',
        message: 'is not a field here; did you mean subdivision?',
      },
    ]);
    expect(await meant({ zebra: 1 })).toEqual([{ path: 'zebra', message: 'is not a field here' }]);
    const { fields } = (await preflight({ customerId: 'c', transaction_type: 'x' })).data.error;
    expect(fields).toEqual(
      expect.arrayContaining([
        { path: 'customer_id', message: 'is required' },
        { path: 'customerId', message: 'is not a field here; did you mean customer_id?' },
      ]),
    );
  });

  it('refuses a wrong type in any field, and names the field', async () => {
    const fields = ['customer_id', 'transaction_type', 'transaction_name', 'name', 'email', 'install_id'];
    for (const field of [...fields, 'transaction_id', 'policy_id', 'origins', 'expected_jurisdiction']) {
      for (const value of [7, true, {}, [], [1], { a: 1 }]) {
        const answer = await preflight({ ...GOOD, [field]: value });
        expectRefusal(answer, 400, 'invalid_request');
        expect(answer.data.error.fields[0].path.split('.')[0], answer.text).toBe(field);
      }
    }
    for (const raw of ['7', '"x"', 'null', 'true', '[]', '[{}]'])
      expectRefusal(await preflight(undefined, { raw }), 400, 'invalid_request');
  });

  it('refuses lengths beyond the limits of interface §4, and accepts those at the limit', async () => {
    const limits = {
      customer_id: 128,
      transaction_type: 128,
      transaction_name: 200,
      name: 200,
      transaction_id: 128,
    };
    for (const [field, max] of Object.entries(limits)) {
      for (const letter of ['a', 'é', '漢', '😀']) {
        expect((await preflight({ ...GOOD, [field]: letter.repeat(max) })).status, field + letter).toBe(200);
        expectRefusal(await preflight({ ...GOOD, [field]: letter.repeat(max + 1) }), 400, 'invalid_request');
      }
    }
    const email = (n: number) => `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(n - 244)}`;
    expect(email(254)).toHaveLength(254);
    expect((await preflight({ ...GOOD, email: email(254) })).status).toBe(200);
    expectRefusal(await preflight({ ...GOOD, email: email(255) }), 400, 'invalid_request');
    for (const field of ['customer_id', 'transaction_type'])
      for (const value of ['', null])
        expectRefusal(await preflight({ ...GOOD, [field]: value }), 400, 'invalid_request');
  });

  it('treats optional fields that are null or "" as absent', async () => {
    const empty = {
      transaction_name: null,
      name: '',
      email: '',
      install_id: null,
      transaction_id: '',
      origins: null,
    };
    expect((await preflight({ ...GOOD, ...empty, expected_jurisdiction: null, policy_id: '' })).status).toBe(
      200,
    );
  });

  it('treats a POST without a body as {}', async () => {
    const token = await mintToken(service, org);
    for (const headers of [{}, { 'content-type': 'application/json' }] as Record<string, string>[])
      expect(
        (await service.call({ method: 'POST', path: '/geolocation/collect', token, headers })).status,
      ).toBe(200);
    expectRefusal(
      await service.call({ method: 'POST', path: '/geolocation/preflight', token: org.api.production }),
      400,
      'invalid_request',
    );
  });

  it('refuses bodies above 16 KB (preflight) and 64 KB (verify, collect, evaluate): 413', async () => {
    const padded = (bytes: number) =>
      `${JSON.stringify(GOOD)}${' '.repeat(bytes - JSON.stringify(GOOD).length)}`;
    expect((await preflight(undefined, { raw: padded(16_384) })).status).toBe(200);
    expectRefusal(await preflight(undefined, { raw: padded(16_385) }), 413, 'body_too_large');
    await unburnt(async (token) => {
      for (const path of ['/geolocation/verify', '/geolocation/collect'])
        expectRefusal(
          await service.call({ path, token, raw: `{}${' '.repeat(65_535)}` }),
          413,
          'body_too_large',
        );
    });
    const evaluate = { path: '/geolocation/evaluate', token: org.results.production };
    expectRefusal(await service.call({ ...evaluate, raw: padded(65_537) }), 413, 'body_too_large');
    expectRefusal(await service.call({ ...evaluate, raw: padded(65_536) }), 400, 'invalid_request');
  });

  it('refuses compressed bodies: 415, whatever is inside', () =>
    unburnt(async (token) => {
      const bomb = Buffer.alloc(1_000_000, 0x20);
      const bodies: [string, Buffer][] = [
        ['gzip', gzipSync(bomb)],
        ['br', brotliCompressSync(bomb)],
        ['deflate', Buffer.from('{}')],
        ['zstd', Buffer.from('{}')],
        ['gzip, gzip', gzipSync(gzipSync(bomb))],
        ['x-unknown', Buffer.from('{}')],
      ];
      for (const [encoding, raw] of bodies)
        expectRefusal(
          await rawVerify(token, raw, { 'content-encoding': encoding }),
          415,
          'unsupported_media_type',
        );
      expectRefusal(await rawVerify(token, '{}', { 'content-encoding': 'identity' }), 400, 'invalid_request');
    }));

  it('4 refuses other media types than application/json: 415', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ];
    for (const type of [...types, 'application/jsonx', 'application/json5', 'garbage', 'application/', ';']) {
      const answer = await preflight(undefined, {
        raw: JSON.stringify(GOOD),
        headers: { 'content-type': type },
      });
      expectRefusal(answer, 415, 'unsupported_media_type');
    }
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
    ]) {
      const answer = await preflight(undefined, {
        raw: JSON.stringify(GOOD),
        headers: { 'content-type': type },
      });
      expect(answer.status, type).toBe(200);
    }
  });
});

const TEXTS = ['customer_id', 'transaction_type', 'transaction_name', 'name', 'email', 'install_id'];

const strings = vectors('strings/blns.json');
describe.skipIf(strings.absent)('naughty strings', () => {
  const all: string[] = strings.absent ? [] : JSON.parse(readFileSync(strings.path, 'utf8'));
  const fields: [string, (text: string) => object][] = [
    ...[...TEXTS, 'transaction_id', 'policy_id'].map((field): [string, (text: string) => object] => [
      field,
      (text) => ({ [field]: text }),
    ]),
    ['country', (country) => ({ expected_jurisdiction: { country } })],
    ['subdivision', (subdivision) => ({ expected_jurisdiction: { country: 'US', subdivision } })],
    ['origins', (origin) => ({ origins: [origin] })],
    ['a field’s name', (name) => (name === '' ? {} : { [name]: 1 })],
  ];

  it.each(fields)(
    'in %s are accepted or refused with 400; each minted token can be checked',
    async (field, body) => {
      const nth = fields.findIndex(([name]) => name === field);
      // In `npm test` each text is in two of the fields.
      const some = oneIn(6, all, nth);
      const context = checkContext(service.deps);
      let accepted = 0;
      for (const text of some) {
        const answer = await preflight({ ...GOOD, ...body(text) });
        if (answer.status !== 200) {
          expectRefusal(answer, field === 'policy_id' ? undefined : 400);
          continue;
        }
        accepted++;
        const { claims } = await check<PreflightClaims>(context, answer.data.token, ['preflight']);
        if (text !== '' && field in claims && field !== 'install_id')
          expect((claims as Record<string, unknown>)[field]).toBe(text);
      }
      if (['customer_id', 'transaction_name', 'name'].includes(field))
        expect(accepted).toBeGreaterThan(0.87 * some.length);
    },
  );
});

describe('fuzz', () => {
  const word = fc.constantFrom(
    ...TEXTS,
    'origins',
    'policy_id',
    'expected_jurisdiction',
    'payload',
    'evidence',
    'client_ip',
    'transaction_id',
    'constructor',
    'toString',
  );
  const body = fc.dictionary(
    fc.oneof({ weight: 4, arbitrary: word }, anyText({ maxLength: 12 })),
    fc.oneof(anyText(), fc.jsonValue({ maxDepth: 4 }), fc.double()),
    { maxKeys: 8 },
  );

  it('answers any JSON object at any endpoint of area A without a 5xx, and spends nothing', () =>
    unburnt(async (token) => {
      await fc.assert(
        fc.asyncProperty(body, async (value) => {
          expectNoFault(await preflight({ ...GOOD, ...value }));
          expectNoFault(await service.call({ path: '/geolocation/verify', token, body: value }));
          expectNoFault(await service.call({ path: '/geolocation/collect', token, body: value }));
          expectNoFault(
            await service.call({
              path: '/geolocation/evaluate',
              token: org.results.production,
              body: { ...GOOD, ...value },
            }),
          );
        }),
        { numRuns: tries(300, 30) },
      );
    }));

  it('answers any bytes as a body without a 5xx', () =>
    unburnt(async (token) => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
          expectRefusal(await rawVerify(token, Buffer.from(bytes)));
        }),
        { numRuns: tries(500, 50) },
      );
    }));

  it('decides any evidence in a sealed payload or refuses it with 422, which spends nothing', async () => {
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      anyText(),
      fc.constantFrom<unknown>(
        '\u0000',
        '\ud800',
        -0,
        1e308,
        '2026-02-30T25:61:61Z',
        '2016-12-31T23:59:60Z',
        '0000-00-00T00:00:00Z',
      ),
    );
    const key = fc.constantFrom(
      'attempt_id',
      'collected_at',
      'platform',
      'permission',
      'positions',
      'position_error',
      'clock',
      'device',
      'signals',
      'integrity',
      'install_id',
      'ip_stamp',
      'nonce',
      'sdk',
      'purpose',
      'zebra',
    );
    const position = fc.constantFrom(
      'lat',
      'lng',
      'accuracy_m',
      'accuracy_basis',
      'altitude_m',
      'heading_deg',
      'speed_mps',
      'measured_at',
      'source',
    );
    const clock = fc.constantFrom(
      'epoch_ms',
      'monotonic_ms',
      'time_zone',
      'utc_offset_min',
      'locale',
      'languages',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.tuple(fc.constant('top'), key),
          fc.tuple(fc.constant('position'), position),
          fc.tuple(fc.constant('clock'), clock),
        ),
        odd,
        async ([where, name], value) => {
          const answer = await preflight(
            { ...GOOD, customer_id: 'fuzz' },
            { headers: { 'standpoint-sdk': '0.3' } },
          );
          const { token } = answer.data;
          const evidence = browserEvidence() as Record<string, unknown>;
          const [reading] = evidence.positions as Record<string, unknown>[];
          const target =
            where === 'top'
              ? evidence
              : where === 'clock'
                ? (evidence.clock as Record<string, unknown>)
                : reading!;
          target[name] = value;
          const verified = await service.call({
            path: '/geolocation/verify',
            token,
            body: { payload: await seal(token, evidence as never) },
          });
          if (verified.status === 200) return;
          expectRefusal(verified, 422, ['payload_unreadable', 'challenge_mismatch']);
          expect((await verifyOnce(service, token)).status).toBe(200);
        },
      ),
      { numRuns: tries(400, 40) },
    );
  });
});

describe('sealed payloads', () => {
  it('causes no 5xx when any field of the evidence has text that a database cannot store', async () => {
    const texts = [
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\u{10ffff}',
      'ع\u202e',
      '2016-12-31T23:59:60Z',
      '0000-01-01T00:00:00Z',
    ];
    const places: ((text: string) => object)[] = [
      ...['attempt_id', 'collected_at', 'install_id', 'ip_stamp', 'nonce', 'platform'].map(
        (field) => (text: string) => ({ [field]: text }),
      ),
      (text) => ({ device: { [text]: text } }),
      (text) => ({ signals: { a: { [text]: [text] } } }),
      (text) => ({ sdk: { name: text, version: text } }),
      (text) => ({ clock: { epoch_ms: Date.now(), time_zone: text, locale: text, languages: [text] } }),
      (text) => ({ integrity: { kind: 'none', note: text } }),
      (text) => ({ positions: [{ ...browserEvidence().positions[0], source: text }] }),
      (text) => ({ positions: [{ ...browserEvidence().positions[0], measured_at: text }] }),
    ];
    for (const place of places) {
      for (const text of texts) {
        const { token } = (
          await preflight({ ...GOOD, customer_id: 'odd' }, { headers: { 'standpoint-sdk': '0.3' } })
        ).data;
        const payload = await seal(token, browserEvidence(place(text) as never));
        const verified = await service.call({ path: '/geolocation/verify', token, body: { payload } });
        expectNoFault(verified);
        const collected = browserEvidence({ purpose: 'collect', ...(place(text) as object) });
        const body = {
          ...GOOD,
          payload: `plain.${Buffer.from(JSON.stringify(collected)).toString('base64url')}`,
        };
        expectNoFault(
          await service.call({ path: '/geolocation/evaluate', token: org.results.production, body }),
        );
        expectNoFault(
          await service.call({
            path: '/geolocation/evaluate',
            token: org.results.production,
            body: { ...GOOD, payload: body.payload, install_id: text, client_ip: text },
          }),
        );
      }
    }
  });

  it('treats optional fields that are null or "" as absent there too', async () => {
    const verified = async (change: object) => {
      const { token } = (await preflight(GOOD)).data;
      const [position] = browserEvidence().positions;
      const unknown = { altitude_m: null, heading_deg: null, speed_mps: null };
      const evidence = { ...browserEvidence(), position_error: null, ip_stamp: null, nonce: '', ...change };
      const payload = await seal(token, { ...evidence, positions: [{ ...position, ...unknown }] } as never);
      const answer = await service.call({ path: '/geolocation/verify', token, body: { payload } });
      expect(answer.status, answer.text).toBe(200);
      return answer.data;
    };
    expect((await verified({})).decision).toBe('pass');
    // Signals may be absent by the schema. The decision notices that the SDK never leaves them out.
    expect(await verified({ signals: null })).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'evidence_incomplete' }],
    });
  });

  it('refuses a payload that does not open or is for another token or call, and spends nothing', () =>
    unburnt(async (token) => {
      const other = await mintToken(service, org);
      const good = await seal(token, browserEvidence());
      const flipped = good.slice(0, -10) + (good.at(-10) === 'A' ? 'B' : 'A') + good.slice(-9);
      const bad: [string, number][] = [
        ['x', 422],
        ['....', 422],
        [good.slice(0, -1), 422],
        [`${good}A`, 422],
        [flipped, 422],
        [good.split('.').toSpliced(1, 1, 'AAAA').join('.'), 422],
        [await seal(token, browserEvidence(), { header: { kid: 'unknown' } }), 422],
        [await seal(token, browserEvidence(), { header: { enc: 'A128GCM' } }), 422],
        [await seal(token, browserEvidence(), { header: { zip: 'DEF' } }).catch(() => 'x'), 422],
        [await seal(token, browserEvidence(), { header: { extra: 1 } }), 422],
        [await seal(token, browserEvidence(), { content: '{' }), 422],
        [await seal(token, browserEvidence(), { content: '{"core":"{}","core":"{}"}' }), 422],
        [await seal(token, browserEvidence(), { content: '{"core":"[]"}' }), 422],
        [await seal(token, browserEvidence(), { content: JSON.stringify({ core: '{"a":1,"a":2}' }) }), 422],
        [await seal(other, browserEvidence()), 422],
        [await seal(token, browserEvidence(), { jti: 'another' }), 422],
        [await seal(token, browserEvidence(), { path: '/geolocation/collect' }), 422],
        [await seal(token, browserEvidence({ jti: 'another' })), 422],
        [await seal(token, browserEvidence({ purpose: 'collect' })), 422],
        [`plain.${Buffer.from(JSON.stringify(browserEvidence())).toString('base64url')}`, 422],
      ];
      for (const [payload, status] of bad) {
        const answer = await service.call({ path: '/geolocation/verify', token, body: { payload } });
        expectRefusal(answer, status, ['payload_unreadable', 'challenge_mismatch']);
      }
      const both = { payload: good, evidence: browserEvidence() };
      for (const body of [both, { evidence: browserEvidence() }, {}])
        expectRefusal(
          await service.call({ path: '/geolocation/verify', token, body }),
          400,
          'invalid_request',
        );
    }));

  it('accepts a good body once after many bad ones', () =>
    unburnt(async (token) => {
      for (let i = 0; i < tries(1_000, 100); i++) {
        const raw = i % 2 === 0 ? `{"payload":"${'x'.repeat(i)}"` : JSON.stringify({ payload: `x${i}` });
        expectRefusal(await rawVerify(token, raw));
      }
    }));
});
