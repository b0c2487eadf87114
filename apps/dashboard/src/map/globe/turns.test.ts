import { describe, expect, it } from 'vitest';
import { turnedToSee, turnsIn } from './turns.ts';

describe('the worlds beside each other', () => {
  const view = (lng: number, scale: number) => ({
    centre: [lng / 360 + 0.5, 0.5] as const,
    scale,
    width: 800,
    height: 400,
  });

  it('are two on a map over the 180th meridian, and one on any other and from far', () => {
    expect(turnsIn(view(0, 4_000))).toEqual([0]);
    expect(turnsIn(view(180, 4_000))).toEqual([0, 1]);
    expect(turnsIn(view(-179, 4_000))).toEqual([-1, 0]);
    expect(turnsIn(view(300, 4_000))).toEqual([1]);
    expect(turnsIn(view(180, 500))).toEqual([0]);
  });

  it('show a place in the nearer one, and where it is drawn when there is one alone', () => {
    const honolulu = [-157.8 / 360 + 0.5, 0.4] as const;
    expect(turnedToSee(view(178, 4_000), honolulu).centre[0]).toBeCloseTo(178 / 360 - 0.5, 9);
    expect(turnedToSee(view(-178, 4_000), honolulu)).toEqual(view(-178, 4_000));
    const far = view(28, 760);
    expect(turnedToSee(far, honolulu)).toBe(far);
  });
});
