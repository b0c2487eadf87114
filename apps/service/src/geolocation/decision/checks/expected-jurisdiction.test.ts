import { describe, expect, it } from 'vitest';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { placeFacts } from '../../facts/place.ts';
import { decide } from '../decision.ts';
import type { DecisionInput } from '../facts.ts';

const data = bundledData();

/** A device with a fix of 40 m at a place, which the backend expects elsewhere. */
function expecting(lat: number, lng: number, country: string, subdivision?: string): DecisionInput {
  const input = decisionInput(({ evidence, transaction }) => {
    Object.assign(evidence.positions[0]!, { lat, lng });
    transaction.expected_jurisdiction = { country, ...(subdivision && { subdivision }) };
  });
  return { ...input, place: placeFacts(data, input.position) };
}
const outcome = (input: DecisionInput) =>
  decide(input).checks.find(({ code }) => code === 'jurisdiction_unexpected')!.outcome;

describe.each([
  ['Africa', 9.878, 28.26, 'SD', 'SS'],
  ['Asia', 42.269, 102.52, 'MN', 'CN'],
  ['South America', -21.726, -62.565, 'BO', 'PY'],
])('beside a country line of %s that may be kilometres off', (_, lat, lng, country, neighbour) => {
  it('is uncertain when the backend expects the neighbour, more than 5 km away', () => {
    const input = expecting(lat, lng, neighbour);
    const { country: border } = input.place!.doubtful_borders!;
    expect(input.place).toMatchObject({ country, border_distance_m: null });
    expect(border!.distance_m).toBeGreaterThan(5_000);
    expect(border!.error_m).toBeGreaterThan(border!.distance_m);
    expect(outcome(input)).toBe('uncertain');
  });

  it('control: refuses this honest device when the line’s own error does not count', () => {
    const input = expecting(lat, lng, neighbour);
    delete input.place!.doubtful_borders;
    expect(outcome(input)).toBe('fail');
  });
});

it('fails 40 km behind the coarsest line', () => {
  const input = expecting(12.792, 21.3, 'SD');
  expect(input.place).toMatchObject({ country: 'TD', doubtful_borders: { country: null } });
  expect(outcome(input)).toBe('fail');
});

it('fails for another country beside a state line, which no country lies behind', () => {
  const at = [40.2206, -74.7597] as const;
  expect(expecting(...at, 'CA').place!.doubtful_borders).toMatchObject({ country: null });
  const beside = expecting(40.2052, -74.7655, 'CA');
  expect(beside.place!.doubtful_borders!.inner).not.toBeNull();
  expect(outcome(beside)).toBe('fail');
  expect(outcome(expecting(40.2052, -74.7655, 'US', 'US-PA'))).toBe('uncertain');
});
