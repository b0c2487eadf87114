import type { CheckWords, Inputs, Limits } from './check-words.ts';
import type { InEveryLanguage } from './languages.ts';
import { metres, share, time } from './numbers.ts';
import { placeWords, textOf } from './values.ts';

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

export const PLACE: Record<string, CheckWords> = {
  country_not_allowed: {
    name: 'Country not allowed',
    pass: (inputs, _, limits) => `Yes, ${place(inputs)}: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) => `No: ${place(inputs)} is not allowed; ${inside(inputs, limits)}.`,
    limit: below,
  },
  subdivision_not_allowed: {
    name: 'State or region not allowed',
    pass: (inputs, _, limits) => `Yes, ${place(inputs)}: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) => `No: ${place(inputs)} is not allowed; ${inside(inputs, limits)}.`,
    limit: below,
  },
  area_not_allowed: {
    name: 'Outside the allowed area',
    pass: (inputs, _, limits) => `Yes: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) => `No: outside ${shape(inputs)}; ${inside(inputs, limits)}.`,
    limit: below,
  },
  exclusion_zone: {
    name: 'Inside an excluded zone',
    pass: (inputs, _, limits) => `Yes, in no excluded zone: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) => `No: inside the excluded zone ${shape(inputs)}; ${inside(inputs, limits)}.`,
    limit: below,
  },
  border_uncertain: {
    name: 'Too close to a border to tell',
    pass: (inputs, _, limits) => `Certain: ${inside(inputs, limits)}.`,
    found: (inputs, _, limits) =>
      typeof inputs.p_inside === 'number'
        ? `${inputs.p_inside >= 0.5 ? 'Probably' : 'Probably not'}, ${share(inputs.p_inside)}: ` +
          `${border(inputs, limits)}, the border data err by ${metres(inputs.boundary_error_m)}.`
        : 'The rule could not be evaluated here.',
    limit: from,
  },
  jurisdiction_unknown: {
    name: 'No country is known for this place',
    pass: (inputs) => `Yes, ${place(inputs)}.`,
    found: 'No: the open sea, or a place that no country has.',
  },
  jurisdiction_unexpected: {
    name: 'Another place than the backend expected',
    pass: ({ disputed_by, ...inputs }) =>
      `The expected one, ${place(inputs)}${typeof disputed_by === 'string' ? `, which ${disputed_by} claims` : ''}.`,
    found: ({ expected_country, expected_subdivision, ...inputs }) =>
      `${place(inputs)}; the backend expected ` +
      `${place({ country: expected_country, subdivision: expected_subdivision })}.`,
  },
  handoff_denied: {
    name: 'The phone did not confirm',
    pass: 'The phone did not deny it.',
    found: 'The phone said: this wasn’t me.',
  },
  handoff_far: {
    name: 'The phone is far from the first device',
    pass: ({ same_network, distance_m }) =>
      same_network ? 'Both came over one network.' : `${metres(distance_m)} apart.`,
    found: ({ distance_m, country, phone_country }) =>
      country !== phone_country && typeof phone_country === 'string'
        ? `The phone is in ${phone_country}, the first device in ${textOf(country)}.`
        : `${metres(distance_m)} apart.`,
    limit: (_, { distance_m }) => (distance_m === undefined ? '' : `at most ${metres(distance_m)}`),
  },
  handoff_doubtful: {
    name: 'The phone’s confirmation is doubtful',
    pass: 'The phone’s own check passed.',
    found: ({ decision, age_ms }) =>
      'The phone’s own check ' +
      `${WHO[textOf(decision)] ?? textOf(decision)}${age_ms === undefined ? '' : `, ${time(age_ms)} before`}.`,
  },
};

export const PLACE_TOLD: Record<string, InEveryLanguage> = {
  country_not_allowed: {
    en: 'This service is not available in the country you are in[ ({country})].',
    es: 'Este servicio no está disponible en el país en el que estás[ ({country})].',
    fr: 'Ce service n’est pas disponible dans le pays où vous êtes[ ({country})].',
    de: 'Dieser Dienst ist in dem Land, in dem Sie sich befinden[ ({country})], nicht verfügbar.',
    pt: 'Este serviço não está disponível no país em que você está[ ({country})].',
    ar: 'هذه الخدمة غير متاحة في البلد الذي أنت فيه[ ({country})].',
  },
  subdivision_not_allowed: {
    en: 'This service is not available in the state or region you are in[ ({subdivision})].',
    es: 'Este servicio no está disponible en el estado o la región en la que estás[ ({subdivision})].',
    fr: 'Ce service n’est pas disponible dans l’État ou la région où vous êtes[ ({subdivision})].',
    de:
      'Dieser Dienst ist in dem Bundesstaat oder der Region, in der Sie sich befinden[ ' +
      '({subdivision})], nicht verfügbar.',
    pt: 'Este serviço não está disponível no estado ou na região em que você está[ ({subdivision})].',
    ar: 'هذه الخدمة غير متاحة في الولاية أو المنطقة التي أنت فيها[ ({subdivision})].',
  },
  area_not_allowed: {
    en: 'This service is not available in the area you are in.',
    es: 'Este servicio no está disponible en la zona en la que estás.',
    fr: 'Ce service n’est pas disponible dans la zone où vous êtes.',
    de: 'Dieser Dienst ist in dem Gebiet, in dem Sie sich befinden, nicht verfügbar.',
    pt: 'Este serviço não está disponível na área em que você está.',
    ar: 'هذه الخدمة غير متاحة في النطاق الذي أنت فيه.',
  },
  exclusion_zone: {
    en: 'This service is not available at this place.',
    es: 'Este servicio no está disponible en este lugar.',
    fr: 'Ce service n’est pas disponible à cet endroit.',
    de: 'Dieser Dienst ist an diesem Ort nicht verfügbar.',
    pt: 'Este serviço não está disponível neste local.',
    ar: 'هذه الخدمة غير متاحة في هذا المكان.',
  },
  border_uncertain: {
    en: 'You are so close to a border that it is not certain which side you are on.',
    es: 'Estás demasiado cerca de una frontera para saber en qué lado te encuentras.',
    fr: 'Vous êtes trop près d’une frontière pour que l’on sache de quel côté vous êtes.',
    de: 'Sie sind so nah an einer Grenze, dass nicht sicher ist, auf welcher Seite Sie sich befinden.',
    pt: 'Você está perto demais de uma fronteira para saber de que lado está.',
    ar: 'أنت قريب جدًا من الحدود بحيث يتعذر معرفة الجانب الذي أنت فيه.',
  },
  jurisdiction_unexpected: {
    en: 'You seem to be in another place than expected[ ({here})].',
    es: 'Parece que estás en un lugar distinto del esperado[ ({here})].',
    fr: 'Vous semblez être à un autre endroit que prévu[ ({here})].',
    de: 'Sie scheinen an einem anderen Ort zu sein als erwartet[ ({here})].',
    pt: 'Você parece estar em um lugar diferente do esperado[ ({here})].',
    ar: 'يبدو أنك في مكان غير المكان المتوقع[ ({here})].',
  },
};
