import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newChallenge } from '../challenge/challenge.ts';
import { settingsOf } from '../portal/workflow.ts';
import { chainOf, type ManifestFacts, manifestProblem } from './manifest.ts';

const ATTEMPT = 'fca_01JD0000000000000000000000';

/** An acceptable answer: one frame for each step, 1.5 s apart. */
function answer(change: (frames: { t_ms: number; step: string }[]) => void = () => undefined): ManifestFacts {
  const { challenge } = newChallenge(settingsOf({ name: 'x' }).liveness, undefined);
  const frames = challenge.steps.map(({ id }, i) => ({ t_ms: 900 + 1_500 * i, step: id }));
  change(frames);
  const nonce = randomBytes(32);
  const hashes = frames.map((_, i) => createHash('sha256').update(`${i}`).digest());
  return {
    attempt_id: ATTEMPT,
    nonce,
    challenge,
    hashes,
    elapsed_ms: 16_000,
    manifest: {
      attempt_id: ATTEMPT,
      chain: chainOf(nonce, hashes).toString('hex'),
      frames: frames.map((frame, i) => ({ ...frame, sha256: hashes[i]!.toString('hex') })),
    },
  };
}

it('accepts one frame for each step, each within its window', () => {
  expect(manifestProblem(answer())).toBeNull();
  const slow = answer((frames) => {
    frames[9]!.t_ms = frames[8]!.t_ms + 7_999;
  });
  expect(manifestProblem({ ...slow, elapsed_ms: 60_000 })).toBeNull();
});

it('refuses a frame that comes after the window of its step', () => {
  const late = answer((frames) => {
    for (const frame of frames.slice(4)) frame.t_ms += 7_000;
  });
  expect(manifestProblem({ ...late, elapsed_ms: 60_000 })).toBe("frame_4 after its step's window");
});

it('refuses times that decrease, repeat, or exceed the time that passed on the server', () => {
  expect(
    manifestProblem(
      answer((frames) => {
        frames[3]!.t_ms = frames[2]!.t_ms;
      }),
    ),
  ).toBe('times do not rise');
  expect(manifestProblem({ ...answer(), elapsed_ms: 11_000 })).toBe('longer than the attempt was open');
  expect(manifestProblem({ ...answer(), elapsed_ms: 11_500 })).toBeNull();
});

it('refuses steps that are unknown, out of order, or skipped although frames remained', () => {
  expect(
    manifestProblem(
      answer((frames) => {
        frames[9]!.step = 's10';
      }),
    ),
  ).toBe('unknown step');
  expect(
    manifestProblem(
      answer((frames) => {
        [frames[2]!.step, frames[3]!.step] = ['s3', 's2'];
      }),
    ),
  ).toBe('steps out of order');
  expect(
    manifestProblem(
      answer((frames) => {
        frames[9]!.step = 's8';
      }),
    ),
  ).toBe('a step without a frame');
});

it('accepts eight frames, and leaves the missing steps to the check', () => {
  expect(manifestProblem(answer((frames) => void frames.splice(4, 2)))).toBeNull();
  expect(
    manifestProblem(
      answer((frames) => {
        frames.splice(4, 2);
        frames[7]!.step = 's8';
      }),
    ),
  ).toBe('a step without a frame');
});

it('accepts an answer that is too fast for a person, and leaves it to the check', () => {
  expect(
    manifestProblem(
      answer((frames) => {
        for (const [i, frame] of frames.entries()) frame.t_ms = 10 * i;
      }),
    ),
  ).toBeNull();
});
