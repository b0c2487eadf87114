import { type AddressInfo, connect } from 'node:net';
import { submit } from '@standpoint/contract';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { type Changes, manifestOf, noise, person, speaker } from '../../../testing/face/face.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutant, mutantInside } from '../../../testing/mutant.ts';
import type { TestAnswer, TestService } from '../../../testing/service.ts';
import type { TokenCaller } from '../../deps.ts';
import { buildServer } from '../../http/server.ts';
import { networkKey } from '../../network-address.ts';
import { route } from '../../route.ts';
import type { FaceRunner, Findings } from '../runner/runner.ts';
import { SANDBOX_UPLOADS, SandboxUploads } from './sandbox-uploads.ts';
import type { submitHandler } from './submit.ts';
import { goAhead } from './upload-room.ts';

type Environment = 'production' | 'sandbox';
const RETRY: Findings = { outcome: 'analysed', quality: ['too_dark'], checks: {} };

const service = testService({ unlimited: true });
const org = testOrganization(service);
let customers = 0;
beforeEach(() => use({ analyse: async () => RETRY }));

const use = (runner: FaceRunner, answer_within_ms = 200) =>
  Object.assign(service.deps.face, { runner, answer_within_ms });

async function capturing(env: Environment, customer_id = `upload-${++customers}`) {
  const desktop = await person(service, org, { env, customer: { customer_id } });
  await desktop.open();
  await desktop.consent();
  return { desktop, attempt: await desktop.attempt() };
}
const send = async (env: Environment, customer_id?: string, change?: Changes): Promise<TestAnswer> => {
  const { desktop, attempt } = await capturing(env, customer_id);
  return desktop.submit(attempt, change);
};
/** Frames in another order than in the manifest. */
const wrong: Changes = ({ frames }) => void frames.reverse();

describe('while the sandbox’s queue is full', () => {
  beforeEach(() =>
    use({ analyse: async () => RETRY, waitFor: (_images, env) => (env === 'sandbox' ? 3 : null) }),
  );

  it('answers the sandbox 503 with Retry-After, counts nothing, and takes those of production', async () => {
    const { desktop, attempt } = await capturing('sandbox');
    const refused = await desktop.submit(attempt);
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '3']);
    expect((await desktop.status()).data.attempts_used).toBe(0);
    expect((await send('production')).status).toBe(200);
    use({ analyse: async () => RETRY });
    expect((await desktop.submit(attempt)).status).toBe(200);
  });

  it('refuses an upload before reading any of it', async () => {
    expect((await send('sandbox', undefined, wrong)).code).toBe('unavailable');
    expect((await send('production', undefined, wrong)).code).toBe('challenge_mismatch');
    const blind = await mutant<{ submitHandler: typeof submitHandler }>('face/capture/submit.ts', [
      'enterSandbox(deps, call, loaded, attempt)',
      '() => {}',
    ]);
    const app = await buildServer(service.deps, [route(submit, blind.submitHandler)]);
    const { desktop, attempt } = await capturing('sandbox');
    const answers = [service.app, app].map((to) =>
      to.inject({
        method: 'POST',
        url: `/facecheck/session/attempt/${attempt.data.attempt_id}/submit`,
        headers: {
          authorization: `Bearer ${desktop.token}`,
          'content-type': 'multipart/form-data; boundary=x',
        },
        payload: 'no upload',
      }),
    );
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([503, 400]);
    await app.close();
  });

  it('answers a capture that was submitted before, and the fixed outcomes of the sandbox', async () => {
    // The first answer must be the decision: on a busy machine, 200 ms were over before it.
    use({ analyse: async () => RETRY }, 30_000);
    const { desktop, attempt } = await capturing('sandbox');
    let sent: Parameters<Changes>[0] | undefined;
    const first = await desktop.submit(attempt, (capture) => {
      sent = capture;
    });
    use({ analyse: async () => RETRY, waitFor: () => 3 });
    const again = await desktop.submit(attempt, (capture) => void Object.assign(capture, sent));
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect((await send('sandbox', 'test_face_approved-full')).data.session.status).toBe('completed');
  });
});

describe('uploads in progress', () => {
  it('are limited in the sandbox until they are judged, and unlimited in production', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<Findings>((resolve) => {
      release = () => resolve(RETRY);
    });
    use({ analyse: () => held });
    const uploads = tries(SANDBOX_UPLOADS.network, 3);
    const taken = await Promise.all(
      Array.from({ length: uploads }, () => send('sandbox').then(({ status }) => status)),
    );
    expect(taken).toEqual(Array(uploads).fill(200));
    const { sandbox_uploads } = service.deps.face;
    const others = Array.from({ length: SANDBOX_UPLOADS.network - uploads }, () =>
      sandbox_uploads.enter(networkKey('127.0.0.1')),
    );
    expect([sandbox_uploads.count, others.includes(null)]).toEqual([SANDBOX_UPLOADS.network, false]);
    const refused = await send('sandbox');
    expect([refused.code, refused.headers['retry-after']]).toEqual(['unavailable', '2']);
    expect((await send('sandbox', 'test_face_approved-many')).code).toBe('unavailable');
    expect((await send('production')).status).toBe(200);
    release();
    await expect.poll(async () => (await send('sandbox')).status).toBe(200);
    for (const leave of others) leave!();
  });

  /** Sends the head of an upload, some of its body, and breaks off once the service is reading it. */
  async function breakOff(app: FastifyInstance, within: string, token: string, attempt: TestAnswer['data']) {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const frames = await Promise.all(Array.from({ length: 8 }, () => noise()));
    const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
    const manifest = `${part('name="manifest"')}${JSON.stringify(manifestOf(attempt, frames))}\r\n`;
    const frame = part('name="frame_0"; filename="f"\r\nContent-Type: image/jpeg');
    const head = [
      `POST /facecheck/session/attempt/${attempt.attempt_id}/submit HTTP/1.1`,
      'Host: localhost:4000',
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    ];
    const begun = within === 'a frame' ? manifest + frame : part('name="manifest"');
    const { sandbox_uploads } = service.deps.face;
    const taken = sandbox_uploads.count;
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head.join('\r\n')}\r\n\r\n${begun}some bytes`);
    await expect.poll(() => sandbox_uploads.count).toBe(taken + 1);
    socket.destroy();
  }

  it.each(['the manifest', 'a frame'])('take no place when they break off within %s', async (within) => {
    const { desktop, attempt } = await capturing('sandbox');
    for (let i = 0; i < tries(SANDBOX_UPLOADS.network, 4); i++) {
      await breakOff(service.app, within, desktop.token, attempt.data);
      await expect.poll(() => service.deps.face.sandbox_uploads.count).toBe(0);
    }
    expect((await desktop.submit(attempt)).status).toBe(200);
  });

  it('mutation control: broken uploads keep their places when one is released only after judging', async () => {
    const blind = await mutant<{ submitHandler: typeof submitHandler }>('face/capture/submit.ts', [
      'void Promise.resolve(judged).then(',
      'void judged?.then(',
    ]);
    const kept = service.deps.face.sandbox_uploads;
    service.deps.face.sandbox_uploads = new SandboxUploads();
    const app = await buildServer(service.deps, [route(submit, blind.submitHandler)]);
    const { desktop, attempt } = await capturing('sandbox');
    for (let i = 0; i < SANDBOX_UPLOADS.network; i++)
      await breakOff(app, 'a frame', desktop.token, attempt.data);
    // Fastify answers every call that it has begun before it closes.
    await app.close();
    const refused = await desktop.submit(attempt);
    service.deps.face.sandbox_uploads = kept;
    expect([refused.code, refused.headers['retry-after']]).toEqual(['unavailable', '2']);
  });

  it('take no place when they were refused', async () => {
    const { desktop, attempt } = await capturing('sandbox');
    for (let i = 0; i <= SANDBOX_UPLOADS.network; i++)
      expect((await desktop.submit(attempt, wrong)).code).toBe('challenge_mismatch');
    expect((await desktop.submit(attempt)).status).toBe(200);
  });
});

describe('production’s captures', () => {
  let expected = 0;
  const telling = (analyse: FaceRunner['analyse']): FaceRunner => ({
    analyse,
    expect: () => {
      expected++;
      return () => void expected--;
    },
  });

  /**
   * Whether a capture was expected while it was looked at, what it was answered, and whether it still is
   * expected.
   */
  async function told(env: Environment, damaged = false, app = service.app) {
    let during: boolean | null = null;
    use(
      telling(async () => {
        during = expected > 0;
        return RETRY;
      }),
    );
    const { desktop, attempt } = await capturing(env);
    const call: TestService['call'] = async ({ path, token, raw, headers }) => {
      const sent = { ...headers, authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: 'POST', url: path, headers: sent, payload: raw });
      return { status: answer.statusCode } as TestAnswer;
    };
    const { answer_within_ms } = service.deps.face;
    // The answer waits until the capture is judged, however long that takes.
    service.deps.face.answer_within_ms = 50_000;
    const { status } = await speaker({ ...service, call }, desktop.token).submit(attempt, (capture) => {
      if (!damaged) return;
      capture.frames[7] = capture.frames[7]!.subarray(0, 900);
      capture.manifest = manifestOf(attempt.data, capture.frames);
    });
    service.deps.face.answer_within_ms = answer_within_ms;
    await new Promise((resolve) => setImmediate(resolve));
    return [during, status, expected];
  }

  it('go before the sandbox’s until they are judged, or refused', async () => {
    expect(await told('production')).toEqual([true, 200, 0]);
    expect(await told('production', true)).toEqual([null, 422, 0]);
    expect(await told('sandbox')).toEqual([false, 200, 0]);
  });

  it('mutation control: not told of, nothing keeps a worker for them', async () => {
    const blind = await mutant<{ submitHandler: typeof submitHandler }>(
      'face/capture/submit.ts',
      ['goAhead(deps, call.caller, ARRIVES_WITHIN_MS)', '() => {}'],
      ['ends.push(goAhead(deps, call.caller));', ''],
    );
    const app = await buildServer(service.deps, [route(submit, blind.submitHandler)]);
    expect(await told('production', false, app)).toEqual([false, 200, 0]);
    await app.close();
  });

  it('leave the sandbox’s frames to be decoded one at a time', async () => {
    const { sandbox_uploads } = service.deps.face;
    const turns = vi.spyOn(sandbox_uploads, 'inTurn');
    await send('production');
    expect(turns).not.toHaveBeenCalled();
    await send('sandbox');
    expect(turns).toHaveBeenCalledTimes(8);
    turns.mockClear();
    // Mutation control: without the turns for the sandbox, its pictures are decoded beside one another.
    const blind = await mutantInside<{ submitHandler: typeof submitHandler }>(
      'face/capture/submit.ts',
      'face/capture/upload-room.ts',
      ["env === 'sandbox' ? (work) => sandbox_uploads.inTurn(work) : undefined", 'undefined'],
    );
    const app = await buildServer(service.deps, [route(submit, blind.submitHandler)]);
    await told('sandbox', false, app);
    expect(turns).not.toHaveBeenCalled();
    turns.mockRestore();
    await app.close();
  });

  it('are expected as long as the models take, also where the answer came before', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<Findings>((resolve) => {
      release = () => resolve(RETRY);
    });
    use(telling(() => held));
    expect((await send('production')).data.session.status).toBe('processing');
    expect(expected).toBeGreaterThan(0);
    release();
    await expect.poll(() => expected).toBe(0);
  });

  it('hold up the sandbox for no longer than their limit when they arrive slowly', async () => {
    use(telling(async () => RETRY));
    const caller = (env: Environment) => ({ env }) as TokenCaller;
    const end = goAhead(service.deps, caller('production'), 20);
    expect(expected).toBe(1);
    await expect.poll(() => expected).toBe(0);
    end();
    goAhead(service.deps, caller('sandbox'));
    expect(expected).toBe(0);
    let turned = false;
    const turn = service.deps.face.sandbox_uploads.inTurn(async () => {
      turned = true;
    });
    // A turn that waits for production waits for a timer, which cannot fire before this.
    await new Promise(setImmediate);
    expect(turned).toBe(true);
    await turn;
  });
});
