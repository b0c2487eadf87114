import { expect, it } from 'vitest';
import type { Outcome } from '../outcome.ts';
import { cutReport, type Jumps } from './cut-sign.ts';
import { PERSON, VARIANTS } from './filmed.ts';
import { throughReport } from './through-report.ts';
import type { Tried } from './tried.ts';

const check = (outcome: string, ...reasons: string[]) => ({ outcome, score: null, threshold: null, reasons });

const tried = (person: string, kind: string, light: 'pass' | 'fail', more: Partial<Tried> = {}): Tried => ({
  person,
  kind,
  variant: kind === 'honest' ? PERSON.name : VARIANTS[0]!.name,
  lux: 100,
  answers: true,
  outcome: {
    end: light === 'pass' ? 'approved' : 'declined',
    by: [],
    checks: {
      light: light === 'pass' ? check('pass') : check('fail', 'no_light_on_the_face', 'lag_75'),
      injection: check('pass'),
    },
    ms: 1,
  } satisfies Outcome,
  ...more,
});

const jumps = (person: string, kind: Jumps['kind'], atColours: number, alone: number): Jumps => ({
  person,
  kind,
  atColours,
  alone,
});
const JUMPS = ['a', 'b'].flatMap((person) => [
  jumps(person, 'whole', 1, 0),
  jumps(person, 'sorted', person === 'a' ? 2 : 1.3, 0),
  jumps(person, 'spliced', 1, 2),
]);

it('counts people and forgers, and leaves those out of the approved who do not answer the challenge', () => {
  const mute = tried('c', 'honest', 'pass', { answers: false });
  mute.outcome = { ...mute.outcome, end: 'declined' };
  const all = [
    tried('a', 'honest', 'pass'),
    tried('b', 'honest', 'pass'),
    mute,
    tried('a', 'stitched', 'fail'),
  ];
  const { text, good } = throughReport(all, JUMPS);
  expect(good).toBe(true);
  expect(text).toContain('| a person | 100 | 2 of 2: 100 %');
  expect(text).toContain('| 3 of 3 | 3 of 3: 100 %');
  expect(text).toMatch(/stitched: shows no colour .*0 of 1.* no_light_on_the_face 1 \|/);
  expect(text).not.toContain('lag_75 1');
});

it('misses the bar when a forger is approved', () => {
  const { good } = throughReport([tried('a', 'honest', 'pass'), tried('a', 'stitched', 'pass')], JUMPS);
  expect(good).toBe(false);
});

it('counts each sign as shipped, and with the threshold of the other people', () => {
  const text = cutReport(JUMPS);
  expect(text).toMatch(
    /\| jumps at the colours \| 1\.000 \| 0 of 2[^|]*\| 1 of 2[^|]*\| 0 of 2[^|]*\| 2 of 2/,
  );
  expect(text).toMatch(/\| changes that stand out \| 1\.000 \| 0 of 2[^|]*\| 2 of 2/);
});
