import { describe, expect, it } from 'vitest';
import { boundsAround } from './span.ts';

describe('the bounds around several places', () => {
  it('leave out the widest part where nothing is, over the 180th meridian too', () => {
    expect(boundsAround([])).toBeNull();
    expect(
      boundsAround([
        [-10, 35, 5, 45],
        [20, 40, 30, 50],
      ]),
    ).toEqual([-10, 35, 30, 50]);
    // Fiji, and the United States with the last of the Aleutian Islands.
    expect(
      boundsAround([
        [177, -19, 180, -15],
        [-180, -18, -178, -16],
      ]),
    ).toEqual([177, -19, 182, -15]);
    expect(
      boundsAround([
        [-180, 51, -66, 71],
        [172, 52, 180, 53],
      ]),
    ).toEqual([-188, 51, -66, 71]);
    expect(boundsAround([[-180, -91, 180, -60]])).toEqual([-180, -90, 180, -60]);
    expect(
      boundsAround([
        [178, 0, 190, 5],
        [-175, 1, -171, 2],
      ]),
    ).toEqual([-182, 0, -170, 5]);
  });
});
