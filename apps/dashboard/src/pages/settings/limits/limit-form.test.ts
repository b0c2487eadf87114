import { CAPS, LIMITS } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import {
  holdsWords,
  inputOf,
  limitWords,
  readInput,
  type ShownLimit,
  sizeWords,
  spoken,
  withLimit,
} from './limit-form.ts';

const rate = (name: string, given: Partial<ShownLimit> = {}): ShownLimit => ({
  name,
  kind: 'rate',
  rate: 50,
  burst: 100,
  set_by: 'default',
  own: true,
  ...given,
});
const size = (name: string, given: Partial<ShownLimit> = {}): ShownLimit => ({
  name,
  kind: 'size',
  size: 16_384,
  most: 65_536,
  set_by: 'default',
  own: true,
  ...given,
});

describe('a limit in words', () => {
  it.each([
    [rate('preflight'), '50 a second, 100 at once'],
    [rate('verify_customer', { rate: 0.5, burst: 30 }), '30 a minute, 30 at once'],
    [rate('sign_in', { rate: 5 / 900, burst: 5 }), '20 an hour, 5 at once'],
    [rate('preflight', { rate: 0, burst: 1 }), 'off'],
    [rate('preflight', { rate: undefined, burst: undefined }), 'off'],
    [size('body_bytes'), '16\u00a0KB'],
    [size('capture_body_bytes', { size: 8 * 1_024 * 1_024 }), '8\u00a0MB'],
    [size('frame_bytes', { size: 1_500_000 }), '1,500,000\u00a0bytes'],
    [size('frame_pixels', { size: 16_000_000 }), '16,000,000\u00a0pixels'],
    [size('short_codes_per_session', { size: 120 }), '120'],
  ])('%o is %s', (limit, words) => {
    expect(holdsWords(limit)).toBe(words);
  });

  it('has words for every limit, and keeps the name of one that it does not know', () => {
    for (const name of [...Object.keys(LIMITS), ...Object.keys(CAPS)])
      expect(limitWords(name)).not.toMatch(new RegExp(`^${name}$|\``));
    expect(limitWords('new_limit')).toBe('New_limit');
  });

  it('says a rate as people do', () => {
    expect(spoken(5 / 900)).toEqual({ amount: 20, period: 'hour' });
    expect(spoken(0.0001)).toEqual({ amount: 0.36, period: 'hour' });
  });

  it('gives a size in the largest unit that is whole', () => {
    expect(sizeWords('body_bytes', 1_500)).toBe('1,500\u00a0bytes');
    expect(sizeWords('body_bytes', 2_048)).toBe('2\u00a0KB');
  });
});

describe('a limit as it is typed', () => {
  it.each([rate('preflight'), rate('verify_customer', { rate: 0.5, burst: 30 }), size('body_bytes')])(
    'is read back as it was: %o',
    (limit) => {
      const read = readInput(inputOf(limit), limit);
      expect(read).toEqual({
        value: limit.kind === 'size' ? limit.size : { rate: limit.rate, burst: limit.burst },
      });
    },
  );

  it('is 0 when it is off', () => {
    expect(readInput(inputOf(rate('preflight', { rate: 0 })), rate('preflight'))).toEqual({ value: 0 });
  });

  it.each([
    [{ kind: 'rate', off: false, amount: 0, period: 'second', burst: 1 }, 'amount'],
    [{ kind: 'rate', off: false, amount: '', period: 'second', burst: 1 }, 'amount'],
    [{ kind: 'rate', off: false, amount: 1, period: 'second', burst: 0 }, 'burst'],
    [{ kind: 'rate', off: false, amount: 1, period: 'second', burst: 1.5 }, 'burst'],
    [{ kind: 'size', size: 0 }, 'size'],
    [{ kind: 'size', size: 65_537 }, 'size'],
  ] as const)('%o has a problem in %s', (input, field) => {
    expect(readInput(input, size('body_bytes'))).toMatchObject({ field });
  });
});

describe('the limits of an organization', () => {
  const limits = [
    rate('preflight', { set_by: 'organization', rate: 5, burst: 10 }),
    rate('portal', { set_by: 'organization', rate: 0 }),
    rate('results', { set_by: 'operator' }),
    size('body_bytes', { set_by: 'organization', size: 20_000 }),
  ];

  it('keep the others when one is changed', () => {
    expect(withLimit(limits, 'results', { rate: 1, burst: 2 })).toEqual({
      preflight: { rate: 5, burst: 10 },
      portal: 0,
      body_bytes: 20_000,
      results: { rate: 1, burst: 2 },
    });
  });

  it('lose the one that goes back to its default', () => {
    expect(withLimit(limits, 'portal', null)).toEqual({
      preflight: { rate: 5, burst: 10 },
      body_bytes: 20_000,
    });
  });
});
