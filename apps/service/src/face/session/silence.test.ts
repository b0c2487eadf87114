import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faceGolden } from '../../../testing/engines/golden.ts';
import { MovableClock, person } from '../../../testing/face/face.ts';
import { answering, atEase } from '../../../testing/face/runner.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { decide, QUALITY_CODES } from '../decision/decision.ts';
import { FACE_ENGINE_VERSION } from '../decision/judge.ts';

/** The codes that a failed attempt may give. */
const TOLD = [...QUALITY_CODES, 'capture_failed'];
const HOME = join(import.meta.dirname, '..');
const source = (file: string) =>
  readFileSync(join(HOME, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '');

describe('the information that a client gets from an analysis', () => {
  it('is a quality code or `capture_failed`, whatever was found', () => {
    // That the engine decides as its golden file says: `decision/engines.test.ts`.
    const told = faceGolden(FACE_ENGINE_VERSION).flatMap(({ decided: { verdict } }) => {
      return verdict.kind === 'retry' ? [verdict.last_error] : [];
    });
    expect(told.length).toBeGreaterThan(15);
    for (const { code } of told) expect(TOLD).toContain(code);
  });

  it('is decided in one place: no other file of the analysis writes `last_error`', () => {
    const files = globSync('**/*.ts', { cwd: HOME }).filter((file) => !/\.test\.ts$/.test(file));
    const writes = files.filter((file) => /last_error:\s*(\{|verdict|[a-z]+\.)/.test(source(file)));
    // Timers, hand-offs and outages write fixed codes of their own. `processing` passes on the code of the
    // verdict.
    expect(writes.sort()).toEqual([
      'capture/processing.ts',
      'consent/give.ts',
      'consent/withdraw.ts',
      'decision/decision.ts',
      'handoff/redeem.ts',
      'session/public-view.ts',
      'session/settle.ts',
    ]);
    const { length } = [...source('decision/decision.ts').matchAll(/last_error: \{\s*code: (?!string)/g)];
    expect(length).toBe(1);
    expect(source('decision/decision.ts')).toMatch(
      /QUALITY_CODES\.includes\(code .*\) \? code! : 'capture_failed'/,
    );
  });

  it('goes through a view that lists its fields, without checks, reasons or scores', () => {
    expect(source('session/public-view.ts')).not.toMatch(/checks|reasons|score|\.\.\.session\b/);
    for (const file of [
      'capture/submit.ts',
      'session/status.ts',
      'session/session.ts',
      'capture/attempt.ts',
      'handoff/redeem.ts',
    ])
      expect(source(file), file).not.toMatch(/\b(session|row)\.(checks|reasons)\b/);
  });

  it('mutation control: without the list of codes a reason is sent', async () => {
    const open = await mutant<{ decide: typeof decide }>('face/decision/decision.ts', [
      "QUALITY_CODES.includes(code as (typeof QUALITY_CODES)[number]) ? code! : 'capture_failed'",
      'code!',
    ]);
    const leaking = { outcome: 'analysed' as const, quality: ['one_plane_zoomed'], checks: {} };
    const attempts = { used: 1, max: 3 };
    expect(open.decide(leaking, attempts)).toMatchObject({ last_error: { code: 'one_plane_zoomed' } });
    expect(decide(leaking, attempts)).toMatchObject({ last_error: { code: 'capture_failed' } });
  });
});

describe('over HTTP', () => {
  const clock = new MovableClock();
  const service = testService({ replace: clock.replacement, unlimited: true });
  const org = testOrganization(service);

  it('an attack is answered with nothing but `capture_failed`; the backend sees why', async () => {
    service.deps.face.runner = answering((facts) => {
      facts.track = { constructor: 'CanvasCaptureMediaStreamTrack', label: 'OBS Virtual Camera' };
      for (const frame of facts.frames) frame.same_person = 0.1;
    });
    const desktop = await person(service, org);
    const { session_id } = (await desktop.open()).data.session;
    await desktop.consent();
    const answers: string[] = [];
    for (let i = 0; i < 3; i++) {
      const attempt = await desktop.attempt();
      clock.pass(17);
      const answer = await desktop.submit(attempt, atEase(attempt));
      if (i < 2) expect(answer.data.session.last_error).toEqual({ code: 'capture_failed', retryable: true });
      answers.push(answer.text, (await desktop.status()).text, (await desktop.open()).text);
    }
    const { data } = await service.call({
      path: `/facecheck/session/${session_id}`,
      token: org.results.production,
    });
    expect(data.decision).toBe('declined');
    const checks = Object.values(data.checks) as { reasons: string[] }[];
    const reasons = [...data.reasons, ...checks.flatMap((check) => check.reasons)];
    expect(reasons).toEqual(
      expect.arrayContaining(['track_made_by_a_page', 'faces_swapped', 'liveness_fail']),
    );
    for (const text of answers)
      for (const secret of [...reasons, ...Object.keys(data.checks), 'score', 'threshold'])
        expect(text).not.toContain(`"${secret}"`);
  });
});
