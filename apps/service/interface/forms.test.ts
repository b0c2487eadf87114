import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { submit, TRANSACTION_TYPES } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../testing/counts.ts';
import type { submitHandler } from '../src/face/capture/submit.ts';
import { route } from '../src/route.ts';
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

  it.runIf(LONG)(
    'mutation control: without the environment and the rule of its table, production takes them',
    async () => {
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
    },
  );
});
