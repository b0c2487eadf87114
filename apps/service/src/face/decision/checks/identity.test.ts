import { describe, expect, it } from 'vitest';
import { factsOf, STEPS } from '../../../../testing/face/facts.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { FARTHEST_TURN } from '../../challenge/path.ts';
import { decide } from '../decision.ts';
import type { FaceFacts } from '../facts.ts';
import { judge } from '../judge.ts';
import { kindFrames } from './frames.ts';
import { isTurnedTooFar, othersIn } from './identity.ts';

const LEAST = { pair: 0.409, ahead: 0.427, turned: 0.3445 };
const TURNED = STEPS.indexOf('turn_left');
const FRONT = 4;

/** A capture in which one frame shows this yaw and this likeness to the others. */
const withFrame = (index: number, yaw: number, same_person: number): FaceFacts =>
  factsOf(undefined, (facts) => {
    facts.pack.same_person = LEAST;
    const frame = facts.frames[index]!;
    frame.same_person = same_person;
    frame.look.face!.pose.yaw = yaw;
  });
const others = (facts: FaceFacts) => othersIn(kindFrames(facts), facts.pack.same_person);
const verdict = (facts: FaceFacts, used = 1) => decide(judge(facts), { used, max: 3 });

describe('identity within one capture', () => {
  it.each([
    [0, 0.43, []],
    [0, 0.42, ['another_person_in_frame_3']],
    [8, 0.42, ['another_person_in_frame_3']],
    [11, 0.39, []],
    [11, 0.38, ['another_person_in_frame_3']],
    [-11, 0.39, []],
    [14, 0.345, []],
    [-34, 0.345, []],
    [20, 0.344, ['another_person_in_frame_3']],
    [FARTHEST_TURN, 0.344, ['another_person_in_frame_3']],
  ])('compares a head at %d° with likeness %d by the threshold of that yaw', (yaw, likeness, found) => {
    expect(others(withFrame(TURNED, yaw, likeness))).toEqual(found);
  });

  it('excuses no frontal frame by its yaw, because the frontal frames are what the others are held to', () => {
    expect(others(withFrame(FRONT, 19, 0.41))).toEqual([]);
    expect(others(withFrame(FRONT, 19, 0.4))).toEqual(['another_person_in_frame_4']);
    expect(others(withFrame(FRONT, 60, 0.4))).toEqual(['another_person_in_frame_4']);
    expect(isTurnedTooFar(kindFrames(withFrame(FRONT, 60, 0.4)), LEAST)).toBe(false);
  });

  it('asks a person who turned too far to turn less, and does not call them another person', () => {
    const facts = withFrame(TURNED, 48, 0.28);
    expect(others(facts)).toEqual([]);
    expect(judge(facts).quality).toEqual(['turned_too_far']);
    expect(verdict(facts)).toEqual({
      kind: 'retry',
      last_error: { code: 'turned_too_far', retryable: true },
    });
    expect(verdict(facts, 3)).toMatchObject({
      decision: 'declined',
      reasons: ['quality_turned_too_far'],
    });
  });

  it('asks for nothing when a head that is turned far still resembles the frontal frames', () => {
    expect(verdict(withFrame(TURNED, 48, 0.35))).toMatchObject({ decision: 'approved' });
  });

  it('finds nothing without a calibration', () => {
    const facts = withFrame(TURNED, 48, -1);
    expect(othersIn(kindFrames(facts), null)).toEqual([]);
    expect(isTurnedTooFar(kindFrames(facts), null)).toBe(false);
  });
});

describe('mutation controls: a stranger who stands in', () => {
  type Identity = typeof import('./identity.ts');
  type Quality = typeof import('./quality.ts');
  const IDENTITY = 'face/decision/checks/identity.ts';

  it('does the turns: is approved without the comparison of turned frames', async () => {
    const facts = withFrame(TURNED, 25, 0.3);
    expect(verdict(facts, 3)).toMatchObject({ decision: 'declined' });
    const without = await mutant<Identity>(IDENTITY, [
      'isUnlike(frame, least) && !isTooFar',
      'false && !isTooFar',
    ]);
    expect(without.othersIn(kindFrames(facts), LEAST)).toEqual([]);
  });

  it('looks ahead in a frontal step, half turned: passes if a turn excuses frontal frames', async () => {
    const facts = withFrame(FRONT, 19, 0.36);
    expect(others(facts)).not.toEqual([]);
    const without = await mutant<Identity>(IDENTITY, ["if (frame.kind === 'front') return pair;", '']);
    expect(without.othersIn(kindFrames(facts), LEAST)).toEqual([]);
  });

  it('looks ahead while the person smiles: passes if every frame gets the threshold of a turn', async () => {
    const facts = withFrame(STEPS.indexOf('smile'), 2, 0.4);
    expect(others(facts)).not.toEqual([]);
    const without = await mutant<Identity>(IDENTITY, ['Math.min(1, Math.max(0, share))', '1']);
    expect(without.othersIn(kindFrames(facts), LEAST)).toEqual([]);
  });

  it('turns beyond what can be compared: is approved without the complaint', async () => {
    const facts = withFrame(TURNED, 50, 0);
    expect(verdict(facts).kind).toBe('retry');
    const without = await mutant<Quality>('face/decision/checks/quality.ts', [
      'if (isTurnedTooFar(frames, facts.pack.same_person))',
      'if (false)',
    ]);
    expect(without.qualityCheck(facts).codes).toEqual([]);
    expect(others(facts)).toEqual([]);
  });
});
