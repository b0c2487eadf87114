import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newChallenge } from '../../challenge/challenge.ts';
import { type Alternative, type ChallengeFamily, pathOf, type StepKind } from '../../challenge/path.ts';
import type { FaceLook } from '../../vision/vision.ts';
import type { FrameFacts } from '../facts.ts';
import { distinguishedBits, satisfiedBy, stepFindings, verifyChallenge } from './challenge.ts';

/** Measured on a webcam clip of a person who looks ahead. */
const NEUTRAL = { yaw: 4.5, roll: 0.8, size: 0.42, width: 0.54, lift: -0.028, open: 0.016 };
type Measured = typeof NEUTRAL;

/**
 * Measured differences from looking ahead when people did it; turns and tilts as a person is asked for them.
 */
const MOTIONS: Record<StepKind, Partial<Measured>> = {
  front: {},
  turn_left: { yaw: 26, roll: 5 },
  turn_right: { yaw: -18, roll: -4 },
  tilt_left: { roll: 14, yaw: 7 },
  tilt_right: { roll: -13, yaw: 1 },
  smile: { width: 0.65, lift: 0.021, open: 0.12, size: 0.43 },
  mouth_open: { width: 0.529, lift: 0.018, open: 0.267, size: 0.45 },
  approach: { size: 0.55, yaw: 8, open: 0.011 },
  recede: { size: 0.3, yaw: 3 },
};

function frame(t_ms: number, step: string, now: Partial<Measured> | null): FrameFacts {
  const { yaw, roll, size, width, lift, open } = { ...NEUTRAL, ...now };
  const face: Omit<FaceLook, 'embedding'> = {
    confidence: 0.9,
    box: { x: 0.3, y: 0.2, width: 0.4, height: 0.5 },
    cut_off: false,
    centre: { x: 0.5, y: 0.45 },
    size,
    size_px: size * 480,
    pose: { yaw, roll, pitch: 8 },
    mouth: { width, lift, open },
    eyes: { left: 0.25, right: 0.25 },
    light: { face: 0.5, around: 0.5, contrast: 0.2, clipped: 0 },
    colour: { face: [0.3, 0.2, 0.2], around: [0.3, 0.3, 0.3] },
    sharpness: 60,
    grain: 0.005,
    covered: 0,
    live: 0.9,
  };
  const look = { width: 640, height: 480, faces: 1, face: now && face, print: '0'.repeat(16), thumbnail: '' };
  return { t_ms, step, sha256: '', look, same_person: 1 };
}

const FAMILIES: ChallengeFamily[] = ['turn', 'tilt', 'smile', 'approach', 'flash'];
const challengeFor = (alternative?: Alternative, challenges = FAMILIES) =>
  newChallenge({ mode: 'active', challenges }, { alternative }).challenge;
type Challenge = ReturnType<typeof challengeFor>;

/** The answer of a person with some natural head movement, seeded so that a failure can be repeated. */
const answerTo = (
  { steps }: Pick<Challenge, 'steps'>,
  unrest: (i: number) => number = () => 0,
): FrameFacts[] =>
  steps.map(({ id, kind }, i) => {
    const asked: Measured = { ...NEUTRAL, ...MOTIONS[kind as StepKind] };
    const [a, b, c] = [unrest(3 * i), unrest(3 * i + 1), unrest(3 * i + 2)];
    return frame(1_000 + 1_500 * i, id, {
      ...asked,
      yaw: asked.yaw + 3 * a,
      roll: asked.roll + 2 * b,
      size: asked.size * (1 + 0.03 * c),
      width: asked.width + 0.015 * a,
      lift: asked.lift + 0.004 * b,
    });
  });
const WISHES = fc.constantFrom(undefined, 'no_flash' as const, 'no_head_motion' as const);
const unrests = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 30, maxLength: 30 });

describe('the challenge', () => {
  it('accepts a correct answer with natural head movement', () => {
    fc.assert(
      fc.property(WISHES, unrests, (wish, unrest) => {
        const challenge = challengeFor(wish);
        const check = verifyChallenge(
          challenge,
          answerTo(challenge, (i) => unrest[i]!),
        );
        expect(check.reasons).toEqual([]);
        expect(check).toMatchObject({ outcome: 'pass', threshold: 1 });
        expect(check.score).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('fails an answer with another motion at a single step', () => {
    fc.assert(
      fc.property(
        WISHES,
        fc.nat(9),
        fc.constantFrom(...(Object.keys(MOTIONS) as StepKind[])),
        (wish, at, done) => {
          const challenge = challengeFor(wish);
          const kinds = ['front', ...(challenge.parameters.kinds as StepKind[])];
          fc.pre(challenge.steps[at]!.kind !== done && kinds.includes(done));
          const answer = answerTo(challenge);
          answer[at] = frame(answer[at]!.t_ms, answer[at]!.step, MOTIONS[done]);
          expect(verifyChallenge(challenge, answer).outcome).toBe('fail');
        },
      ),
    );
  });

  it('fails an answer to another challenge, and one in another order', () => {
    fc.assert(
      fc.property(WISHES, (wish) => {
        const [asked, other] = [challengeFor(wish), challengeFor(wish)];
        const kinds = ({ steps }: Challenge) => steps.map(({ kind }) => kind).join();
        fc.pre(kinds(asked) !== kinds(other));
        const answer = answerTo(other).map((each, i) => ({ ...each, step: asked.steps[i]!.id }));
        expect(verifyChallenge(asked, answer).outcome).toBe('fail');
      }),
    );
  });

  it('names the steps that were missed, for the backend alone', () => {
    const challenge = {
      ...challengeFor(),
      steps: stepsOf(['front', 'smile', 'front', 'turn_left', 'front']),
    };
    const answer = answerTo(challenge);
    answer[1] = frame(2_500, 's1', {});
    answer[3] = frame(5_500, 's3', { size: 0.8, yaw: 20 });
    answer[4] = frame(7_000, 's4', { yaw: 30 });
    expect(verifyChallenge(challenge, answer)).toEqual({
      outcome: 'fail',
      score: 0,
      threshold: 1,
      reasons: ['smile_not_shown_s1', 'turn_left_not_shown_s3', 'front_other_shown_s4'],
    });
  });

  it('names a step without a frame and a frame without a face', () => {
    const challenge = challengeFor();
    const answer = answerTo(challenge);
    answer[3] = frame(answer[3]!.t_ms, 's3', null);
    answer.splice(7, 1);
    const [s3, s7] = [challenge.steps[3]!.kind, challenge.steps[7]!.kind];
    expect(verifyChallenge(challenge, answer).reasons).toEqual([`${s3}_no_face_s3`, `${s7}_no_frame_s7`]);
    expect(stepFindings(challenge, answer)[7]).toMatchObject({ frame: null, strength: null });
  });

  it('is not asked for in a passive workflow', () => {
    const { challenge } = newChallenge({ mode: 'passive', challenges: FAMILIES });
    expect(verifyChallenge(challenge, [frame(0, 's0', {})]).outcome).toBe('skipped');
  });
});

describe('a still photograph', () => {
  it('fails every challenge with a smile or a turn, also when it is moved, zoomed and rotated', () => {
    const still = ['tilt_left', 'tilt_right', 'approach', 'recede', 'front'];
    fc.assert(
      fc.property(fc.subarray(FAMILIES, { minLength: 1 }), WISHES, (challenges, wish) => {
        fc.pre(wish === 'no_head_motion' || challenges.includes('smile') || challenges.includes('turn'));
        const challenge = challengeFor(wish, challenges);
        const answer = challenge.steps.map(({ id, kind }, i) =>
          frame(1_500 * i, id, still.includes(kind) ? MOTIONS[kind as StepKind] : {}),
        );
        expect(verifyChallenge(challenge, answer).outcome).toBe('fail');
      }),
    );
  });
});

describe('the bits', () => {
  it('are all distinguished: an answer fits its own challenge and no other of its path', () => {
    for (const [families, wish] of [
      [FAMILIES, undefined],
      [FAMILIES, 'no_head_motion'],
      [['turn'] as ChallengeFamily[], undefined],
    ] as const) {
      const path = pathOf(families, wish);
      const answers = [0.1, 0.5, 0.9].map((at) => {
        const kinds = path.unrank(Math.floor(at * path.count));
        return answerTo({ steps: stepsOf(kinds) });
      });
      for (const answer of answers) expect(satisfiedBy(path, answer)).toBe(1);
      expect(distinguishedBits(path, answers)).toBeCloseTo(path.bits, 9);
      expect(path.bits).toBeGreaterThanOrEqual(12);
    }
  });

  it('are all distinguished also when frontal steps are rarer than others', () => {
    const path = pathOf(FAMILIES, 'no_head_motion');
    const rest = ['mouth_open', 'mouth_open', 'mouth_open', 'smile', 'mouth_open', 'smile', 'front'] as const;
    const answer = answerTo({ steps: stepsOf(['front', 'front', 'mouth_open', ...rest]) });
    expect(satisfiedBy(path, answer)).toBe(1);
    // A person who does nothing satisfies no challenge at all.
    expect(satisfiedBy(path, answerTo({ steps: stepsOf(Array(10).fill('front')) }))).toBe(0);
  });
});

describe('a face that shows everything at once', () => {
  it('answers only the step that it shows most strongly', () => {
    const path = pathOf(FAMILIES, undefined);
    const all = { ...MOTIONS.smile, ...MOTIONS.turn_left, ...MOTIONS.tilt_left, size: 0.6, yaw: 40 };
    const answer = Array.from({ length: 10 }, (_, i) => frame(1_500 * i, `s${i}`, i % 2 ? all : {}));
    expect(satisfiedBy(path, answer)).toBe(1);
  });
});

function stepsOf(kinds: readonly StepKind[]): Challenge['steps'] {
  return kinds.map((kind, i) => ({ id: `s${i}`, kind, window_ms: 6_000, hold_ms: 500, min: 0 }));
}
