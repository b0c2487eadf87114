import { describe, expect, it } from 'vitest';
import { DELAYS_S, nextStep } from './schedule.ts';

const answered = (status: number | null, retry_after_s: number | null = null) => ({ status, retry_after_s });

describe('what follows an attempt', () => {
  it('is the end after a 2xx, and after the tenth failure', () => {
    for (const status of [200, 202, 204, 299])
      expect(nextStep(answered(status), 1, 0.5)).toEqual({ step: 'delivered' });
    expect(nextStep(answered(500), 10, 0.5)).toEqual({ step: 'exhausted' });
  });

  it('is the published delay, up to a tenth longer or shorter', () => {
    const delays = DELAYS_S.slice(1).map((_, i) => nextStep(answered(null), i + 1, 0.5));
    expect(delays).toEqual(DELAYS_S.slice(1).map((s) => ({ step: 'again', in_ms: s * 1_000 })));
    expect(nextStep(answered(500), 2, 0)).toEqual({ step: 'again', in_ms: 270_000 });
    expect(nextStep(answered(500), 2, 1)).toEqual({ step: 'again', in_ms: 330_000 });
    expect(DELAYS_S.reduce((sum, s) => sum + s, 0)).toBe(75 * 3_600 + 35 * 60 + 5);
  });

  it('treats a redirect as a failure, and switches off at 410', () => {
    expect(nextStep(answered(302), 1, 0.5)).toMatchObject({ step: 'again' });
    expect(nextStep(answered(410), 1, 0.5)).toEqual({ step: 'gone' });
  });

  it('waits as long as an overloaded receiver asks, up to a day', () => {
    expect(nextStep(answered(503, 600), 1, 0.5)).toEqual({ step: 'again', in_ms: 600_000 });
    expect(nextStep(answered(429, 1), 2, 0.5)).toEqual({ step: 'again', in_ms: 300_000 });
    expect(nextStep(answered(503, 1e9), 1, 0.5)).toEqual({ step: 'again', in_ms: 86_400_000 });
  });
});
