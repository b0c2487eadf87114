import { describe, expect, it } from 'vitest';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import type { DecisionInput } from '../facts.ts';
import { reasonParams } from './params.ts';
import { reasonText } from './reasons.ts';

const { places } = bundledData();

it('says that a territory is not included where its state is supported', () => {
  const remedyIn = (country: string, allow: string[], language: string) => {
    const input = decisionInput((facts) => {
      facts.policy.definition = { ...facts.policy.definition, rule: { allow } };
      facts.place!.country = country;
    });
    return reasonText(
      'country_not_allowed',
      language,
      reasonParams(input, { checks: [] }, language, places.nameOf),
    )!.remedy;
  };
  expect(remedyIn('PR', ['US'], 'en')).toContain('Supported: United States. Not included: Puerto Rico.');
  expect(remedyIn('GP', ['FR'], 'de')).toContain('Unterstützt: Frankreich. Nicht enthalten: Guadeloupe.');
  expect(remedyIn('CA', ['US'], 'en')).not.toContain('Not included');
  expect(remedyIn('PR', ['US-NJ'], 'en')).not.toContain('Not included');
});

describe('the place where the person is', () => {
  type Place = NonNullable<DecisionInput['place']>;
  const told = (code: string, language: string, change: Partial<Place>, allow = ['US-NJ']) => {
    const input = decisionInput((facts) => {
      facts.policy.definition = { ...facts.policy.definition, rule: { allow } };
      Object.assign(facts.place!, change);
    });
    const params = reasonParams(input, { checks: [] }, language, places.nameOf);
    return reasonText(code, language, params)!.message;
  };
  const munich = { country: 'DE', subdivision: 'DE-BY' };
  const toronto = { country: 'CA', subdivision: 'CA-ON' };

  it('is named: a country in the language of the text, a region as it is called there', () => {
    const [country, region] = ['country_not_allowed', 'subdivision_not_allowed'];
    expect(told(country, 'en', munich)).toBe(
      'This service is not available in the country you are in (Germany).',
    );
    expect(told(country, 'es', munich)).toContain('en el que estás (Alemania).');
    expect(told(country, 'fr', toronto)).toContain('où vous êtes (Canada).');
    expect(told(country, 'de', toronto)).toContain('in dem Sie sich befinden (Kanada), nicht verfügbar.');
    expect(told(country, 'pt', munich)).toContain('em que você está (Alemanha).');
    expect(told(country, 'ar', munich)).toContain('أنت فيه (ألمانيا).');
    expect(told(region, 'en', munich)).toContain('state or region you are in (Bayern).');
    expect(told(region, 'de', munich)).toContain('in der Sie sich befinden (Bayern), nicht verfügbar.');
    expect(told(region, 'ar', toronto)).toContain('أنت فيها (Ontario).');
    expect(told('jurisdiction_unexpected', 'en', toronto)).toBe(
      'You seem to be in another place than expected (Ontario).',
    );
  });

  it('is left out where it has no name, or none that is certain', () => {
    const plain = 'This service is not available in the country you are in.';
    for (const [why, change, allow] of [
      ['at sea', { country: null, subdivision: null }, ['US']],
      ['beside a border, whose other side it may be', { ...munich, border_distance_m: 300 }, ['US']],
      ['claimed by two states', { ...munich, disputed: { by: 'AT' } }, ['US']],
      ['allowed, and refused at its edge', munich, ['DE']],
    ] as const)
      expect(told('country_not_allowed', 'en', change, [...allow]), why).toBe(plain);
    expect(told('country_not_allowed', 'en', { ...munich, border_distance_m: 4_900 })).toContain('Germany');
    expect(told('country_not_allowed', 'en', munich)).toContain('Germany');
    expect(told('subdivision_not_allowed', 'en', { country: 'DE', subdivision: 'DE-XX' })).not.toContain('(');
    expect(told('subdivision_not_allowed', 'en', munich, ['DE-BY'])).not.toContain('(');
  });
});
