import { describe, expect, it } from 'vitest';
import type { foreign } from '../src/geolocation/verify/sent-evidence.ts';
import { newJti } from '../src/ids.ts';
import type { Refusal } from '../src/refuse.ts';
import { openPayload, type unreadable } from '../src/tokens/open-payload.ts';
import { browserEvidence, claimsOf, type SealOptions, seal } from '../testing/browser-payload.ts';
import { sharedService, testOrganization } from '../testing/hooks.ts';
import { mutant } from '../testing/mutant.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { TestAnswer } from '../testing/service.ts';

/** Evidence and payloads that an honest integrator may well send, and what a refusal of them says. */

const service = sharedService();
const org = testOrganization(service);

type Env = 'production' | 'sandbox';
const mintToken = async (env: Env): Promise<string> => {
  const body = { customer_id: `c-${newJti()}`, transaction_type: 'deposit' };
  return (await service.call({ path: '/geolocation/preflight', token: org.api[env], body })).data.token;
};
const fieldsOf = (answer: TestAnswer) => answer.data.error.fields as { path: string; message: string }[];

describe('evidence', () => {
  const verify = (token: string, body: object) => service.call({ path: '/geolocation/verify', token, body });
  const evidenceOf = (token: string) => browserEvidence({ jti: claimsOf(token).jti });

  it('with a negative accuracy, or beside a payload, is refused, and the token lives on', async () => {
    const token = await mintToken('sandbox');
    const evidence = evidenceOf(token);
    const [position] = evidence.positions;
    const below = await verify(token, {
      evidence: { ...evidence, positions: [{ ...position!, accuracy_m: -5 }] },
    });
    expectRefusal(below, 400, 'invalid_request');
    expect(fieldsOf(below)).toEqual([
      { path: 'evidence.positions.0.accuracy_m', message: 'must be at least 0' },
    ]);
    const sealed = await seal(token, browserEvidence({ positions: [{ ...position!, accuracy_m: -5 }] }));
    expectRefusal(await verify(token, { payload: sealed }), 422, 'payload_unreadable');
    const both = await verify(token, { payload: await seal(token, browserEvidence()), evidence });
    expectRefusal(both, 400, 'invalid_request');
    expect(fieldsOf(both)).toEqual([
      { path: 'evidence', message: 'is not accepted beside payload; send one of the two' },
    ]);
    expect((await verify(token, { evidence })).status).toBe(200);
    expect((await verify(token, { evidence })).code).toBe('token_already_used');
  });
});

describe('a payload that cannot be opened', () => {
  const broken: [string, RegExp, string, (token: string) => Promise<string>][] = [
    ['not a JWE', /not a compact JWE/, 'payload', async () => 'x.y.z'],
    [
      'a header that is no JSON',
      /header is not a JSON object/,
      'payload.header',
      async (token) => (await seal(token, browserEvidence())).replace(/^[^.]+/, 'bm8'),
    ],
    [
      'an unknown key',
      /unknown key; take kid/,
      'payload.header.kid',
      async (token) => sealed(token, { header: { kid: 'unknown' } }),
    ],
    [
      'a field in the header that is not known',
      /protected header does not fit/,
      'payload.header.zebra',
      async (token) => sealed(token, { header: { zebra: 1 } }),
    ],
    [
      'another curve',
      /no point of P-256/,
      'payload.header.epk',
      async (token) =>
        withHeader(await seal(token, browserEvidence()), (header) => {
          header.epk.y = header.epk.x!;
        }),
    ],
    [
      'another algorithm',
      /protected header does not fit/,
      'payload.header.alg',
      async (token) =>
        withHeader(await seal(token, browserEvidence()), (header) => {
          header.alg = 'ECDH-ES+A256KW';
        }),
    ],
    [
      'a second spelling of the same bytes',
      /part 5 is not canonical/,
      'payload',
      async (token) => respelled(await seal(token, browserEvidence())),
    ],
    [
      'changed bytes',
      /cannot be decrypted/,
      'payload.ciphertext',
      async (token) => {
        const [head, key, iv, text, tag] = (await seal(token, browserEvidence())).split('.');
        const first = text!.startsWith('A') ? 'B' : 'A';
        return [head, key, iv, first + text!.slice(1), tag].join('.');
      },
    ],
    [
      'content that is no JSON',
      /content is refused as JSON/,
      'payload.content',
      async (token) => sealed(token, { content: 'x' }),
    ],
    [
      'content without core',
      /content does not fit its schema/,
      'payload.content.core',
      async (token) => sealed(token, { content: '{"cor":"x"}' }),
    ],
    [
      'a core that is no JSON',
      /core is refused as JSON/,
      'payload.core',
      async (token) => sealed(token, { content: '{"core":"x"}' }),
    ],
    [
      'a core of another form',
      /core does not fit its schema/,
      'payload.core.attempt_id',
      async (token) => sealed(token, { content: '{"core":"{}"}' }),
    ],
  ];
  /** Another header before the same sealed bytes. */
  const withHeader = (
    payload: string,
    change: (header: { alg: string; epk: Record<string, string> }) => void,
  ) => {
    const [head, ...rest] = payload.split('.');
    const header = JSON.parse(Buffer.from(head!, 'base64url').toString());
    change(header);
    return [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.');
  };
  /** The last character of the tag has four bits that no byte uses. */
  const respelled = (payload: string) => {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return payload.slice(0, -1) + digits[digits.indexOf(payload.at(-1)!) + 1];
  };
  const sealed = (token: string, options: SealOptions) => seal(token, browserEvidence(), options);
  const send = async (env: Env, make: (token: string) => Promise<string>) => {
    const token = await mintToken(env);
    const answer = await service.call({
      path: '/geolocation/verify',
      token,
      body: { payload: await make(token) },
    });
    const good = { payload: await seal(token, browserEvidence()) };
    const after = await service.call({ path: '/geolocation/verify', token, body: good });
    return { answer, after };
  };

  it.each(broken)('says in the sandbox alone at which step: %s', async (_, step, path, make) => {
    const { answer, after } = await send('sandbox', make);
    expectRefusal(answer, 422, 'payload_unreadable');
    expect(answer.message).toMatch(step);
    expect(fieldsOf(answer)[0]!.path).toBe(path);
    expect(after.status, after.text).toBe(200);
    const production = await send('production', make);
    expectRefusal(production.answer, 422, 'payload_unreadable');
    expect(production.answer.message).toBe(
      'The payload cannot be opened or read. Seal it to the key in the token, with a current SDK.',
    );
    expect(production.answer.data.error.fields).toBeUndefined();
    expect(production.after.status).toBe(200);
  });

  it.each([
    ['payload.header.sp_jti', (token: string) => seal(token, browserEvidence(), { jti: 'another' })],
    [
      'payload.header.sp_path',
      (token: string) => seal(token, browserEvidence(), { path: '/geolocation/evaluate' }),
    ],
    ['payload.core.jti', (token: string) => seal(token, browserEvidence({ jti: 'another' }))],
    ['payload.core.purpose', (token: string) => seal(token, browserEvidence({ purpose: 'collect' }))],
  ])('of another token or call names in the sandbox alone what shows it: %s', async (path, make) => {
    const { answer, after } = await send('sandbox', make);
    expectRefusal(answer, 422, 'challenge_mismatch');
    expect(fieldsOf(answer)[0]!.path).toBe(path);
    expect(after.status, after.text).toBe(200);
    const production = await send('production', make);
    expectRefusal(production.answer, 422, 'challenge_mismatch');
    expect(production.answer.data.error.fields).toBeUndefined();
  });
});

it('mutation control: a payload of production is told its step too when the environment is not asked', async () => {
  const blind = await mutant<{ unreadable: typeof unreadable }>('tokens/open-payload.ts', [
    "env === 'sandbox' ? hint",
    'env ? hint',
  ]);
  let refusal: unknown;
  try {
    blind.unreadable('production', 'payload.ciphertext', 'it cannot be decrypted');
  } catch (error) {
    refusal = error;
  }
  expect((refusal as Refusal).detail.message).toContain('it cannot be decrypted');
  expect((refusal as Refusal).detail.fields?.[0]?.path).toBe('payload.ciphertext');
});

it('mutation control: a second spelling of a payload opens when the form is not checked', async () => {
  const token = await mintToken('sandbox');
  const [head, key, iv, text, tag] = (await seal(token, browserEvidence())).split('.');
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = tag!.slice(0, -1) + digits[digits.indexOf(tag!.at(-1)!) + 1];
  const respelled = [head, key, iv, text, other].join('.');
  const loose = await mutant<{ openPayload: typeof openPayload }>('tokens/open-payload.ts', [
    '!isCanonical(part)',
    'false',
  ]);
  expect(await loose.openPayload(service.deps.keys, 'sandbox', respelled)).toBeInstanceOf(Uint8Array);
  await expect(openPayload(service.deps.keys, 'sandbox', respelled)).rejects.toThrow(
    'part 5 is not canonical',
  );
});

it('mutation control: production is told what shows a foreign payload when the environment is not asked', async () => {
  const blind = await mutant<{ foreign: typeof foreign }>('geolocation/verify/sent-evidence.ts', [
    "env === 'sandbox' ? { fields",
    'env ? { fields',
  ]);
  expect(() => blind.foreign('production', 'core.jti', 'must be x')).toThrow(
    expect.objectContaining({ detail: { fields: [{ path: 'payload.core.jti', message: 'must be x' }] } }),
  );
});
