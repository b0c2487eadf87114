import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneIn, tries } from '../../../testing/counts.ts';
import { mintToken, verifyOnce } from '../testing/attacks.ts';
import { browserEvidence, seal } from '../testing/browser-payload.ts';
import { anyText } from '../testing/http/any-text.ts';
import { GOOD, TEXTS, testBadInput } from '../testing/interface/bad-input.ts';
import { expectNoFault, expectRefusal } from '../testing/refusals.ts';

const { service, org, preflight, rawVerify, unburnt } = testBadInput();

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
    for (const [i, place] of places.entries()) {
      for (const text of oneIn(3, texts, i)) {
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
