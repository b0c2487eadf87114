import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { type Capture, eventsOf, manifestOf, noise, person, upload } from '../../../testing/face/face.ts';
import { openAttempt } from '../../../testing/face/runner.ts';
import { findKey } from '../../privacy/customers.ts';
import { openBytes } from '../../privacy/envelope.ts';
import { type FaceRunner, type Findings, noRunner } from '../runner/runner.ts';
import { expireDue } from '../session/timers.ts';
import { frameAad } from './frame-aad.ts';

const { clock, service, org } = clockedService();
const capturing = () => openAttempt(service, org);

/** An answer may take its time, because other tests share these cores. */
const withRunner = async <T>(
  runner: FaceRunner,
  work: () => Promise<T>,
  answer_within_ms = 50_000,
): Promise<T> => {
  Object.assign(service.deps.face, { runner, answer_within_ms });
  try {
    return await work();
  } finally {
    Object.assign(service.deps.face, { runner: noRunner, answer_within_ms: 5_000 });
  }
};
const finds = (findings: Findings): FaceRunner => ({ analyse: async () => findings });
const check = (outcome: string) => ({ outcome, score: 0.5, threshold: 0.5, reasons: [] });

describe('an attempt', () => {
  it('has a nonce of 32 bytes and a challenge, and is the same for the same client_attempt_id', async () => {
    const { desktop } = await capturing();
    expect((await desktop.attempt({ client_attempt_id: 'one' })).code).toBe('attempt_open');
    const fresh = await person(service, org);
    await fresh.open();
    await fresh.consent();
    const first = await fresh.attempt({ client_attempt_id: 'one' });
    expect(Buffer.from(first.data.nonce, 'base64url')).toHaveLength(32);
    expect((await fresh.attempt({ client_attempt_id: 'one' })).data).toEqual(first.data);
    expect((await fresh.attempt({ client_attempt_id: 'two' })).code).toBe('attempt_open');
  });
});

describe('a good capture', () => {
  it('ends in review and never approved while no runner is installed', async () => {
    const { desktop, attempt, session_id } = await capturing();
    const answer = await desktop.submit(attempt);
    expect(answer.data.session).toMatchObject({ status: 'completed', attempts_used: 1 });
    const read = await service.call({
      path: `/facecheck/session/${session_id}`,
      token: org.results.production,
    });
    expect(read.data).toMatchObject({
      decision: 'review',
      decision_source: 'auto',
      reasons: ['engine_unavailable'],
    });
    expect(read.data.attempts[0].frames).toHaveLength(8);
    expect(await eventsOf(service, session_id)).toEqual([
      'created',
      'started',
      'submitted',
      'completed',
      'review_required',
    ]);
  });

  it('gets the same answer again after a lost reply, and counts once', async () => {
    const { desktop, attempt } = await capturing();
    let sent: Capture | undefined;
    const first = await desktop.submit(attempt, (capture) => {
      sent = capture;
    });
    const again = await upload(service, desktop.token, attempt.data.attempt_id, sent!);
    expect(again.data).toEqual(first.data);
    const other = await desktop.submit(attempt);
    expect(other.code).toBe('challenge_mismatch');
  });

  it('counts once when it arrives five times at once', async () => {
    const { desktop, attempt } = await capturing();
    const frames = await Promise.all(Array.from({ length: 8 }, () => noise()));
    const capture = {
      manifest: manifestOf(attempt.data, frames),
      frames,
      types: frames.map(() => 'image/jpeg'),
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => upload(service, desktop.token, attempt.data.attempt_id, capture)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await desktop.status()).data.attempts_used).toBe(1);
  });

  it('keeps its frames sealed with the person’s key, in files for the service’s user only', async () => {
    const { desktop, attempt, session_id } = await capturing();
    let sent: Capture | undefined;
    await desktop.submit(attempt, (capture) => {
      sent = capture;
    });
    const { attempt_id } = attempt.data;
    const folder = join(service.config.data_dir, 'frames', org.org, 'production', session_id, attempt_id);
    const files = readdirSync(folder).sort();
    expect(files).toHaveLength(8);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, files[0]!)).mode & 0o777).toBe(0o600);
    const sealed = readFileSync(join(folder, files[0]!));
    expect(sealed.includes(sent!.frames[0]!.subarray(100, 200))).toBe(false);
    const place = { org: org.org, env: 'production' as const, session_id, attempt_id };
    const { customer_id } = desktop.minted.data;
    const who = { ...place, customer_hash: service.hash(org.org, customer_id) };
    const key = await findKey(service.database.db, service.deps.data_keys, who);
    expect(openBytes(key!, sealed, frameAad(place, 0)).equals(sent!.frames[0]!)).toBe(true);
  });

  it('loses its frames, but not their hashes, when the retention is over', async () => {
    const { desktop, attempt, session_id } = await capturing();
    await desktop.submit(attempt);
    clock.pass(86_401);
    await expireDue(service.deps);
    expect(() =>
      readdirSync(join(service.config.data_dir, 'frames', org.org, 'production', session_id)),
    ).toThrow('ENOENT');
    const read = await service.call({
      path: `/facecheck/session/${session_id}`,
      token: org.results.production,
    });
    expect(read.data.retention).toMatchObject({ frames: 'deleted', delete_after: null });
    expect(read.data.attempts[0].frames).toHaveLength(8);
  });
});

describe('the findings of the runner', () => {
  it('ask for another try with a quality code, and decline the last attempt', async () => {
    await withRunner(finds({ outcome: 'analysed', quality: ['too_dark'], checks: {} }), async () => {
      const { desktop, attempt } = await capturing();
      const first = await desktop.submit(attempt);
      expect(first.data.session).toMatchObject({
        status: 'in_progress',
        attempts_used: 1,
        last_error: { code: 'too_dark', retryable: true },
      });
      await desktop.submit(await desktop.attempt());
      const last = await desktop.submit(await desktop.attempt());
      expect(last.data.session).toMatchObject({ status: 'completed', attempts_used: 3 });
      const read = await service.call({
        path: `/facecheck/session/${last.data.session.session_id}`,
        token: org.results.production,
      });
      expect(read.data.decision).toBe('declined');
    });
  });

  it('never tell the client which check failed', async () => {
    await withRunner(
      finds({ outcome: 'analysed', quality: [], checks: { liveness: check('fail') } }),
      async () => {
        const { desktop, attempt } = await capturing();
        const answer = await desktop.submit(attempt);
        expect(answer.data.session.last_error).toEqual({ code: 'capture_failed', retryable: true });
        expect(answer.text).not.toMatch(/liveness|score/);
      },
    );
  });

  it('approve when liveness passed and no other check objects', async () => {
    await withRunner(
      finds({ outcome: 'analysed', quality: [], checks: { liveness: check('pass') } }),
      async () => {
        const { desktop, attempt, session_id } = await capturing();
        await desktop.submit(attempt);
        const read = await service.call({
          path: `/facecheck/session/${session_id}`,
          token: org.results.production,
        });
        expect(read.data.decision).toBe('approved');
      },
    );
  });

  it('count as an outage when the runner throws', async () => {
    await withRunner({ analyse: async () => Promise.reject(new Error('out of memory')) }, async () => {
      const { desktop, attempt } = await capturing();
      expect((await desktop.submit(attempt)).data.session).toMatchObject({
        status: 'in_progress',
        last_error: { code: 'processing_failed', retryable: true },
      });
    });
  });

  it('are given up after sixty seconds: the session goes back or, without attempts, fails', async () => {
    const waits = async () => {
      const { desktop, attempt, session_id } = await capturing();
      for (const expected of ['in_progress', 'in_progress', 'failed']) {
        const open =
          expected === 'in_progress' && (await desktop.status()).data.attempts_used === 0
            ? attempt
            : await desktop.attempt();
        const submitted = desktop.submit(open);
        await expect.poll(async () => (await desktop.status()).data.status).toBe('processing');
        expect((await desktop.attempt()).code).toBe('attempt_open');
        clock.pass(61);
        await expireDue(service.deps);
        expect((await desktop.status()).data.status).toBe(expected);
        await submitted;
      }
      expect((await eventsOf(service, session_id)).at(-1)).toBe('failed');
    };
    await withRunner({ analyse: () => new Promise(() => undefined) }, waits, 300);
  });

  it('lose against a cancellation during processing', async () => {
    let release: (findings: Findings) => void = () => undefined;
    const slow = new Promise<Findings>((resolve) => {
      release = resolve;
    });
    await withRunner({ analyse: () => slow }, async () => {
      const { desktop, attempt } = await capturing();
      const submitted = desktop.submit(attempt);
      await expect.poll(async () => (await desktop.status()).data.status).toBe('processing');
      await desktop.cancel();
      release({ outcome: 'analysed', quality: [], checks: { liveness: check('pass') } });
      expect((await submitted).data.session.status).toBe('canceled');
    });
  });
});
