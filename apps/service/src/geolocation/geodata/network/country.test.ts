import { describe, expect, it } from 'vitest';
import { decisionInput, NOW_MS } from '../../../../testing/engines/decision-input.ts';
import { bundledNetwork } from '../../../../testing/geodata/bundled.ts';
import { decide } from '../../decision/decision.ts';
import type { DecisionInput, NetworkUsage } from '../../decision/facts.ts';
import { agedBy, countryOf } from './country.ts';

const answers = (first: string | null, second: string | null) => [
  { database: 'ip_country_1', country: first },
  { database: 'ip_country_2', country: second },
];
const usage = (kind: NetworkUsage['kind']): NetworkUsage[] => [{ kind, confidence: 0.9, families: ['list'] }];
const DAY_MS = 86_400_000;

describe('the confidence in a country', () => {
  it('follows the agreement of the databases, and falls where addresses move', () => {
    expect(countryOf(null, answers('DE', 'DE'), [])).toEqual({ country: 'DE', country_confidence: 0.99 });
    expect(countryOf(null, answers('DE', 'NL'), [])).toEqual({ country: 'DE', country_confidence: 0.7 });
    expect(countryOf(null, answers('DE', null), [])).toEqual({ country: 'DE', country_confidence: 0.85 });
    for (const kind of ['hosting', 'satellite'] as const) {
      expect(countryOf(null, answers('DE', 'DE'), usage(kind)).country_confidence).toBe(0.94);
      expect(countryOf(null, answers(null, 'DE'), usage(kind)).country_confidence).toBe(0.8);
    }
    expect(countryOf(null, answers(null, null), usage('hosting'))).toEqual({
      country: null,
      country_confidence: 0,
    });
  });

  it('is that of the CC0 database for a relay', () => {
    expect(countryOf(null, answers('CH', 'US'), usage('private_relay'))).toEqual({
      country: 'CH',
      country_confidence: 0.98,
    });
  });

  it('puts the operator’s own database first', () => {
    const own = { database: 'GeoIP2-City', country: 'FR' };
    expect(countryOf(own, answers('BE', 'FR'), [])).toEqual({ country: 'FR', country_confidence: 0.99 });
    expect(countryOf(own, answers('BE', 'BE'), [])).toEqual({ country: 'FR', country_confidence: 0.7 });
    expect(countryOf(own, answers(null, null), [])).toEqual({ country: 'FR', country_confidence: 0.85 });
    expect(countryOf({ ...own, country: null }, answers('BE', 'BE'), []).country).toBe('BE');
  });
});

describe('old data', () => {
  it('lower the confidence by 0.1 after 180 days, by the clock that is passed in', () => {
    const then = Date.UTC(2026, 0, 1);
    expect(agedBy('2026-01-01', then + 179 * DAY_MS)).toBe(0);
    expect(agedBy('2026-01-01', then + 180 * DAY_MS)).toBe(0.1);
    expect(agedBy(null, then)).toBe(0);
    const network = bundledNetwork();
    const day = Date.parse(network.lookup('8.8.8.8').data_date!);
    expect(network.lookup('193.0.6.139', day + DAY_MS)).toMatchObject({
      country_confidence: 0.99,
      country_aged_by: 0,
    });
    expect(network.lookup('193.0.6.139', day + 400 * DAY_MS)).toMatchObject({
      country: 'NL',
      country_confidence: 0.89,
      country_aged_by: 0.1,
    });
  });

  it('never change a decision: every base confidence decides the same with and without age', () => {
    for (const base of [0.99, 0.98, 0.94, 0.85, 0.8, 0.7, 0.65]) {
      for (const country of ['US', 'NL']) {
        for (const action of ['ignore', 'review', 'fail', 'retry'] as const) {
          const decided = (aged_by: number) =>
            decide(
              decisionInput((input: DecisionInput) => {
                input.now_ms = NOW_MS;
                input.network.country = country;
                input.network.country_confidence = Math.round((base - aged_by) * 100) / 100;
                input.network.country_aged_by = aged_by;
                input.policy.definition = {
                  ...input.policy.definition,
                  actions: { ip_country_mismatch: action, ip_country_uncertain: action },
                } as DecisionInput['policy']['definition'];
              }),
            );
          const [fresh, old] = [decided(0), decided(0.1)];
          expect(old.decision, `${base} ${country} ${action}`).toBe(fresh.decision);
          expect(old.reason_codes).toEqual(fresh.reason_codes);
        }
      }
    }
  });
});
