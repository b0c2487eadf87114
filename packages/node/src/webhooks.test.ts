import { generateKeyPairSync, sign as signEd25519 } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Standpoint,
  WebhookBodyParsedError,
  type WebhookFault,
  WebhookSignatureError,
  webhooks,
} from './index.ts';
import { checkSignature } from './webhook-signature.ts';

const NOW = 1_800_000_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const EVENT = {
  type: 'facecheck.session.completed',
  timestamp: '2027-01-15T08:00:00.000Z',
  data: { a: 'ü' },
};
const BODY = JSON.stringify(EVENT);
const ID = 'evt_01ARZ3NDEKTSV4RRFFQ69G5FAV';

beforeEach(() => void vi.useFakeTimers({ now: NOW * 1_000, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const signatureOf = (secret = SECRET, body = BODY, at = NOW, id = ID) =>
  new Webhook(secret).sign(id, new Date(at * 1_000), body);
const headersOf = (signature = signatureOf(), at: number | string = NOW, id = ID) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': signature,
});
const reasonOf = (call: () => unknown): WebhookFault | 'none' => {
  try {
    call();
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookSignatureError);
    return (error as WebhookSignatureError).reason;
  }
};
const reason = (
  headers: Parameters<typeof webhooks.unwrap>[1],
  body = BODY,
  secret: string | string[] = SECRET,
) => reasonOf(() => webhooks.unwrap(body, headers, secret));

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const PUBLIC = `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')}`;
const signatureA = (body = BODY, at = NOW, id = ID) =>
  `v1a,${signEd25519(null, Buffer.from(`${id}.${at}.${body}`), privateKey).toString('base64')}`;

describe('unwrap', () => {
  it('returns the event with the id of the delivery, from text, bytes and part of a buffer', () => {
    const padded = Buffer.from(`__${BODY}__`);
    const bodies = [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY), padded.subarray(2, -2)];
    for (const body of bodies)
      expect(webhooks.unwrap(body, headersOf(), SECRET)).toEqual({ id: ID, ...EVENT });
    const client = new Standpoint({ apiKey: 'sp_test_x', baseUrl: 'http://localhost:4000' });
    expect(client.webhooks).toMatchObject(webhooks);
  });

  it('agrees with the vector of Standard Webhooks', () => {
    vi.setSystemTime(1_614_265_330_000);
    const body = Buffer.from('{"test": 2432232314}');
    const signed = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    expect(() => checkSignature(signed, body, [SECRET], 300)).not.toThrow();
    expect(() => checkSignature(signed, Buffer.from('{"test": 2432232315}'), [SECRET], 300)).toThrow();
  });

  it('reads headers of every kind', () => {
    const plain = headersOf();
    const upper = Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const arrays = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, [value]]));
    for (const headers of [plain, upper, arrays, new Headers(plain), { ...plain, host: undefined }])
      expect(reason(headers)).toBe('none');
  });

  it('accepts one good signature among others, however many spaces are between', () => {
    const wrong = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=';
    const right = signatureOf();
    const lists = [`${wrong} v2,xyz ${right} ${wrong}`, `${right}  ${wrong}`, ` ${wrong}   ${right} `];
    for (const list of lists) expect(reason(headersOf(list))).toBe('none');
    expect(reason({ ...headersOf(), 'webhook-signature': [wrong, right] })).toBe('none');
  });

  it('accepts either secret while one is rotated, on both sides', () => {
    const both = `${signatureOf(OTHER)} ${signatureOf()}`;
    expect([reason(headersOf(both)), reason(headersOf(both), BODY, OTHER)]).toEqual(['none', 'none']);
    expect(reason(headersOf(signatureOf(OTHER)), BODY, [SECRET, OTHER])).toBe('none');
    expect(reason(headersOf(signatureOf(OTHER)))).toBe('no_match');
  });

  it('accepts a secret without its prefix', () => {
    expect(reason(headersOf(), BODY, SECRET.slice(6))).toBe('none');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)(
    'refuses a missing %s',
    (name) => {
      for (const value of [undefined, '', []])
        expect(reason({ ...headersOf(), [name]: value })).toBe('missing_header');
    },
  );

  it('refuses a timestamp that is not a number of seconds, even if the library reads one from it', () => {
    for (const at of ['hello', `${NOW}abc`, `${NOW}.0`, `0${NOW}`, `+${NOW}`, `${NOW}000`, '0x6b49d200', ' '])
      expect([at, reason(headersOf(signatureOf(), at))]).toEqual([at, 'missing_header']);
    const twice = { ...headersOf(), 'webhook-timestamp': [String(NOW), String(NOW)] };
    expect(reason(twice)).toBe('missing_header');
  });

  it.each([
    [-300, 'none'],
    [-301, 'timestamp_too_old'],
    [300, 'none'],
    [301, 'timestamp_too_new'],
  ])('judges a timestamp %i s from now as %s', (seconds, expected) => {
    const at = NOW + seconds;
    expect(reason(headersOf(signatureOf(SECRET, BODY, at), at))).toBe(expected);
    expect(reason(headersOf(signatureA(BODY, at), at), BODY, PUBLIC)).toBe(expected);
  });

  it('takes another tolerance', () => {
    const at = NOW - 3_600;
    const headers = headersOf(signatureOf(SECRET, BODY, at), at);
    expect(webhooks.unwrap(BODY, headers, SECRET, { toleranceSeconds: 3_600 }).id).toBe(ID);
    const strict = () =>
      webhooks.unwrap(BODY, headersOf(signatureOf(SECRET, BODY, NOW - 9), NOW - 9), SECRET, {
        toleranceSeconds: 8,
      });
    expect(reasonOf(strict)).toBe('timestamp_too_old');
  });

  it('refuses everything when the tolerance is not a number', () => {
    const call = () => webhooks.unwrap(BODY, headersOf(), SECRET, { toleranceSeconds: Number.NaN });
    expect(reasonOf(call)).toBe('timestamp_too_old');
  });

  it('refuses a body, an id or a timestamp that is not the signed one', () => {
    for (const [signature, secret] of [
      [signatureOf(), SECRET],
      [signatureA(), PUBLIC],
    ] as const) {
      for (const body of [`${BODY} `, BODY.replace('ü', 'u'), '', '{}', JSON.stringify(EVENT, null, 1)])
        expect([body, reason(headersOf(signature), body, secret)]).toEqual([body, 'no_match']);
      expect(reason(headersOf(signature, NOW, `${ID}x`), BODY, secret)).toBe('no_match');
      expect(reason(headersOf(signature, NOW + 1), BODY, secret)).toBe('no_match');
    }
  });

  it('refuses signatures that are cut, empty, of another version or not base64', () => {
    const value = signatureOf().slice(3);
    for (const signature of [
      ...['v1,', 'v1', ',', 'v1,dawfeoifkpqwoekfpqoekf', signatureOf().slice(0, 8), value, `v2,${value}`],
      ...[`V1,${value}`, `v1 ,${value}`, `v1,${value}=`, `v1,${value.slice(0, -1)}`, `v11,${value}`, 'v1,💥'],
    ])
      expect([signature, reason(headersOf(signature))]).toEqual([signature, 'no_match']);
  });

  it('checks Ed25519 signatures with the public key', () => {
    expect(webhooks.unwrap(BODY, headersOf(signatureA()), PUBLIC).type).toBe(EVENT.type);
    expect(reason(headersOf(`${signatureOf()} ${signatureA()}`), BODY, PUBLIC)).toBe('none');
    expect(reason(headersOf(`${signatureOf(OTHER)} ${signatureA()}`), BODY, [SECRET, PUBLIC])).toBe('none');
    const value = signatureA().slice(4);
    for (const signature of [`v1a,${value.slice(4)}`, 'v1a,', `v1a,${Buffer.alloc(64).toString('base64')}`])
      expect(reason(headersOf(signature), BODY, PUBLIC)).toBe('no_match');
    // A public key is known to everyone, so it must never serve as the key of an HMAC.
    const forged = signatureOf(PUBLIC.replace('whpk_', 'whsec_'));
    expect(reason(headersOf(forged), BODY, PUBLIC)).toBe('wrong_secret_type');
    expect(reason(headersOf(forged.replace('v1', 'v1a')), BODY, PUBLIC)).toBe('no_match');
  });

  it('names a secret of the wrong type', () => {
    expect(reason(headersOf(signatureA()))).toBe('wrong_secret_type');
    expect(reason(headersOf(), BODY, PUBLIC)).toBe('wrong_secret_type');
    const undefinedSecret = undefined as unknown as string;
    for (const secret of [
      '',
      undefinedSecret,
      [],
      'whsec_',
      'whsec_a!',
      // A placeholder, and one that was cut off: their signatures would be right, and could be guessed.
      'secret',
      'whsec_AA==',
      SECRET.slice(0, -8),
      'sr_live_abc',
      'whsk_YWJj',
      'whpk_YWJj',
      'whpk_',
    ])
      expect([secret, reasonOf(() => webhooks.unwrap(BODY, headersOf(), secret))]).toEqual([
        secret,
        'wrong_secret_type',
      ]);
  });

  it('names what was given for a secret, and says what is wrong around a right one', () => {
    for (const [secret, words] of [
      ['sp_live_abc', 'an API key (sp_…); give the secret of the endpoint (whsec_…)'],
      ['sr_test_abc', 'a results key (sr_…)'],
      ['pkg_abc', 'a package token (pkg_…)'],
      ['whsk_YWJj', 'the service’s own private key (whsk_…)'],
      ['eyJhbGciOiJFZERTQSJ9.e30.c2ln', 'a token (JWT)'],
      [`${SECRET}\n`, 'a line break'],
      [` ${PUBLIC}`, 'a space'],
      ['', 'environment variable'],
    ]) {
      const call = () => webhooks.unwrap(BODY, headersOf(), secret!);
      expect(call).toThrow(words);
      expect(reasonOf(call)).toBe('wrong_secret_type');
      // The message may reach a log, so it repeats no secret.
      if (secret!.length > 5) expect(call).not.toThrow(secret!.trim());
    }
  });

  it('says by how much the clock and the timestamp differ', () => {
    const at = (seconds: number) => () =>
      webhooks.unwrap(BODY, headersOf(signatureOf(SECRET, BODY, NOW + seconds), NOW + seconds), SECRET);
    expect(at(-7_200)).toThrow(
      'sent 2 h ago by this clock (2027-01-15T08:00:00.000Z), and 300 s are allowed',
    );
    expect(at(-900)).toThrow('15 min ago');
    expect(at(301)).toThrow('5 min ahead of this clock');
    expect(at(301)).toThrow('this clock is behind');
  });

  it('says how to get the raw body when it was given a parsed one (sdk-unwrap-parsed-body)', () => {
    for (const body of [EVENT, null, undefined, 7, [BODY]]) {
      const call = () => webhooks.unwrap(body as unknown as string, headersOf(), SECRET);
      expect(call).toThrow(WebhookBodyParsedError);
      for (const framework of ['Express', 'Fastify', 'Next.js']) expect(call).toThrow(framework);
    }
  });

  it('throws a TypeError for a signed body that is no event', () => {
    for (const body of [
      '{}',
      'null',
      '[]',
      '"x"',
      '{"type":"a"}',
      '{"type":1,"data":{}}',
      '{"type":"a","data":null}',
    ])
      expect(() => webhooks.unwrap(body, headersOf(signatureOf(SECRET, body)), SECRET)).toThrow(TypeError);
  });
});

describe('generateTestHeaders', () => {
  it('makes headers that unwrap accepts now, for this body and secret', () => {
    const headers = webhooks.generateTestHeaders(BODY, SECRET);
    expect(webhooks.unwrap(BODY, headers, SECRET)).toEqual({ id: headers['webhook-id'], ...EVENT });
    expect(reason(headers, `${BODY} `)).toBe('no_match');
    expect(webhooks.generateTestHeaders(Buffer.from(BODY), SECRET)['webhook-id']).not.toBe(
      headers['webhook-id'],
    );
  });

  it('refuses anything but a secret', () => {
    for (const secret of [PUBLIC, '', 'whsec_', 'whsec_!'])
      expect(reasonOf(() => webhooks.generateTestHeaders(BODY, secret))).toBe('wrong_secret_type');
  });
});
