import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../../lab/borders/random.ts';
import { p95Of } from './position.ts';

/** Radii for σ = 20 m, as each source reports them. */
const SIGMA_M = 20;
const REPORTED = {
  p95: Math.sqrt(-2 * Math.log(0.05)) * SIGMA_M,
  p68: Math.sqrt(-2 * Math.log(0.32)) * SIGMA_M,
  rms: Math.SQRT2 * SIGMA_M,
} as const;
const PLATFORM = { p95: 'web', p68: 'android', rms: 'ios' } as const;

describe('the normalised accuracy', () => {
  it.each(['p95', 'p68', 'rms'] as const)(
    'of a source that reports %s holds 95 ± 1 % of its true positions',
    (basis) => {
      const p95 = p95Of(
        {
          lat: 0,
          lng: 0,
          accuracy_m: REPORTED[basis],
          accuracy_basis: basis,
          measured_at: '2026-01-01T00:00:00Z',
        },
        PLATFORM[basis],
      );
      const { normal } = seeded(9);
      const n = 100_000;
      let held = 0;
      for (let i = 0; i < n; i++)
        if (Math.hypot(SIGMA_M * normal(), SIGMA_M * normal()) <= (p95 as number)) held++;
      expect(Math.abs(held / n - 0.95)).toBeLessThan(0.01);
    },
  );
});
