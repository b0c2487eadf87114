import { describe, expect, it } from 'vitest';
import { CHECK_ROWS } from '../../../../testing/engines/data/check-rows.ts';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { decide } from '../decision.ts';
import { CHECKS, CODES } from './all.ts';

describe.each(Object.entries(CHECK_ROWS))('%s', (code, rows) => {
  it.each(rows)('is %s: %s', (outcome, _what, change) => {
    const found = decide(decisionInput((input) => change(input))).checks.filter(
      (check) => check.code === code,
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ outcome });
    expect(found[0]!.confidence).toBeGreaterThanOrEqual(0);
    expect(found[0]!.confidence).toBeLessThanOrEqual(1);
    if (outcome === 'skipped') expect(found[0]!.inputs.reason).toEqual(expect.stringMatching(/^[a-z_]+$/));
  });

  it('has no outcome that its traits leave out, and shows each one that they name', () => {
    const outcomes = CODES.get(code)!.outcomes ?? ['fail', 'uncertain'];
    const shown = new Set(rows.map(([outcome]) => outcome).filter((o) => o === 'fail' || o === 'uncertain'));
    expect([...shown].sort()).toEqual([...outcomes].sort());
  });
});

it('has a table for every code, and every code once', () => {
  const codes = CHECKS.flatMap((check) => Object.keys(check.codes));
  expect(Object.keys(CHECK_ROWS).sort(), 'Rows are in testing/engines/data/check-rows.ts.').toEqual(
    [...codes].sort(),
  );
  expect(new Set(codes).size).toBe(codes.length);
});

it('gives one finding per code whatever the facts', () => {
  for (const [, , change] of Object.values(CHECK_ROWS).flat()) {
    const codes = decide(decisionInput((input) => change(input))).checks.map((check) => check.code);
    expect(codes).toEqual([...CODES.keys()]);
  }
});
