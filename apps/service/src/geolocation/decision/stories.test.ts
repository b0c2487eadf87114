import type { PolicyDefinition } from '@standpoint/contract';
import { REASON_LANGUAGES } from '@standpoint/contract/words/languages';
import { describe, expect, it } from 'vitest';
import { decisionInput, NOW_MS } from '../../../testing/engines/decision-input.ts';
import { bundledData, bundledNetwork } from '../../../testing/geodata/bundled.ts';
import { gather } from '../facts/gather.ts';
import { decide } from './decision.ts';
import { type DecisionInput, type HistoryFacts, NO_HISTORY, NO_ORIGIN } from './facts.ts';
import { DEFAULT_POLICY } from './policy.ts';
import { reasonParams } from './reasons/params.ts';
import { reasonTexts } from './reasons/reasons.ts';
import { TERRITORIES, territoriesLeftOut } from './reasons/territories.ts';

/**
 * Honest people whom a check once treated unfairly. Each story is decided from the bundled data about places and
 * addresses, and says what its person is told. An accusation is never a text.
 */
const { places } = bundledData();
const network = bundledNetwork();

const TOWNS = {
  new_york: { at: { lat: 40.7306021, lng: -73.9866117 }, zone: ['America/New_York', -300] },
  berlin: { at: { lat: 52.5170365, lng: 13.3888599 }, zone: ['Europe/Berlin', 60] },
  accra: { at: { lat: 5.5600141, lng: -0.2057437 }, zone: ['Africa/Accra', 0] },
  /** Its main street is the border with the Netherlands. */
  kerkrade: { at: { lat: 50.8660231, lng: 6.0811172 }, zone: ['Europe/Amsterdam', 60] },
  san_juan: { at: { lat: 18.4655394, lng: -66.1057355 }, zone: ['America/Puerto_Rico', -240] },
} as const;

interface Story {
  town: keyof typeof TOWNS;
  ip: string;
  /** The town whose time the device keeps; that of the place when absent. */
  time_of?: keyof typeof TOWNS;
  rule?: PolicyDefinition['rule'];
  history?: Partial<HistoryFacts>;
  change?: (evidence: DecisionInput['evidence']) => void;
}

const HOME_IN_NEW_YORK = '71.160.3.4';

function inputOf({ town, ip, time_of = town, rule, history, change }: Story): DecisionInput {
  const { evidence, chain } = decisionInput((input) => {
    const [time_zone, utc_offset_min] = TOWNS[time_of].zone;
    Object.assign(input.evidence.positions[0]!, TOWNS[town].at);
    Object.assign(input.evidence.clock!, { time_zone, utc_offset_min });
    change?.(input.evidence);
  });
  const definition = rule ? { ...DEFAULT_POLICY, rule } : DEFAULT_POLICY;
  return gather(
    { places, network },
    {
      org: 'org_1',
      env: 'production',
      evidence,
      now_ms: NOW_MS,
      transaction: { type: 'login', expected_jurisdiction: null },
      install_id: null,
      ip: { address: ip, source: 'connection', stamp: null },
      policy: {
        id: 'pol_1',
        name: 'default',
        version: 1,
        status: 'draft',
        definition,
        created_at: '',
        published_at: null,
      },
      chain,
      history: { ...NO_HISTORY, ...history },
      origin: NO_ORIGIN,
    },
  );
}

/** The decision, and what the person reads. */
function tell(story: Story, language = 'en') {
  const input = inputOf(story);
  const decided = decide(input);
  const params = reasonParams(input, decided, language, places.nameOf);
  const told = reasonTexts(decided.client_reasons, language, params);
  return { decision: decided.decision, codes: decided.reason_codes, told };
}

const STORIES: Record<string, { story: Story; decision: string; message?: RegExp; remedy?: RegExp }> = {
  'a relay user in New York passes': {
    story: { town: 'new_york', ip: '172.225.128.10' },
    decision: 'pass',
  },
  'a relay user in the US passes by IPv6': {
    story: { town: 'new_york', ip: '2a02:26f7:c344:1::1' },
    decision: 'pass',
  },
  'an American SIM that roams in Berlin passes': {
    story: { town: 'berlin', ip: '172.58.3.4' },
    decision: 'pass',
  },
  'a German SIM that roams in New York passes': {
    story: { town: 'new_york', ip: '176.0.3.4' },
    decision: 'pass',
  },
  'a laptop behind a roaming phone, with the time of home, is asked to use the Wi-Fi there': {
    story: { town: 'new_york', ip: '176.0.3.4', time_of: 'berlin' },
    decision: 'retry',
    message: /internet connection and your location are in different countries/,
    remedy: /Wi-Fi/,
  },
  'a household by satellite in Ghana, whose address is labelled Nigeria, passes': {
    story: { town: 'accra', ip: '98.97.79.5' },
    decision: 'pass',
  },
  'an employee behind the company’s gateway passes': {
    story: { town: 'new_york', ip: '165.225.0.9' },
    decision: 'pass',
  },
  'an employee whose gateway stands in another country is asked to connect directly': {
    story: { town: 'berlin', ip: '165.225.0.9' },
    decision: 'retry',
    remedy: /Connect directly to the internet where you are/,
  },
  'the fifth member of a household is told whom to tell': {
    story: {
      town: 'new_york',
      ip: HOME_IN_NEW_YORK,
      history: { sharing: { install_customers: 5, household: false, customer_installs: 1 } },
    },
    decision: 'review',
    message: /This device could not be confirmed\./,
    remedy: /share this device with others.*contact support/,
  },
  'the fifth member of a household that an analyst has labelled passes': {
    story: {
      town: 'new_york',
      ip: HOME_IN_NEW_YORK,
      history: { sharing: { install_customers: 5, household: true, customer_installs: 1 } },
    },
    decision: 'pass',
  },
  'a resident of a border town is told how to be sure, and is not sent away': {
    story: { town: 'kerkrade', ip: '80.187.1.1', rule: { allow: ['NL'] } },
    decision: 'retry',
    message: /so close to a border/,
    remedy: /Turn on Wi-Fi and precise location.*If you live here, contact support/,
  },
  'a laptop 28 km from the phone that was checked just now is told what to try': {
    story: {
      town: 'new_york',
      ip: HOME_IN_NEW_YORK,
      history: {
        elsewhere: {
          lat: 40.9823,
          lng: -73.9866,
          p95_m: 30,
          at_ms: NOW_MS - 20_000,
          age_ms: 1_000,
          altitude_m: null,
          speed_mps: null,
          by_address: false,
          install_id: 'install-2',
          decision: 'pass',
        },
      },
    },
    decision: 'review',
    message: /Your location could not be confirmed/,
    remedy: /usual device and connection.*contact support/,
  },
  'a device whose clock is two hours off is told to set it': {
    story: {
      town: 'new_york',
      ip: HOME_IN_NEW_YORK,
      change: (evidence) => {
        evidence.clock!.epoch_ms += 7_200_000;
        const [fix] = evidence.positions;
        fix!.measured_at = new Date(Date.parse(fix!.measured_at) + 7_200_000).toISOString();
      },
    },
    decision: 'retry',
    message: /date or time on your device/,
    remedy: /automatic/,
  },
  'a person in Puerto Rico, where the policy allows US, is told that Puerto Rico is not included': {
    story: { town: 'san_juan', ip: HOME_IN_NEW_YORK, rule: { allow: ['US'] } },
    decision: 'fail',
    message: /not available in the country you are in \(Puerto Rico\)/,
    remedy: /Supported: United States\. Not included: Puerto Rico\./,
  },
  'a person with a location-spoofing extension is told what to switch off, and not what was seen': {
    story: {
      town: 'new_york',
      ip: HOME_IN_NEW_YORK,
      change: (evidence) => {
        evidence.signals = { geolocation_api: { own: ['getCurrentPosition'] } };
      },
    },
    decision: 'fail',
    message: /Your location could not be confirmed/,
    remedy: /nothing that changes your location/,
  },
};

describe('people who were once treated unfairly', () => {
  it.each(Object.entries(STORIES))('%s', (_, { story, decision, message, remedy }) => {
    const found = tell(story);
    expect(found, JSON.stringify(found.codes)).toMatchObject({ decision });
    if (decision === 'pass') return expect(found.told).toEqual([]);
    const [first] = found.told;
    if (message) expect(first!.message).toMatch(message);
    if (remedy) expect(first!.remedy).toMatch(remedy);
  });

  it('gives each person a sentence and a next step, in any language, and accuses no person', () => {
    const ACCUSES = /spoof|fake|fraud|cheat|suspicious|manipulat|falsch|betrug|fraude|faux|احتيال/i;
    for (const [name, { story, decision }] of Object.entries(STORIES)) {
      if (decision === 'pass') continue;
      for (const language of REASON_LANGUAGES) {
        const { told } = tell(story, language);
        expect(told.length, `${name} ${language}`).toBeGreaterThan(0);
        for (const { message, remedy } of told) expect(`${message} ${remedy}`, name).not.toMatch(ACCUSES);
      }
    }
  });

  it('asks again where another try can help, and not where it cannot', () => {
    const curable = Object.values(STORIES).filter(({ decision }) => decision === 'retry');
    for (const { story } of curable) {
      const last = inputOf(story);
      last.chain = { hop: 3, retry_left: true };
      expect(decide(last).decision).toBe('review');
    }
  });
});

describe('the author of a policy', () => {
  it('is told which territories an allowed state leaves out', () => {
    const [sentence, ...more] = territoriesLeftOut({ name: 'us', rule: { allow: ['US', 'DE'] } });
    expect(more).toEqual([]);
    expect(sentence).toMatch(/^US is allowed.*PR.*People there are refused/);
  });

  it('is not told again once the rule names them, on either side', () => {
    const US = TERRITORIES.US!;
    expect(territoriesLeftOut({ name: 'us', rule: { allow: ['US', ...US] } })).toEqual([]);
    expect(territoriesLeftOut({ name: 'us', rule: { allow: ['US'], deny: [...US] } })).toEqual([]);
    expect(territoriesLeftOut({ name: 'one state', rule: { allow: ['US-NJ'] } })).toEqual([]);
    expect(territoriesLeftOut({ name: 'anywhere' })).toEqual([]);
  });
});
