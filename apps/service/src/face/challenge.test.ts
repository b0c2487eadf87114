import { expect, it } from 'vitest';
import { type Alternative, cryptoDraw, MIN_BITS, newChallenge } from './challenge.ts';
import { settingsOf } from './workflow-settings.ts';

type Kind = 'turn' | 'look' | 'tilt' | 'smile' | 'approach' | 'flash';
const KINDS: Kind[] = ['turn', 'look', 'tilt', 'smile', 'approach', 'flash'];
const WORKFLOWS: Kind[][] = [
  ...KINDS.map((kind) => [kind]),
  ...KINDS.flatMap((a, i) => KINDS.slice(i + 1).map((b) => [a, b])),
  KINDS,
];
const liveness = (challenges?: Kind[], mode?: 'passive') =>
  settingsOf({ name: 'x', liveness: { challenges, mode } }).liveness;
const WISHES: (Alternative | undefined)[] = [undefined, 'no_flash', 'no_head_motion', 'audio'];

it.each(WISHES)('spends at least 12 bits on every path (wish: %s)', (wish) => {
  for (const workflow of [undefined, ...WORKFLOWS]) {
    for (let i = 0; i < 20; i++) {
      const { challenge, bits } = newChallenge(liveness(workflow), wish);
      expect(bits).toBeGreaterThanOrEqual(MIN_BITS);
      // Ten frames have to be enough for five that look ahead and one of every other step.
      expect(challenge.steps.length).toBeLessThanOrEqual(5);
      expect(new Set(challenge.steps.map(({ id }) => id)).size).toBe(challenge.steps.length);
    }
  }
});

it('counts its bits honestly: what chance was asked for multiplies to them', () => {
  for (const workflow of [undefined, ...WORKFLOWS]) {
    let counted = 0;
    const { bits } = newChallenge(liveness(workflow), undefined, (n) => {
      counted += Math.log2(n);
      return cryptoDraw(n);
    });
    expect(counted).toBeCloseTo(bits, 6);
  }
});

it('draws different challenges', () => {
  const drawn = Array.from({ length: 200 }, () =>
    JSON.stringify(newChallenge(liveness(), undefined).challenge),
  );
  expect(new Set(drawn).size).toBeGreaterThan(190);
});

it('has no flash for whom it is harmful, and no head motion for whom it is hard', () => {
  for (let i = 0; i < 50; i++) {
    const kinds = (wish: Alternative) =>
      newChallenge(liveness(), wish).challenge.steps.map(({ kind }) => kind);
    expect(kinds('no_flash')).not.toContain('flash');
    expect(kinds('no_head_motion').filter((kind) => !['front', 'flash', 'smile'].includes(kind))).toEqual([]);
  }
});

it('asks for nothing in a passive workflow, and says so', () => {
  const { challenge } = newChallenge(liveness(undefined, 'passive'), undefined);
  expect(challenge.type).toBe('passive');
  expect(challenge.steps.map(({ kind }) => kind)).toEqual(['front']);
});

it('never asks for the same motion or colour twice in a row', () => {
  for (let i = 0; i < 50; i++) {
    const { challenge } = newChallenge(liveness(['turn', 'flash']), undefined);
    const colours = challenge.parameters.colours as string[];
    expect(colours.some((colour, at) => colour === colours[at - 1])).toBe(false);
  }
});
