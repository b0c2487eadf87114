import { expect, test } from 'vitest';
import { newChallenge, type Wish } from './challenge.ts';
import { effortOf } from './effort.ts';

const ALL = ['turn', 'tilt', 'smile', 'approach', 'flash'] as const;

test('promises what a drawn challenge asks for where light can be shown: its kinds, and never fewer movements', () => {
  for (const challenges of [ALL, ['smile'] as const, ['turn', 'smile'] as const]) {
    const effort = effortOf({ mode: 'active', challenges });
    for (let i = 0; i < 200; i++) {
      const { challenge } = newChallenge({ mode: 'active', challenges }, { light: 'ready' });
      const movements = challenge.steps.map(({ kind }) => kind).filter((kind) => kind !== 'front');
      expect(movements.length).toBeLessThanOrEqual(effort.movements);
      for (const kind of movements) expect(effort.kinds).toContain(kind);
    }
    expect(effort.seconds % 5).toBe(0);
    if (challenges === ALL) expect(effort.movements).toBeLessThanOrEqual(4);
  }
});

test('promises each person the movements of the challenges that are drawn for them, and no fewer', () => {
  const wishes: [wish: Wish, promised: (effort: ReturnType<typeof effortOf>) => number | undefined][] = [
    [{ light: 'ready' }, (effort) => effort.movements],
    [{ light: 'ready', alternative: 'no_flash' }, ({ unlit }) => unlit?.movements],
    [{ light: 'declined' }, ({ unlit }) => unlit?.movements],
    [{ light: 'too_bright' }, ({ unlit }) => unlit?.movements],
    [{ light: 'unable' }, ({ unlit }) => unlit?.movements],
    [{ light: 'ready', alternative: 'no_head_motion' }, ({ motionless }) => motionless?.movements],
    [{ light: 'declined', alternative: 'no_head_motion' }, ({ motionless }) => motionless?.unlit?.movements],
  ];
  const effort = effortOf({ mode: 'active', challenges: ALL });
  for (const [wish, promised] of wishes) {
    const asked = Array.from({ length: 200 }, () => {
      const { challenge } = newChallenge({ mode: 'active', challenges: ALL }, wish);
      return challenge.steps.filter(({ kind }) => kind !== 'front').length;
    });
    expect(Math.max(...asked), JSON.stringify(wish)).toBeLessThanOrEqual(promised(effort)!);
    expect(Math.max(...asked)).toBeGreaterThanOrEqual(promised(effort)! - 1);
  }
  // One movement more takes the place of the light, and less time.
  expect(effort.unlit).toEqual({ movements: effort.movements + 1, seconds: effort.seconds - 5 });
});

test('says that light may appear only where the workflow asks for it', () => {
  expect(effortOf({ mode: 'active', challenges: ALL }).colours).toBe(true);
  const without = effortOf({ mode: 'active', challenges: ['turn', 'smile'] });
  expect([without.colours, without.unlit, without.motionless?.unlit]).toEqual([false, undefined, undefined]);
});

test('promises no movement and a few seconds where the person only looks ahead', () => {
  expect(effortOf({ mode: 'passive', challenges: ALL })).toEqual({
    kinds: [],
    movements: 0,
    seconds: 5,
    colours: false,
  });
});
