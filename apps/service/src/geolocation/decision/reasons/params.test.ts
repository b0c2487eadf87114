import { describe, expect, it } from 'vitest';
import { decisionInput } from '../../../../testing/engines/decision-input.ts';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { placeFacts } from '../../facts/place.ts';
import { REACH_M } from '../../geodata/borders/to-border.ts';
import { CODES } from '../checks/all.ts';
import type { Decision } from '../decision.ts';
import type { DecisionInput } from '../facts.ts';
import { BORDER_REACH_M, reasonParams as paramsOf } from './params.ts';
import { placeName } from './place-names.ts';
import { reasonTexts } from './reasons.ts';

const { nameOf } = bundledData().places;
const reasonParams = (input: DecisionInput, decision: Pick<Decision, 'checks'>, locale: string) =>
  paramsOf(input, decision, locale, nameOf);

/** Uncertain at a border: 20 m p95, error 0, so 1.645 σ are 13.4 m; with 1,000 m of error they are 823 m. */
const nearBorder = (change: (input: DecisionInput) => void = () => {}) =>
  decisionInput((input) => {
    Object.assign(input.rule!, {
      signed_distance_m: 523,
      p_inside: 0.8518,
      boundary_error_m: 1_000,
      bearing_deg: 88,
    });
    change(input);
  });
const findings = (...codes: [string, Decision['checks'][number]['outcome']][]) => ({
  checks: codes.map(([code, outcome]) => ({ code, outcome, confidence: 1, inputs: {} })),
});
const border = findings(['border_uncertain', 'uncertain']);
const remedy = (input: DecisionInput, decision: Pick<Decision, 'checks'>) =>
  reasonTexts(['border_uncertain'], 'en', reasonParams(input, decision, 'en'))[0]!.remedy;

describe('the way out of a border', () => {
  it('gives metres and a direction', () => {
    expect(reasonParams(nearBorder(), border, 'en')).toMatchObject({ metres: 300, direction: 'e' });
    expect(remedy(nearBorder(), border)).toContain('About 300 m to the east');
  });

  it('counts the whole way across from the wrong side', () => {
    const outside = nearBorder((input) => {
      Object.assign(input.rule!, {
        inside: false,
        signed_distance_m: -100,
        p_inside: 0.4207,
        bearing_deg: 350,
      });
    });
    expect(reasonParams(outside, border, 'en')).toMatchObject({ metres: 950, direction: 'n' });
  });

  it('is left out between two borders, far away, or without a bearing', () => {
    for (const rule of [
      { p_inside: 0.5 },
      { bearing_deg: null },
      { signed_distance_m: null },
      { boundary_error_m: 60_000, p_inside: 0.507 },
    ]) {
      const params = reasonParams(
        nearBorder((input) => Object.assign(input.rule!, rule)),
        border,
        'en',
      );
      expect(params.metres).toBeUndefined();
      expect(params.direction).toBeUndefined();
    }
  });

  const hidden = [...CODES].filter(([, { remedy }]) => !remedy).map(([code]) => code);
  const innocent = ['ip_private_relay', 'ip_unavailable', 'ip_country_uncertain', 'jurisdiction_unknown'];
  const spoof = hidden.filter((code) => !innocent.includes(code));

  it.each(spoof)('is hidden when %s was raised, whatever the policy makes of it', (code) => {
    for (const outcome of ['fail', 'uncertain'] as const) {
      const decision = findings(['border_uncertain', 'uncertain'], [code, outcome]);
      expect(remedy(nearBorder(), decision)).not.toMatch(/\d|east/);
    }
    // Control: with the same check passed, the way is given again. Without the defence, the expectation above
    // fails.
    expect(remedy(nearBorder(), findings(['border_uncertain', 'uncertain'], [code, 'pass']))).toContain(
      '300 m',
    );
  });

  it('has anti-spoof codes to hide from, and helps a person who only uses a relay', () => {
    expect(spoof.length).toBeGreaterThan(10);
    expect(remedy(nearBorder(), findings(['ip_private_relay', 'fail']))).toContain('300 m');
  });
});

describe('the supported places', () => {
  const regions = (allow: string[] | undefined, locale = 'en') =>
    reasonParams(
      nearBorder(({ policy }) => Object.assign(policy, { definition: { name: 'p', rule: { allow } } })),
      border,
      locale,
    ).regions;
  it('are named when they are few', () => {
    expect(regions(['US-NJ', 'US-PA'])).toBe('New Jersey, Pennsylvania');
    expect(regions(['DE', 'AT'], 'de-CH')).toBe('Deutschland, Österreich');
    expect(regions(['CA'], 'ar')).toBe('كندا');
    expect(regions(['DE-BY', 'CA-ON'])).toBe('Bayern, Ontario');
    expect(regions(['CH', 'AT-9'], 'fr')).toBe('Suisse et Wien');
  });
  it('are left out when they are many, unnamed or none', () => {
    expect(regions(['DE', 'AT', 'CH', 'FR', 'IT', 'ES'])).toBeUndefined();
    expect(regions(['CA-ON', 'BE-VLG'])).toBeUndefined();
    expect(regions(undefined)).toBeUndefined();
  });
});

describe('the name of the place where the person is', () => {
  function named(lat: number, lng: number, accuracy_m: number, before = false) {
    const input = decisionInput(({ evidence }) => {
      Object.assign(evidence.positions[0]!, { lat, lng, accuracy_m });
    });
    const place = placeFacts(bundledData(), input.position)!;
    if (before) delete place.doubtful_borders;
    return reasonParams({ ...input, place }, findings(), 'en');
  }

  it('is told of a fix that is surely there, and not of one that may be wrong by the way to the border', () => {
    // Some 10 km from France.
    const [lat, lng] = [48.9, 8.3];
    expect(bundledData().places.borderDistance(lat, lng)).toBeNull();
    for (const before of [false, true]) {
      const sure = named(lat, lng, 50, before);
      expect(sure).toMatchObject({ country: 'Germany', here: 'Baden-Württemberg' });
      const unsure = named(lat, lng, 20_000, before);
      expect([unsure.country, unsure.subdivision, unsure.here]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('is not told 11 km from a line that may be 15 km off, as it was when the distance alone counted', () => {
    expect(named(42.269, 102.52, 50).country).toBeUndefined();
    expect(named(42.269, 102.52, 50, true).country).toBe('Mongolia');
  });

  it('knows from where on a distance is computed', () => {
    expect(BORDER_REACH_M).toBe(REACH_M);
  });
});

it('says names as people do, and not as a sorted list has them', () => {
  const names = [
    'GB-BST',
    'GB-DUR',
    'GB-VGL',
    'ES-MD',
    'ES-VC',
    'RU-TA',
    'CZ-10',
    'BG-22',
    'US-DC',
    'CO-SAP',
  ];
  expect(names.map((code) => placeName(code, 'en', nameOf))).toEqual([
    'City of Bristol',
    'County Durham',
    'The Vale of Glamorgan',
    'Comunidad de Madrid',
    'Comunidad Valenciana',
    'Respublika Tatarstan',
    'Hlavní město Praha',
    'Sofia',
    'Washington, D.C.',
    'San Andrés, Providencia y Santa Catalina',
  ]);
});
