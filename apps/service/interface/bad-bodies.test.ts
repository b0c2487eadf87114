import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { PreflightClaims } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../../../testing/counts.ts';
import { check, checkContext } from '../src/tokens/check.ts';
import { mintToken } from '../testing/attacks.ts';
import { GOOD, TEXTS, testBadInput } from '../testing/interface/bad-input.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { vectors } from '../testing/vectors.ts';

const { service, org, preflight, rawVerify, unburnt } = testBadInput();

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
