import { submit } from '@standpoint/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Changes, manifestOf, person } from '../../../testing/face/face.ts';
import { mutant } from '../../../testing/mutant.ts';
import {
  openTestService,
  type TestAnswer,
  type TestOrganization,
  type TestService,
} from '../../../testing/service.ts';
import { buildServer } from '../../http/server.ts';
import { route } from '../../route.ts';
import type { FaceEngine, Findings } from '../runner/runner.ts';
import { SANDBOX_UPLOADS } from './sandbox-uploads.ts';
import type { submitHandler } from './submit.ts';

type Environment = 'production' | 'sandbox';
const RETRY: Findings = { outcome: 'analysed', quality: ['too_dark'], checks: {} };

let service: TestService;
let org: TestOrganization;
let customers = 0;
beforeAll(async () => {
  service = await openTestService({ unlimited: true });
  org = await service.organization();
});
afterAll(() => service.close());
beforeEach(() => use({ analyse: async () => RETRY }));

const use = (runner: FaceEngine) => Object.assign(service.deps.face, { runner, answer_within_ms: 200 });

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
/** Frames that are not those of the manifest. */
const wrong: Changes = ({ frames }) => void frames.reverse();

describe('while the sandbox’s queue is full', () => {
  beforeEach(() =>
    use({ analyse: async () => RETRY, waitFor: (_images, env) => (env === 'sandbox' ? 3 : null) }),
  );

  it('answers the sandbox 503 with Retry-After, counts nothing, and takes production’s captures', async () => {
    const { desktop, attempt } = await capturing('sandbox');
    const refused = await desktop.submit(attempt);
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '3']);
    expect((await desktop.status()).data.attempts_used).toBe(0);
    expect((await send('production')).status).toBe(200);
    use({ analyse: async () => RETRY });
    expect((await desktop.submit(attempt)).status).toBe(200);
  });

  it('reads nothing of the upload before it refuses it', async () => {
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

  it('answers a capture that was submitted before, and the sandbox’s fixed courses', async () => {
    use({ analyse: async () => RETRY });
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

describe('uploads under way', () => {
  it('are bounded in the sandbox until they are judged; production’s are not asked', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<Findings>((resolve) => {
      release = () => resolve(RETRY);
    });
    use({ analyse: () => held });
    const taken = await Promise.all(
      Array.from({ length: SANDBOX_UPLOADS.network }, () => send('sandbox').then(({ status }) => status)),
    );
    expect(taken).toEqual(Array(SANDBOX_UPLOADS.network).fill(200));
    const refused = await send('sandbox');
    expect([refused.code, refused.headers['retry-after']]).toEqual(['unavailable', '2']);
    expect((await send('sandbox', 'test_face_approved-many')).code).toBe('unavailable');
    expect((await send('production')).status).toBe(200);
    release();
    await expect.poll(async () => (await send('sandbox')).status).toBe(200);
  });

  it('that were refused take no place', async () => {
    for (let i = 0; i <= SANDBOX_UPLOADS.network; i++)
      expect((await send('sandbox', undefined, wrong)).code).toBe('challenge_mismatch');
    expect((await send('sandbox')).status).toBe(200);
  });
});

describe('production’s captures', () => {
  /** What the engine was told about one capture, and what the capture was answered. */
  async function told(env: Environment, damaged = false): Promise<string> {
    const seen: string[] = [];
    use({
      analyse: async () => {
        seen.push('looked at');
        return RETRY;
      },
      expect: () => {
        seen.push('expected');
        return () => void seen.push('over');
      },
    });
    const { desktop, attempt } = await capturing(env);
    const { status } = await desktop.submit(attempt, (capture) => {
      if (!damaged) return;
      capture.frames[7] = capture.frames[7]!.subarray(0, 900);
      capture.manifest = manifestOf(attempt.data, capture.frames);
    });
    await new Promise((resolve) => setImmediate(resolve));
    return [...seen, status].join(', ');
  }

  it('go before the sandbox’s from their arrival until they are judged, or refused', async () => {
    expect(await told('production')).toBe('expected, looked at, over, 200');
    expect(await told('production', true)).toBe('expected, over, 422');
    expect(await told('sandbox')).toBe('looked at, 200');
  });

  it('are expected no longer than the models take, also where the answer came before', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<Findings>((resolve) => {
      release = () => resolve(RETRY);
    });
    let expected = 0;
    const leave = () => void expected--;
    use({
      analyse: () => held,
      expect: () => {
        expected++;
        return leave;
      },
    });
    expect((await send('production')).data.session.status).toBe('processing');
    expect(expected).toBe(1);
    release();
    await expect.poll(() => expected).toBe(0);
  });
});
