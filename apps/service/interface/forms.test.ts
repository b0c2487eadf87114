import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { submit, TRANSACTION_TYPES } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { submitHandler } from '../src/face/capture/submit.ts';
import type { foreign } from '../src/geolocation/verify/sent-evidence.ts';
import { newJti } from '../src/ids.ts';
import type { Refusal } from '../src/refuse.ts';
import { route } from '../src/route.ts';
import { openPayload, type unreadable } from '../src/tokens/open-payload.ts';
import { browserEvidence, claimsOf, type SealOptions, seal } from '../testing/browser-payload.ts';
import { inject } from '../testing/call.ts';
import { type Capture, manifestOf, noise, person, speaker } from '../testing/face/face.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { TestAnswer, TestService } from '../testing/service.ts';

/** Input that an honest integrator may well send: what is read, and what a refusal of it says. */

const service = testService({ unlimited: true });
const org = testOrganization(service);

type Env = 'production' | 'sandbox';
const mintToken = async (env: Env): Promise<string> => {
  const body = { customer_id: `c-${newJti()}`, transaction_type: 'deposit' };
  return (await service.call({ path: '/geolocation/preflight', token: org.api[env], body })).data.token;
};
const fieldsOf = (answer: TestAnswer) => answer.data.error.fields as { path: string; message: string }[];

async function capturing(env: Env = 'production') {
  const desktop = await person(service, org, { env });
  await desktop.open();
  await desktop.consent();
  return { desktop, attempt: await desktop.attempt() };
}

interface Sent {
  frames: Buffer[];
  manifest?: string;
  /** Headers of the part `manifest`, besides its name. */
  head?: string;
  headers?: Record<string, string>;
}

/** Uploads as a client without a browser does, with the headers of its own choice. */
function upload(token: string, attempt: TestAnswer, { frames, manifest, head = '', headers }: Sent) {
  const boundary = 'a-client-of-its-own';
  const part = (about: string, body: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  const raw = Buffer.concat([
    part(`name="manifest"${head}`, manifest ?? JSON.stringify(manifestOf(attempt.data, frames))),
    ...frames.map((bytes, i) => part(`name="frame_${i}"; filename="f"\r\nContent-Type: image/jpeg`, bytes)),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return service.call({
    path: `/facecheck/session/attempt/${attempt.data.attempt_id}/submit`,
    token,
    raw,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  });
}
const pictures = () => Promise.all(Array.from({ length: 8 }, () => noise()));

describe('the part manifest', () => {
  it.each([
    ['no type, as a form field', ''],
    ['application/json, as mobile clients send it', '\r\nContent-Type: application/json'],
    ['application/json with a charset', '\r\nContent-Type: application/json; charset=utf-8'],
    ['a name of a file', '; filename="m.json"\r\nContent-Type: application/json'],
  ])('is read with %s', async (_, head) => {
    const { desktop, attempt } = await capturing();
    const answer = await upload(desktop.token, attempt, { frames: await pictures(), head });
    expect([answer.status, answer.data.session?.status], answer.text).toEqual([200, 'completed']);
  });

  it('is read as strictly as a body, whatever its type says', async () => {
    const { desktop, attempt } = await capturing();
    const frames = await pictures();
    const twice = JSON.stringify(manifestOf(attempt.data, frames)).replace('{', '{"attempt_id":"x",');
    for (const head of ['', '\r\nContent-Type: application/json']) {
      const answer = await upload(desktop.token, attempt, { frames, manifest: twice, head });
      expectRefusal(answer, 400, 'invalid_json');
      expect(fieldsOf(answer)).toEqual([
        { path: 'manifest', message: 'the same key stands twice in one object' },
      ]);
    }
  });

  it('is refused with 413 above 64 KB, and its attempt lives on', async () => {
    const { desktop, attempt } = await capturing();
    const frames = await pictures();
    const manifest = `${JSON.stringify(manifestOf(attempt.data, frames))}${' '.repeat(100 * 1024)}`;
    for (const head of ['', '; filename="m.json"', '\r\nContent-Type: application/json']) {
      const answer = await upload(desktop.token, attempt, { frames, manifest, head });
      expectRefusal(answer, 413, 'body_too_large');
      expect(fieldsOf(answer)).toEqual([{ path: 'manifest', message: 'must have at most 65536 bytes' }]);
    }
    expect((await desktop.submit(attempt)).data.session.status).toBe('completed');
  });

  it('tells every mistake with its path and its form', async () => {
    const { desktop, attempt } = await capturing();
    const answer = await desktop.submit(attempt, ({ manifest }) => {
      manifest.chain = 'x';
      manifest.frames[2].sha256 = 'y';
      manifest.client_time = 'now';
      manifest.trak = {};
    });
    expectRefusal(answer, 400, 'invalid_request');
    const hash = 'must be a SHA-256 in lower-case hexadecimal, 64 digits';
    expect(fieldsOf(answer)).toEqual(
      expect.arrayContaining([
        { path: 'manifest.chain', message: hash },
        { path: 'manifest.frames.2.sha256', message: hash },
        { path: 'manifest.trak', message: 'is not a field here; did you mean track?' },
      ]),
    );
    expect(fieldsOf(answer).filter(({ path }) => path === 'manifest.client_time')).toHaveLength(1);
  });
});

it('a body of 9 MB is refused with 413 before a part of it is read', async () => {
  const { desktop, attempt } = await capturing();
  const large = Buffer.alloc(9_000_000, 0x20);
  for (const sent of [
    { frames: await pictures(), manifest: large.toString() },
    { frames: [Buffer.from('no image'), large] },
  ])
    expectRefusal(await upload(desktop.token, attempt, sent), 413, 'body_too_large');
  expect((await desktop.submit(attempt)).data.session.status).toBe('completed');
});

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

describe('an expected jurisdiction', () => {
  const mint = (expected_jurisdiction: object) =>
    service.call({
      path: '/geolocation/preflight',
      token: org.api.production,
      body: { customer_id: 'c', transaction_type: TRANSACTION_TYPES[0], expected_jurisdiction },
    });

  it.each([
    [{ country: 'XX' }, 'country', 'is not a known place'],
    [{ country: 'UK' }, 'country', 'is not a known place; did you mean GB?'],
    [{ country: 'DE', subdivision: 'US-NY' }, 'subdivision', 'must be a subdivision of DE'],
    [{ country: 'US', subdivision: 'US-ZZ' }, 'subdivision', 'is not a known place'],
    [{ country: 'us' }, 'country', 'must be an ISO 3166-1 code of two capital letters, like US'],
  ])('that is impossible is refused and no token is minted: %j', async (expected, field, message) => {
    const answer = await mint(expected);
    expectRefusal(answer, 400, 'invalid_request');
    const [found] = fieldsOf(answer);
    expect(found!.path).toBe(`expected_jurisdiction.${field}`);
    expect(found!.message).toContain(message);
  });

  it('that exists is accepted', async () => {
    for (const expected of [{ country: 'US', subdivision: 'US-NJ' }, { country: 'DE' }, { country: 'XK' }])
      expect((await mint(expected)).status, JSON.stringify(expected)).toBe(200);
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

describe('headers', () => {
  let port = 0;
  beforeAll(async () => {
    port = Number(new URL(await service.listen()).port);
  });

  it('of 20 KB are refused with the reason', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    const { status_code, data } = JSON.parse(text.split('\r\n\r\n')[1]!);
    expect([status_code, data.error.code]).toEqual([400, 'invalid_request']);
    expect(data.error.fields).toEqual([
      { path: 'headers', message: 'must have at most 16384 bytes together' },
    ]);
  });
});

describe('a camera that draws the same pictures in each run, as browsers of automated tests have it', () => {
  let n = 0;
  /** One capture of these frames by a new customer with this prefix. */
  async function run(env: Env, prefix: string, frames: Buffer[], app = service.app) {
    const desktop = await person(service, org, { env, customer: { customer_id: `${prefix}_${++n}` } });
    const opened = await desktop.open();
    await desktop.consent();
    const attempt = await desktop.attempt();
    const change = (capture: Capture) => {
      capture.frames = frames;
      capture.manifest = manifestOf(attempt.data, frames);
    };
    const call: TestService['call'] = (options) => inject(app, service.config, options);
    const answer = await speaker({ ...service, call }, desktop.token).submit(attempt, change);
    const { session_id } = opened.data.session;
    const read = await service.call({ path: `/facecheck/session/${session_id}`, token: org.results[env] });
    return { answer, read };
  }

  it('gets the fixed outcome of the sandbox each time, and its frames stay in the record', async () => {
    const frames = await pictures();
    for (let i = 0; i < 3; i++) {
      const { answer, read } = await run('sandbox', 'test_face_approved', frames);
      expect(answer.status, answer.text).toBe(200);
      expect([read.data.decision, read.data.decision_source]).toEqual(['approved', 'simulated']);
      expect(read.data.attempts[0].frames.map(({ sha256 }: { sha256: string }) => sha256)).toEqual(
        frames.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
      );
    }
  });

  it('is refused by the real pipeline, which says in the sandbox that the frames are not new', async () => {
    const frames = await pictures();
    expect((await run('sandbox', 'customer', frames)).answer.status).toBe(200);
    const { answer } = await run('sandbox', 'customer', frames);
    expectRefusal(answer, 422, 'challenge_mismatch');
    expect(answer.message).toContain('a frame was submitted before');
  });

  it('is refused in production under every name, with the one answer', async () => {
    for (const prefix of ['customer', 'test_face_approved']) {
      const frames = await pictures();
      expect((await run('production', prefix, frames)).answer.status).toBe(200);
      const { answer } = await run('production', prefix, frames);
      expectRefusal(answer, 422, 'challenge_mismatch');
      expect(answer.message).toBe(
        'The content is bound to another token, attempt or challenge. Make it for this one.',
      );
    }
  });

  it('mutation control: without the environment and the rule of its table, production takes them', async () => {
    const blind = await mutantInside<{ submitHandler: typeof submitHandler }>(
      'face/capture/submit.ts',
      'face/capture/keep.ts',
      ['sandboxOutcome(change.key.env, outcome)', "sandboxOutcome('sandbox', 'test_face_approved')"],
    );
    const chatty = await mutant<{ submitHandler: typeof submitHandler }>('face/capture/submit.ts', [
      "...(env === 'sandbox' && { message })",
      'message',
    ]);
    const app = await service.serve([route(submit, blind.submitHandler)]);
    const frames = await pictures();
    const replay = (prefix: string) => run('production', prefix, frames, app);
    // The database still refuses to store a frame of production as simulated.
    expect((await replay('test_face_approved')).answer.code).toBe('unavailable');
    await service.database.owner.query('ALTER TABLE face_frame DROP CONSTRAINT face_frame_check');
    for (let i = 0; i < 2; i++) expect((await replay('test_face_approved')).answer.status).toBe(200);
    // Each of the others is told what gave its recording away.
    const talking = await service.serve([route(submit, chatty.submitHandler)]);
    const told = await pictures();
    await run('production', 'customer', told, talking);
    expect((await run('production', 'customer', told, talking)).answer.message).toContain(
      'a frame was submitted before',
    );
  });
});
