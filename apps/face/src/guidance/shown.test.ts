import { expect, test } from 'vitest';
import { KINDS, type StepKind } from '../../../service/src/face/challenge/path.ts';
import type { Facts, SeenFace } from './facts.ts';
import { Answers } from './shown.ts';
import { GOOD } from './testing/seen-face.ts';

const AHEAD: SeenFace = { ...GOOD, pose: { yaw: 2, pitch: 0, roll: -1 } };
const look = (face: Partial<SeenFace> | null): Facts => ({
  at: 0,
  faces: 1,
  face: face && { ...AHEAD, ...face },
  picture: { width: 1280, height: 720 },
  took: 20,
});

/** A face that shows the requested movement, by `share` of what the service wants. */
const doing = (kind: StepKind, share: number): Partial<SeenFace> => {
  const by = KINDS[kind].min * share;
  const { pose, mouth, size } = AHEAD;
  switch (kind) {
    case 'front':
      return {};
    case 'turn_left':
      return { pose: { ...pose, yaw: pose.yaw + by } };
    case 'turn_right':
      return { pose: { ...pose, yaw: pose.yaw - by } };
    case 'tilt_left':
      return { pose: { ...pose, roll: pose.roll + by } };
    case 'tilt_right':
      return { pose: { ...pose, roll: pose.roll - by } };
    case 'smile':
      return { mouth: { ...mouth, width: mouth.width * (1 + by) } };
    case 'mouth_open':
      return { mouth: { ...mouth, open: mouth.open + by } };
    case 'approach':
      return { size: size * KINDS.approach.min ** share };
    case 'recede':
      return { size: size / KINDS.recede.min ** share };
  }
};
const KINDS_ASKED = (Object.keys(KINDS) as StepKind[]).filter((kind) => kind !== 'front');
const begun = () => {
  const answers = new Answers(KINDS_ASKED);
  answers.took('front', look({}));
  return answers;
};

test.each(KINDS_ASKED)('recognises %s once it is shown far enough, and not before', (kind) => {
  const answers = begun();
  expect(answers.shows(kind, look(doing(kind, 1.3)))).toBe(true);
  expect(answers.shows(kind, look(doing(kind, 1.05)))).toBe(false);
  expect(answers.shows(kind, look({}))).toBe(false);
  expect(answers.shows('front', look(doing(kind, 1.3)))).toBe(false);
  expect(answers.shows('front', look(doing(kind, 0.3)))).toBe(true);
});

test('accepts a movement only if no other one is shown more strongly', () => {
  const both = { ...doing('smile', 1.3), ...doing('turn_left', 2) };
  expect(begun().shows('smile', look(both))).toBe(false);
  expect(begun().shows('turn_left', look(both))).toBe(true);
});

test('takes no head for turned that is turned so far that the service could take it for another', () => {
  const at = (yaw: number) => look({ pose: { ...AHEAD.pose, yaw } });
  expect(begun().shows('turn_left', at(31))).toBe(true);
  expect(begun().shows('turn_left', at(36))).toBe(false);
  expect(begun().shows('turn_right', at(-36))).toBe(false);
});

test('compares a movement with a frontal picture, and needs one', () => {
  expect(new Answers(KINDS_ASKED).shows('turn_left', look(doing('turn_left', 2)))).toBe(false);
});

test('does not wait for a face that the service could not judge', () => {
  const dark = { light: { ...AHEAD.light, face: 0.05 } };
  expect(begun().shows('front', look(dark))).toBe(false);
  expect(begun().shows('front', look(null))).toBe(false);
});

test('compares straight ahead with the beginning, not with the last position', () => {
  const answers = begun();
  for (const share of [0.4, 0.7, 1]) answers.took('front', look(doing('approach', share)));
  expect(answers.shows('front', look(doing('approach', 1)))).toBe(false);
});
