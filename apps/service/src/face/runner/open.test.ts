import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG } from '../../../../../testing/counts.ts';
import { type Changes, MovableClock, manifestOf, noises, person } from '../../../testing/face/face.ts';
import { atEase } from '../../../testing/face/runner.ts';
import { SAME_PERSON, still } from '../../../testing/face/stills.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import type { TestAnswer } from '../../../testing/service.ts';
import type { FaceEvidenceRecord } from '../evidence/record.ts';
import { exportFaceEvidence } from '../evidence/store.ts';
import { verifyFaceEvidence } from '../evidence/verify.ts';
import { newFaceParts } from '../parts.ts';
import { openRunner } from './open.ts';
import { noRunner } from './runner.ts';

/** Runs the real models on photographs, through the whole service. */
const clock = new MovableClock();
// Other tests share these cores: an answer may take its time.
const replace = { ...clock.replacement, face: { answer_within_ms: 50_000 } };
const service = testService({ replace, unlimited: true });
const org = testOrganization(service);
let close: () => Promise<void>;
beforeAll(async () => {
  close = openRunner(service.deps);
});
afterAll(async () => {
  await close();
});

/** Frames sent at a person's pace. */
const showing =
  (attempt: TestAnswer, frames: Buffer[]): Changes =>
  async (capture) => {
    await atEase(attempt)(capture);
    const times = capture.manifest.frames;
    capture.frames = frames;
    capture.manifest = manifestOf(attempt.data, frames);
    for (const [i, frame] of capture.manifest.frames.entries()) frame.t_ms = times[i].t_ms;
  };

async function submitted(frames: Buffer[]) {
  const desktop = await person(service, org);
  const { session_id } = (await desktop.open()).data.session;
  await desktop.consent();
  const attempt = await desktop.attempt();
  clock.pass(17);
  const answer = await desktop.submit(attempt, showing(attempt, frames));
  const [file] = await exportFaceEvidence(service.deps, { org: org.org, env: 'production', session_id });
  const record = JSON.parse(file!.record) as FaceEvidenceRecord;
  const report = await verifyFaceEvidence(JSON.stringify(file));
  return { answer, record, report };
}

/** The fewest frames that a capture may have. */
const FRAMES = 8;
const photographs = (count: number, change: (picture: Sharp, i: number) => Sharp = (picture) => picture) =>
  Promise.all(
    Array.from({ length: FRAMES }, (_, i) =>
      change(sharp(still(SAME_PERSON[i % count]!)), i)
        .jpeg({ quality: 82 + i })
        .toBuffer(),
    ),
  );

it('finds one person in good light, no answer and repeated moments in a series of photographs', async () => {
  const { answer, record, report } = await submitted(await photographs(3));
  expect(answer.data.session).toMatchObject({
    status: 'in_progress',
    last_error: { code: 'capture_failed', retryable: true },
  });
  if (record.findings.outcome !== 'analysed') throw new Error('the models did not answer');
  const { quality, challenge, liveness, injection } = record.findings.checks;
  expect(quality).toMatchObject({ outcome: 'pass', model: expect.stringMatching(/^accurate@/) });
  expect(challenge!.outcome).toBe('fail');
  expect(liveness).toMatchObject({ outcome: 'fail', reasons: expect.arrayContaining(['challenge_failed']) });
  expect(injection).toMatchObject({ outcome: 'fail', reasons: expect.arrayContaining(['moments_repeat']) });
  const { frames, pack } = record.input.facts!;
  expect(frames.map(({ look }) => look.faces)).toEqual(Array(FRAMES).fill(1));
  expect(Math.min(...frames.map(({ same_person }) => same_person!))).toBeGreaterThan(pack.same_person!.pair);
  expect(report).toMatchObject({ ok: true, decision: { outcome: 'identical', recorded: 'retry' } });
}, 120_000);

// In `npm test`, `vision/look.test.ts` measures the dark and finds no face where there is none,
// `decision/checks/checks.test.ts` judges both, and `capture/submit.test.ts` tells the person. The test above
// goes through all of them with the real models.
it.runIf(LONG)(
  'tells the person what is wrong with the picture, and approves nothing',
  async () => {
    const dark = await photographs(5, (picture, i) => picture.linear(0.12, i % 3));
    const { answer, report } = await submitted(dark);
    expect(answer.data.session.last_error.code).toMatch(/^(too_dark|no_face)$/);
    expect(report).toMatchObject({ ok: true, decision: { outcome: 'identical', recorded: 'retry' } });
    const nothing = await submitted(await noises(FRAMES));
    expect(nothing.answer.data.session.last_error).toEqual({ code: 'no_face', retryable: true });
  },
  120_000,
);

it('goes on without a pack that is not there: no engine, and every capture to review', async () => {
  const config = { ...service.config, face_pack: 'not-there' };
  const deps = { ...service.deps, config, face: newFaceParts(config) };
  const closed = openRunner(deps);
  expect([deps.face.runner, deps.face.vision]).toEqual([noRunner, null]);
  await closed();
});
