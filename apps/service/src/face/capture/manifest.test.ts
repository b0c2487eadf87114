import { createHash, randomBytes } from 'node:crypto';
import { STEP_SLACK_MS } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { mutant } from '../../../testing/mutant.ts';
import { newChallenge } from '../challenge/challenge.ts';
import { settingsOf } from '../portal/workflow.ts';
import { chainOf, type ManifestFacts, manifestProblem } from './manifest.ts';

const ATTEMPT = 'fca_01JD0000000000000000000000';

/** An acceptable answer: one frame for each step, 1.5 s apart. */
function answer(change: (frames: { t_ms: number; step: string }[]) => void = () => undefined): ManifestFacts {
  const { challenge } = newChallenge(settingsOf({ name: 'x' }).liveness);
  const frames = challenge.steps.map(({ id }, i) => ({ t_ms: 900 + 1_500 * i, step: id }));
  change(frames);
  const nonce = randomBytes(32);
  const hashes = frames.map((_, i) => createHash('sha256').update(`${i}`).digest());
  return {
    attempt_id: ATTEMPT,
    nonce,
    challenge,
    hashes,
    clip: [],
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

/** The fifth frame follows the fourth after this time. */
const delayed = (gap_ms: number): ManifestFacts => ({
  ...answer((frames) => {
    for (const frame of frames.slice(4)) frame.t_ms += gap_ms - 1_500;
  }),
  elapsed_ms: 60_000,
});

it('accepts a frame that a slow device took a moment after the window of its step', () => {
  expect(manifestProblem(delayed(8_354))).toBeNull();
  expect(manifestProblem(delayed(8_000 + STEP_SLACK_MS))).toBeNull();
});

/** An attacker who needs longer than a person to make the picture that a step asks for. */
const ATTACK = delayed(8_000 + STEP_SLACK_MS + 1);

it('refuses a frame that comes later, and says which one and by how much', () => {
  expect(manifestProblem(ATTACK)).toBe("frame_4 1501 ms after its step's window");
});

it('accepts that frame with the window switched off', async () => {
  const open = await mutant<{ manifestProblem: typeof manifestProblem }>('face/capture/manifest.ts', [
    'late_ms > STEP_SLACK_MS',
    'late_ms > Infinity',
  ]);
  expect(open.manifestProblem(ATTACK)).toBeNull();
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

describe('frames whose hashes the manifest changes', () => {
  /** One picture sent for every step. The manifest gives each copy a hash of its own; the chain is right. */
  const copies = (): ManifestFacts => {
    const facts = answer();
    const hashes = facts.hashes.map(() => facts.hashes[0]!);
    const chain = chainOf(facts.nonce, hashes).toString('hex');
    return { ...facts, hashes, manifest: { ...facts.manifest, chain } };
  };

  it('are refused', () => {
    expect(manifestProblem(copies())).toBe('hash of frame_1');
  });

  it('mutation control: pass for different pictures when the hashes are not compared', async () => {
    const blind = await mutant<{ manifestProblem: typeof manifestProblem }>('face/capture/manifest.ts', [
      'if (wrong >= 0) return',
      'if (wrong < -1) return',
    ]);
    expect(blind.manifestProblem(copies())).toBeNull();
  });
});
