import type { AddressInfo } from 'node:net';
import { submit } from '@standpoint/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { clockedService } from '../../../testing/face/clocked.ts';
import { type Capture, manifestOf, noise, person } from '../../../testing/face/face.ts';
import { answering, atEase, TEST_PACK } from '../../../testing/face/runner.ts';
import { mutant } from '../../../testing/mutant.ts';
import type { TestAnswer } from '../../../testing/service.ts';
import { route } from '../../route.ts';
import { faceRunner } from '../runner/analyse.ts';
import type { FaceRunner } from '../runner/runner.ts';
import { VisionClosed } from '../vision/vision.ts';
import type { submitHandler } from './submit.ts';

const { clock, service, org } = clockedService();
let base: string;
let analysed: string[];
let wait: number | null;

/** Counts the captures that reach it, and approves all of them. */
const counting: FaceRunner = {
  analyse: async (capture) => {
    analysed.push(capture.attempt_id);
    return answering().analyse(capture);
  },
  waitFor: () => wait,
};

beforeAll(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [analysed, wait] = [[], null];
  Object.assign(service.deps.face, { runner: counting, answer_within_ms: 5_000 });
});

async function capturing() {
  const desktop = await person(service, org);
  const { session_id } = (await desktop.open()).data.session;
  await desktop.consent();
  const attempt = await desktop.attempt();
  return { desktop, session_id: session_id as string, attempt };
}

async function captured(attempt: TestAnswer, frames?: Buffer[]): Promise<Capture> {
  const capture: Capture = { manifest: {}, frames: [], types: [] };
  await atEase(attempt)(capture);
  if (frames) {
    const { frames: times } = capture.manifest;
    capture.frames = frames;
    capture.manifest = manifestOf(attempt.data, frames);
    for (const [i, frame] of capture.manifest.frames.entries()) frame.t_ms = times[i].t_ms;
  }
  return capture;
}

/** Sends a capture over the network, as a phone does. */
async function send(token: string, attempt_id: string, { manifest, frames, types }: Capture, to = base) {
  const form = new FormData();
  form.append('manifest', new Blob([JSON.stringify(manifest)], { type: 'application/json' }));
  for (const [i, bytes] of frames.entries())
    form.append(`frame_${i}`, new Blob([new Uint8Array(bytes)], { type: types[i]! }));
  const response = await fetch(`${to}/facecheck/session/attempt/${attempt_id}/submit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = (await response.json()) as TestAnswer;
  return { status: response.status, data, code: data.error?.code, headers: response.headers };
}

const stored = async (table: 'face_evidence' | 'face_frame', session_id: string) =>
  (
    await service.database.db
      .selectFrom(table)
      .select('session_id')
      .where('session_id', '=', session_id)
      .execute()
  ).length;
const used = async (desktop: Awaited<ReturnType<typeof person>>) =>
  (await desktop.status()).data.attempts_used;

describe('captures at the same time', () => {
  it('takes one of two captures for an attempt, refuses the other, and counts nothing twice', async () => {
    for (let round = 0; round < tries(5, 2); round++) {
      const { desktop, session_id, attempt } = await capturing();
      clock.pass(17);
      const [one, two] = [await captured(attempt), await captured(attempt)];
      const { attempt_id } = attempt.data;
      const answers = await Promise.all([
        send(desktop.token, attempt_id, one),
        send(desktop.token, attempt_id, two),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.code).toBe('challenge_mismatch');
      expect(await used(desktop)).toBe(1);
      expect(analysed.filter((id) => id === attempt_id)).toHaveLength(1);
      expect([await stored('face_frame', session_id), await stored('face_evidence', session_id)]).toEqual([
        10, 1,
      ]);
    }
  });

  it('takes one capture that is sent ten times once, and answers ten times the same', async () => {
    const { desktop, session_id, attempt } = await capturing();
    clock.pass(17);
    const capture = await captured(attempt);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(desktop.token, attempt.data.attempt_id, capture)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await used(desktop)).toBe(1);
    expect(analysed).toEqual([attempt.data.attempt_id]);
    expect(await stored('face_evidence', session_id)).toBe(1);
  });

  it('takes one of two captures with the same frames, and leaves the other attempt open', async () => {
    for (let round = 0; round < tries(5, 2); round++) {
      const people = [await capturing(), await capturing()];
      clock.pass(17);
      const frames = await Promise.all(Array.from({ length: 10 }, () => noise()));
      const answers = await Promise.all(
        people.map(async ({ desktop, attempt }) =>
          send(desktop.token, attempt.data.attempt_id, await captured(attempt, frames)),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const loser = people[answers.findIndex(({ status }) => status === 422)]!;
      expect(await used(loser.desktop)).toBe(0);
      expect(await stored('face_frame', loser.session_id)).toBe(0);
      const { attempt_id } = loser.attempt.data;
      expect((await send(loser.desktop.token, attempt_id, await captured(loser.attempt))).status).toBe(200);
    }
  });
});

describe('refuses without counting anything', () => {
  it('a capture after the end of its attempt', async () => {
    const { desktop, attempt } = await capturing();
    const capture = await captured(attempt);
    clock.pass(91);
    const late = await send(desktop.token, attempt.data.attempt_id, capture);
    expect([late.status, late.code]).toEqual([410, 'attempt_expired']);
    expect([await used(desktop), analysed]).toEqual([0, []]);
  });

  it('an earlier attempt’s nonce', async () => {
    const { desktop, attempt } = await capturing();
    const recorded = await captured(attempt);
    clock.pass(91);
    const next = await desktop.attempt();
    clock.pass(17);
    const { attempt_id } = next.data;
    const replayed = { ...recorded, manifest: { ...recorded.manifest, attempt_id } };
    const answer = await send(desktop.token, attempt_id, replayed);
    expect([answer.status, answer.code]).toEqual([422, 'challenge_mismatch']);
    expect([await used(desktop), analysed]).toEqual([0, []]);
    expect((await send(desktop.token, attempt_id, await captured(next))).status).toBe(200);
  });

  it('the attempt of another session, and one that never existed', async () => {
    const [mine, other] = [await capturing(), await capturing()];
    clock.pass(17);
    const capture = await captured(other.attempt);
    for (const id of [other.attempt.data.attempt_id, 'fca_01JD0000000000000000000000']) {
      const answer = await send(mine.desktop.token, id, capture);
      expect([answer.status, answer.code]).toEqual([404, 'not_found']);
    }
    expect([await used(mine.desktop), await used(other.desktop), analysed]).toEqual([0, 0, []]);
  });

  it('a capture with a single frame that another session has submitted', async () => {
    const [first, second] = [await capturing(), await capturing()];
    clock.pass(17);
    const frames = await Promise.all(Array.from({ length: 10 }, () => noise()));
    await send(first.desktop.token, first.attempt.data.attempt_id, await captured(first.attempt, frames));
    const borrowed = await Promise.all(frames.map((bytes, i) => (i === 4 ? bytes : noise())));
    const { attempt_id } = second.attempt.data;
    const answer = await send(second.desktop.token, attempt_id, await captured(second.attempt, borrowed));
    expect([answer.status, answer.code]).toEqual([422, 'challenge_mismatch']);
    expect([await used(second.desktop), analysed.includes(attempt_id)]).toEqual([0, false]);
  });
});

describe('a runner that is busy', () => {
  it('answers 503 with Retry-After, counts nothing, and takes the same capture afterwards', async () => {
    const { desktop, session_id, attempt } = await capturing();
    clock.pass(17);
    const capture = await captured(attempt);
    wait = 7;
    for (let i = 0; i < 3; i++) {
      const answer = await send(desktop.token, attempt.data.attempt_id, capture);
      expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '7',
      ]);
      expect(answer.data.error).toMatchObject({ retryable: true, retry_after_s: 7 });
    }
    expect([await used(desktop), analysed, await stored('face_frame', session_id)]).toEqual([0, [], 0]);
    wait = null;
    const answer = await send(desktop.token, attempt.data.attempt_id, capture);
    expect(answer.data.session).toMatchObject({ status: 'completed', attempts_used: 1 });
  });

  it('mutation control: the attempt is counted when the room is not asked for', async () => {
    const blind = await mutant<{ submitHandler: typeof submitHandler }>('face/capture/submit.ts', [
      '  requireRoom(deps, call.caller, loaded, upload);\n',
      '',
    ]);
    const app = await service.serve([route(submit, blind.submitHandler)]);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const other = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const { desktop, attempt } = await capturing();
    clock.pass(17);
    wait = 7;
    const answer = await send(desktop.token, attempt.data.attempt_id, await captured(attempt), other);
    expect([answer.status, await used(desktop)]).toEqual([200, 1]);
    await app.close();
  });

  it('never delays the fixed outcomes of the sandbox', async () => {
    wait = 7;
    const desktop = await person(service, org, {
      env: 'sandbox',
      customer: { customer_id: `test_face_approved-${clock.now()}` },
    });
    await desktop.open();
    await desktop.consent();
    expect((await desktop.submit(await desktop.attempt())).data.session.status).toBe('completed');
  });
});

describe('an engine that fails', () => {
  it('that throws is an outage: one attempt, no verdict, no evidence', async () => {
    service.deps.face.runner = { analyse: async () => Promise.reject(new Error('broken')) };
    const { desktop, session_id, attempt } = await capturing();
    clock.pass(17);
    const capture = await captured(attempt);
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(desktop.token, attempt.data.attempt_id, capture)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await desktop.status()).data).toMatchObject({
      status: 'in_progress',
      attempts_used: 1,
      last_error: { code: 'processing_failed' },
    });
    expect(await stored('face_evidence', session_id)).toBe(0);
  });

  it('frees the session after sixty seconds when it hangs, and ignores its late verdict', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    service.deps.face.runner = { analyse: (capture) => held.then(() => answering().analyse(capture)) };
    service.deps.face.answer_within_ms = 100;
    const { desktop, session_id, attempt } = await capturing();
    clock.pass(17);
    const answer = await send(desktop.token, attempt.data.attempt_id, await captured(attempt));
    expect(answer.data.session.status).toBe('processing');
    clock.pass(61);
    expect((await desktop.status()).data).toMatchObject({ status: 'in_progress', attempts_used: 1 });
    release();
    const next = await desktop.attempt();
    Object.assign(service.deps.face, { runner: counting, answer_within_ms: 5_000 });
    clock.pass(17);
    const second = await send(desktop.token, next.data.attempt_id, await captured(next));
    expect(second.data.session).toMatchObject({ status: 'completed', attempts_used: 2 });
    expect(await stored('face_evidence', session_id)).toBe(1);
  });
});

describe('a service that goes down', () => {
  /** A capture that is being judged until `release` is called. */
  async function underJudgement(analyse: FaceRunner['analyse']) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    Object.assign(service.deps.face, {
      runner: { analyse: (capture: Parameters<typeof analyse>[0]) => held.then(() => analyse(capture)) },
      answer_within_ms: 50,
    });
    const { desktop, attempt } = await capturing();
    clock.pass(17);
    const answer = await send(desktop.token, attempt.data.attempt_id, await captured(attempt));
    expect(answer.data.session.status).toBe('processing');
    return { desktop, release };
  }

  it('waits for the capture that it judges, and no longer than it may', async () => {
    const { desktop, release } = await underJudgement(counting.analyse);
    const { judging } = service.deps.face;
    await judging.done(AbortSignal.timeout(100));
    expect((await desktop.status()).data.status).toBe('processing');
    const done = judging.done(AbortSignal.timeout(60_000));
    release();
    await done;
    expect((await desktop.status()).data.status).toBe('completed');
  });

  it('gives the attempt of a capture back whose models were closed, and sends nothing to review', async () => {
    const closed = { pack: TEST_PACK, hasRoom: () => true, look: () => Promise.reject(new VisionClosed()) };
    const world = { vision: closed, failed: () => {} } as unknown as Parameters<typeof faceRunner>[0];
    const { desktop, release } = await underJudgement(faceRunner(world).analyse);
    release();
    await service.deps.face.judging.done(AbortSignal.timeout(60_000));
    expect((await desktop.status()).data).toMatchObject({
      status: 'in_progress',
      last_error: { code: 'processing_failed', retryable: true },
    });
  });
});
