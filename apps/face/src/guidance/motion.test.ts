import { expect, test } from 'vitest';
import { FARTHEST_TURN, KINDS } from '../../../service/src/face/challenge/path.ts';
import type { Facts } from './facts.ts';
import { openMeter, openMotion } from './motion.ts';

const seen = (yaw: number): Facts =>
  ({
    at: 0,
    faces: 1,
    face: { pose: { yaw, roll: 0, pitch: 0 }, size: 0.4, mouth: { width: 0.4, lift: 0, open: 0.1 } },
    picture: { width: 720, height: 1_280 },
    took: 10,
  }) as unknown as Facts;
const opened = () => {
  const motion = openMotion();
  return { motion, look: openMeter(motion) };
};

test('measures a turn from the last look ahead, and is full well before the head is turned too far', () => {
  const { motion, look } = opened();
  look(seen(4), 'front', null);
  expect(motion.value.share).toBe(0);
  look(seen(4 + KINDS.turn_left.min / 2), 'turn_left', null);
  expect(motion.value).toMatchObject({ kind: 'turn_left', lamp: false });
  expect(motion.value.share).toBeGreaterThan(0.3);
  expect(motion.value.share).toBeLessThan(0.6);
  look(seen(4 + FARTHEST_TURN / 2), 'turn_left', null);
  expect(motion.value.share).toBe(1);
});

test('does not move for the other direction, nor without a face or a look ahead', () => {
  const { motion, look } = opened();
  look(seen(20), 'turn_left', null);
  expect(motion.value.share).toBe(0);
  look(seen(0), 'front', null);
  look(seen(-20), 'turn_left', null);
  expect(motion.value.share).toBe(0);
  look({ ...seen(20), face: null }, 'turn_left', null);
  expect(motion.value.share).toBe(0);
});

test('lights the screen in the dark, and keeps it lit until the camera is opened anew', () => {
  const { motion, look } = opened();
  look(seen(0), null, 'brightness_too_low');
  look(seen(0), 'front', null);
  expect(motion.value.lamp).toBe(true);
  openMeter(motion);
  expect(motion.value.lamp).toBe(false);
});
