import { describe, expect, it } from 'vitest';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { decide } from '../decision.ts';
import type { DecisionInput } from '../facts.ts';
import { CHECKS } from './all.ts';
import { isClean, relax } from './trusted-place.ts';

/** Shows what a trusted place may excuse, and that each of its limits holds a spoofer back. */

const away = (change: (input: DecisionInput) => void = () => {}): DecisionInput =>
  decisionInput((input) => {
    input.policy.definition.trusted_places = { on: true };
    input.history.trusted_place = { since: '2026-11-01T00:00:00.000Z', passes: 5, days: 3 };
    input.evidence.clock!.time_zone = 'Asia/Tokyo';
    input.evidence.clock!.utc_offset_min = 540;
    change(input);
  });
const findings = (input: DecisionInput) => CHECKS.flatMap((check) => check.run(input));
const zone = (found: { code: string; outcome: string }[]) =>
  found.find(({ code }) => code === 'time_zone_mismatch')!.outcome;
const driven = (input: DecisionInput) => {
  input.evidence.signals = { webdriver: true };
};
const failing = (input: DecisionInput) => {
  input.policy.definition.actions = { time_zone_mismatch: 'fail' };
};
const FILE = 'geolocation/decision/checks/trusted-place.ts';
type Module = typeof import('./trusted-place.ts');

describe('a trusted place', () => {
  it('excuses findings that an honest home has now and then', () => {
    const found = relax(findings(away()), away());
    expect(zone(findings(away()))).toBe('fail');
    expect(zone(found)).toBe('pass');
    expect(decide(away()).decision).toBe('pass');
  });

  it.each([
    ['where a program drives the browser', driven, ' || findings.some(speaksOfAttack)', ''],
    ['where the policy lets the code fail', failing, ' && !fails(finding.code, input)', ''],
    [
      'where the policy wants none',
      (input: DecisionInput) => {
        delete input.policy.definition.trusted_places;
      },
      'policy.definition.trusted_places?.on ?',
      'policy !== null ?',
    ],
  ] as const)('excuses nothing %s; without that line it would', async (_, change, from, to) => {
    const input = away(change);
    expect(zone(relax(findings(input), input))).toBe('fail');
    const lax = await mutant<Module>(FILE, [from, to]);
    expect(zone(lax.relax(findings(input), input))).toBe('pass');
  });

  it('is trained by clean passes only: no failed check, no excuse, no hidden doubt', async () => {
    const clean = { code: 'time_zone_mismatch', outcome: 'pass', inputs: {} } as const;
    const excused = { ...clean, inputs: { trusted_place: {} } };
    const found = { ...clean, outcome: 'fail' } as const;
    const hidden = { ...clean, code: 'override_suspected', outcome: 'uncertain' } as const;
    expect(isClean([clean])).toBe(true);
    for (const [finding, from, to] of [
      [excused, 'inputs.trusted_place === undefined', 'true'],
      [found, "outcome !== 'fail' &&\n      !(", '!('],
      [hidden, "outcome === 'uncertain' && CODES", "outcome === 'skipped' && CODES"],
    ] as const) {
      expect(isClean([clean, finding]), from).toBe(false);
      const lax = await mutant<Module>(FILE, [from, to]);
      expect(lax.isClean([clean, finding]), from).toBe(true);
    }
  });
});
