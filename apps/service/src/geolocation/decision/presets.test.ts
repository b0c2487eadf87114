import { PolicyDefinition } from '@standpoint/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineCases } from '../../../testing/engines/cases.ts';
import { bundledData } from '../../../testing/geodata/bundled.ts';
import { compile } from '../../compiled.ts';
import { CODES } from './checks/all.ts';
import { decide } from './decision.ts';
import { checkDefinition } from './policy.ts';
import { PRESET_NAMES, PRESETS, type PresetChoice, type PresetName, presetPolicy } from './presets.ts';

const places = bundledData().places;
const CASES = engineCases();
const fits = compile(PolicyDefinition);
const CHOICE: Record<string, PresetChoice> = {
  gaming_us_state: { allow: ['US-NJ'] },
  streaming_country: { allow: ['US'] },
};
const made = (name: PresetName) => presetPolicy(name, CHOICE[name]);

describe.each(PRESET_NAMES)('the preset %s', (name) => {
  it('fits the schema, has no problem, and names only known places', () => {
    const definition = made(name);
    expect([...fits.Errors(JSON.parse(JSON.stringify(definition)))]).toEqual([]);
    expect(checkDefinition(definition)).toEqual([]);
    const { allow, deny } = definition.rule ?? {};
    expect(places.unknownCodes({ allow, deny })).toEqual([]);
  });

  it('states its purpose and its reasons', () => {
    expect(PRESETS[name].why.length).toBeGreaterThan(150);
    expect(PRESETS[name].summary.length).toBeLessThan(60);
  });

  it('decides every case', () => {
    for (const { input } of CASES) {
      const policy = { policy_id: null, version: 0, definition: made(name) };
      expect(['pass', 'fail', 'review', 'retry']).toContain(decide({ ...input, policy }).decision);
    }
  });
});

const under = (name: PresetName, at: string) => {
  const { input } = CASES.find((each) => each.name === at)!;
  return decide({ ...input, policy: { policy_id: null, version: 0, definition: made(name) } });
};

it('passes every person under observe, and shows every check', () => {
  for (const { name } of CASES) {
    const { decision, reason_codes, checks } = under('observe', name);
    expect([decision, reason_codes], name).toEqual(['pass', []]);
    expect(checks.map(({ code }) => code).sort()).toEqual([...CODES.keys()].sort());
  }
});

it('fails a hidden address in gaming, retries it in streaming, and reviews it elsewhere', () => {
  const decisions = PRESET_NAMES.map((name) => under(name, 'VPN by two families').decision);
  expect(decisions).toEqual(['fail', 'review', 'retry', 'review', 'pass']);
});

it('ignores places under fraud_only', () => {
  expect(made('fraud_only').rule).toBeUndefined();
  expect(under('fraud_only', 'outside of the country').reason_codes).not.toContain('country_not_allowed');
});

it('demands the places that only the caller can name', () => {
  expect(() => presetPolicy('gaming_us_state')).toThrow(RangeError);
  expect(() => presetPolicy('streaming_country', { allow: [] })).toThrow(RangeError);
});

it('adds denied places to its own, takes a name and types, and leaves the preset unchanged', () => {
  const before = JSON.stringify(PRESETS);
  fc.assert(
    fc.property(fc.subarray(['SY', 'RU', 'CU']), (deny) => {
      const policy = presetPolicy('sanctions', { deny, name: 'ours', transaction_types: ['login'] });
      expect(policy).toMatchObject({ name: 'ours', transaction_types: ['login'] });
      expect(policy.rule!.deny).toEqual(expect.arrayContaining([...deny, 'IR', 'UA-43']));
      policy.rule!.deny!.push('XX');
    }),
    { numRuns: 20 },
  );
  expect(JSON.stringify(PRESETS)).toBe(before);
});
