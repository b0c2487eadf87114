import { SURE_SIGMAS, spreadOf } from '../../geodata/rules/quadrature.ts';
import type { DecisionInput } from '../facts.ts';
import { check, type Finding, fail, pass, skipped, uncertain } from './check.ts';
import { whyNotCurrent } from './freshness.ts';

export const expectedJurisdiction = check({
  question: 'Is the place known, and is it the one that the backend expected?',
  group: 'place',
  codes: {
    jurisdiction_unknown: { fail: 'review', outcomes: ['fail'] },
    jurisdiction_unexpected: { fail: 'review', remedy: 'confirm_your_place' },
  },
  run(input) {
    const reason = whyNotCurrent(input) ?? (input.place ? null : 'no_place_data');
    if (reason || !input.place) {
      return [
        skipped('jurisdiction_unknown', reason ?? ''),
        skipped('jurisdiction_unexpected', reason ?? ''),
      ];
    }
    const { country, subdivision, source } = input.place;
    const found = { country, subdivision, source };
    return [
      country === null ? fail('jurisdiction_unknown', 1, found) : pass('jurisdiction_unknown', 1, found),
      unexpected(input, input.place),
    ];
  },
});

function unexpected(input: DecisionInput, place: NonNullable<DecisionInput['place']>): Finding {
  const code = 'jurisdiction_unexpected';
  const expected = input.transaction.expected_jurisdiction;
  if (!expected) return skipped(code, 'none_expected');
  if (place.country === null) return skipped(code, 'jurisdiction_unknown');
  const { country, subdivision, within } = place;
  const inputs = {
    country,
    subdivision,
    expected_country: expected.country,
    expected_subdivision: expected.subdivision ?? null,
  };
  // People in a disputed place may write either state into their address.
  if (place.disputed && place.disputed.by === expected.country)
    return pass(code, 0.7, { ...inputs, disputed_by: place.disputed.by });
  if (country !== expected.country)
    return nearBorder(input, 'country') ? uncertain(code, 0.5, inputs) : fail(code, 0.95, inputs);
  if (!expected.subdivision) return pass(code, 0.95, inputs);
  if (subdivision === null && within.length === 0) return uncertain(code, 0.5, inputs);
  if (subdivision === expected.subdivision || within.includes(expected.subdivision))
    return pass(code, 0.95, inputs);
  const border_distance_m = place.doubtful_borders?.inner?.distance_m ?? place.border_distance_m;
  return nearBorder(input, 'inner')
    ? uncertain(code, 0.5, { ...inputs, border_distance_m })
    : fail(code, 0.95, inputs);
}

/** Whether a border of this kind is too near to tell on which side the device stands; false when not computed. */
export function nearBorder({ place, position }: DecisionInput, kind: 'country' | 'inner'): boolean {
  if (!place || !position) return false;
  if (place.doubtful_borders) return place.doubtful_borders[kind] !== null;
  if (place.border_distance_m === null) return false;
  return place.border_distance_m < SURE_SIGMAS * spreadOf(position.p95_m, place.boundary_error_m);
}
