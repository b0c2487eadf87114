import { expect, test } from 'vitest';
import { newChallenge } from './challenge.ts';
import { effortOf } from './effort.ts';

const ALL = ['turn', 'tilt', 'smile', 'approach', 'flash'] as const;

test('promises the kinds of movements that a drawn challenge asks for, and never fewer of them', () => {
  for (const challenges of [ALL, ['smile'] as const, ['turn', 'smile'] as const]) {
    const effort = effortOf({ mode: 'active', challenges });
    for (let i = 0; i < 200; i++) {
      const { challenge } = newChallenge({ mode: 'active', challenges }, undefined);
      const movements = challenge.steps.map(({ kind }) => kind).filter((kind) => kind !== 'front');
      expect(movements.length).toBeLessThanOrEqual(effort.movements);
      for (const kind of movements) expect(effort.kinds).toContain(kind);
    }
    expect(effort.seconds % 5).toBe(0);
  }
});

test('says that light may appear only where the workflow asks for it', () => {
  expect(effortOf({ mode: 'active', challenges: ALL }).colours).toBe(true);
  expect(effortOf({ mode: 'active', challenges: ['turn', 'smile'] }).colours).toBe(false);
});

test('promises no movement and a few seconds where the person only looks ahead', () => {
  expect(effortOf({ mode: 'passive', challenges: ALL })).toEqual({
    kinds: [],
    movements: 0,
    seconds: 5,
    colours: false,
  });
});
