import { placeWords } from '../../texts/location.ts';
import type { CodeWords, Inputs, Limits } from '../finding.ts';
import { textOf } from '../finding.ts';
import { metres, share, time } from '../numbers.ts';

const place = ({ country, subdivision }: Inputs): string =>
  placeWords({
    country: typeof country === 'string' ? country : null,
    subdivision: typeof subdivision === 'string' ? subdivision : null,
  }) || 'a place without a country';

/** The record's distance is to the border less the buffer of the policy. */
const border = ({ signed_distance_m }: Inputs, { buffer_m = 0 }: Limits): string => {
  if (typeof signed_distance_m !== 'number') return 'no border in reach';
  const away = signed_distance_m + buffer_m;
  return `${metres(away)} ${away >= 0 ? 'inside' : 'outside'} the nearest border`;
};

const inside = (inputs: Inputs, limits: Limits): string =>
  `${border(inputs, limits)}; probability ${share(inputs.p_inside)}`;
const shape = ({ shape: name }: Inputs): string =>
  typeof name === 'string' ? `“${name}”` : 'the policy’s shapes';
const from = (_: Inputs, { inside_from }: Record<string, number>): string =>
  inside_from === undefined ? '' : `from ${share(inside_from)}`;
const below = (_: Inputs, { outside_to }: Record<string, number>): string =>
  outside_to === undefined ? '' : `refused up to ${share(outside_to)}`;

const WHO: Record<string, string> = {
  pass: 'passed',
  fail: 'failed',
  review: 'went to review',
  retry: 'was asked again',
};

export const PLACE: Record<string, CodeWords> = {
  country_not_allowed: {
    pass: (inputs, _, limits) => `Yes, ${place(inputs)}: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) => `No: ${place(inputs)} is not allowed; ${inside(inputs, limits)}.`,
    limit: below,
  },
  subdivision_not_allowed: {
    pass: (inputs, _, limits) => `Yes, ${place(inputs)}: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) => `No: ${place(inputs)} is not allowed; ${inside(inputs, limits)}.`,
    limit: below,
  },
  area_not_allowed: {
    pass: (inputs, _, limits) => `Yes: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) => `No: outside ${shape(inputs)}; ${inside(inputs, limits)}.`,
    limit: below,
  },
  exclusion_zone: {
    pass: (inputs, _, limits) => `Yes, in no excluded zone: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) => `No: inside the excluded zone ${shape(inputs)}; ${inside(inputs, limits)}.`,
    limit: below,
  },
  border_uncertain: {
    pass: (inputs, _, limits) => `Certain: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) =>
      typeof inputs.p_inside === 'number'
        ? `${inputs.p_inside >= 0.5 ? 'Probably' : 'Probably not'}, ${share(inputs.p_inside)}: ` +
          `${border(inputs, limits)}, the border data err by ${metres(inputs.boundary_error_m)}.`
        : 'The rule could not be evaluated here.',
    limit: from,
  },
  jurisdiction_unknown: {
    pass: (inputs) => `Yes, ${place(inputs)}.`,
    found: 'No: the open sea, or a place that no country has.',
  },
  jurisdiction_unexpected: {
    pass: ({ disputed_by, ...inputs }) =>
      `The expected one, ${place(inputs)}${typeof disputed_by === 'string' ? `, which ${disputed_by} claims` : ''}.`,
    found: ({ expected_country, expected_subdivision, ...inputs }) =>
      `${place(inputs)}; the backend expected ` +
      `${place({ country: expected_country, subdivision: expected_subdivision })}.`,
  },
  handoff_denied: { pass: 'The phone did not deny it.', found: 'The phone said: this wasn’t me.' },
  handoff_far: {
    pass: ({ same_network, distance_m }) =>
      same_network ? 'Both came over one network.' : `${metres(distance_m)} apart.`,
    found: ({ distance_m, country, phone_country }) =>
      country !== phone_country && typeof phone_country === 'string'
        ? `The phone is in ${phone_country}, the first device in ${textOf(country)}.`
        : `${metres(distance_m)} apart.`,
    limit: (_, { distance_m }) => (distance_m === undefined ? '' : `at most ${metres(distance_m)}`),
  },
  handoff_doubtful: {
    pass: 'The phone’s own check passed.',
    found: ({ decision, age_ms }) =>
      'The phone’s own check ' +
      `${WHO[textOf(decision)] ?? textOf(decision)}${age_ms === undefined ? '' : `, ${time(age_ms)} before`}.`,
  },
};
