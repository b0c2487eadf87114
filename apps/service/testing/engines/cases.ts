import { decide } from '../../src/geolocation/decision/decision.ts';
import type { DecisionInput } from '../../src/geolocation/decision/facts.ts';
import {
  all,
  type Change,
  decidedBy,
  elsewhere,
  handoff,
  lastTry,
  measured,
  NATIVE_TELLS,
  policy,
  rule,
  usage,
} from './changes.ts';
import { CHECK_ROWS } from './data/check-rows.ts';
import { decisionInput, NOW_MS } from './decision-input.ts';
import { ORIGIN_CASES } from './origin-cases.ts';

/** Cases that every engine can decide. The golden files keep each with its engine's answer. */
const CASES: Record<string, Change> = {
  'an honest device inside': () => {},
  'outside of the subdivision': all(rule(0.001, -4_000), (input) => {
    Object.assign(input.place!, { subdivision: 'US-PA' });
  }),
  'outside of the country': all(rule(0, -90_000, 'country'), (input) => {
    Object.assign(input.place!, { country: 'CA', subdivision: 'CA-ON' });
  }),
  'outside, by a denied country': all(policy({ rule: { deny: ['US'] } }), rule(0, -9_000, 'country')),
  'close to the border': rule(0.6, 40),
  'close to the border, last try': all(rule(0.6, 40), lastTry),
  'close to the border, retry off': all(rule(0.6, 40), policy({ retry: { on: false } })),
  'no jurisdiction known': (input) => {
    input.rule = { ...input.rule!, inside: null, p_inside: 0.5, signed_distance_m: null };
  },
  'no place data': (input) => {
    input.place = null;
    input.rule = null;
  },
  'no rule': policy({ rule: undefined }),
  'no position': (input) => {
    input.evidence.positions = [];
  },
  'position timed out': (input) => {
    input.evidence.positions = [];
    input.evidence.position_error = 'position_timeout';
  },
  'permission denied': (input) => {
    input.evidence.positions = [];
    input.evidence.permission = { state: 'denied' };
  },
  'permission blocked by the page': (input) => {
    input.evidence.positions = [];
    input.evidence.permission = { state: 'blocked_by_policy' };
  },
  'precise location off': (input) => {
    input.evidence.permission = { state: 'granted', precise: false };
    input.evidence.positions[0]!.accuracy_m = 5_000;
  },
  'too inaccurate': (input) => {
    input.evidence.positions[0]!.accuracy_m = 30_000;
  },
  'accuracy as Android counts it': (input) => {
    input.evidence.platform = 'android';
    input.evidence.positions[0]!.accuracy_basis = 'p68';
  },
  'accuracy as iOS counts it': (input) => {
    input.evidence.platform = 'ios';
    input.evidence.positions[0]!.accuracy_basis = 'rms';
  },
  'a stale fix': measured(90_000),
  'a very old fix': measured(900_000),
  'a fix from the future': measured(-60_000),
  'a wrong clock': (input) => {
    input.evidence.clock!.epoch_ms = NOW_MS - 900_000;
  },
  'no clock': (input) => {
    input.evidence.clock = undefined;
  },
  'a position and nothing else': (input) => {
    for (const member of ['permission', 'clock', 'device', 'signals', 'sdk'] as const)
      input.evidence[member] = undefined;
  },
  'probes that could not be loaded': (input) => {
    input.evidence.signals = { not_run: { probes: 'not_loaded' } };
  },
  'another time zone': (input) => {
    input.evidence.clock!.utc_offset_min = 60;
    input.evidence.clock!.time_zone = 'Europe/Berlin';
  },
  'address of another country': (input) => {
    Object.assign(input.network, { country: 'DE', sources: [{ database: 'ip_country_1', country: 'DE' }] });
  },
  'a roaming phone': all(usage('cellular', false), (input) => {
    Object.assign(input.network, { country: 'DE', sources: [{ database: 'ip_country_1', country: 'DE' }] });
  }),
  'a place that another state claims': (input) => {
    Object.assign(input.place!, { country: 'EH', subdivision: null, disputed: { by: 'MA' } });
    Object.assign(input.network, { country: 'MA', sources: [{ database: 'ip_country_1', country: 'MA' }] });
  },
  'databases disagree on the country': (input) => {
    Object.assign(input.network, { country: 'DE', country_confidence: 0.7 });
  },
  'no address': (input) => {
    Object.assign(input.network, { ip: null, ip_source: 'none', ip_class: null, country: null, usage: null });
    Object.assign(input.network, { country_confidence: 0, sources: [], stamp_ip: null });
  },
  'another address in the stamp': (input) => {
    input.network.stamp_ip = '203.0.113.9';
  },
  'VPN by one family': usage('vpn', false),
  'VPN by two families': usage('vpn', true),
  'VPN to be tried again': all(usage('vpn', true), policy({ actions: { ip_vpn: 'retry' } })),
  'VPN to be tried again, last try': all(
    usage('vpn', true),
    policy({ actions: { ip_vpn: 'retry' } }),
    lastTry,
  ),
  'proxy by two families': usage('proxy', true),
  'Tor by two families': usage('tor', true),
  'a hosting address': usage('hosting', true),
  'private relay': usage('private_relay', true),
  'a cellular address': usage('cellular', true),
  'another jurisdiction than expected': (input) => {
    input.transaction.expected_jurisdiction = { country: 'US', subdivision: 'US-NY' };
  },
  'the jurisdiction expected': (input) => {
    input.transaction.expected_jurisdiction = { country: 'US', subdivision: 'US-NJ' };
  },
  'travelled impossibly': elsewhere(5_000, 10),
  'travelled fast': elsewhere(60, 8),
  'travelled by air': elsewhere(4_000, 300),
  'never seen before': (input) => {
    input.history.previous = null;
  },
  'evidence seen from the same customer': (input) => {
    input.history.evidence_seen = 'same_customer';
  },
  'evidence seen from another customer': (input) => {
    input.history.evidence_seen = 'other_customer';
  },
  'a forged install id': (input) => {
    input.install.valid = false;
  },
  'no install id': (input) => {
    input.install = { id: null, valid: null };
  },
  ...ORIGIN_CASES,
  'light depth': all(policy({ depth: 'light' }), elsewhere(5_000, 10)),
  'several reasons': all(usage('vpn', true), rule(0, -9_000), measured(90_000), elsewhere(5_000, 10)),
  'everything ignored': all(
    rule(0, -9_000),
    policy({ actions: { subdivision_not_allowed: 'ignore', country_not_allowed: 'ignore' } }),
  ),
  'moving at a distance from the border': all(rule(1, 3_000), (input) => {
    input.history.previous = null;
  }),
  'a short re-check': policy({ recheck: { max_s: 120, border_m: 5_000 } }),
  'five readings': (input) => {
    const [first] = input.evidence.positions;
    input.evidence.positions = [900, 300, 40, 60, 12].map((accuracy_m, i) => ({
      ...first!,
      accuracy_m,
      measured_at: new Date(NOW_MS - 9_000 + i * 2_000).toISOString(),
    }));
  },
  'an install of many customers': (input) => {
    input.history.sharing = { install_customers: 9, household: false, customer_installs: 8 };
  },
  'an install of a household': (input) => {
    input.history.sharing = { install_customers: 4, household: true, customer_installs: 1 };
  },
  'too often, from everywhere': (input) => {
    const counts = { events: 200, networks: 40, countries: 9, others: 30 };
    const velocity = { '5m': counts, '1h': counts, '24h': counts };
    input.history.velocity = { customer: velocity, install: velocity };
  },
  'another address than before': (input) => {
    input.history.address = 'other';
  },
  'a finding of an earlier try': (input) => {
    input.chain.hop = 1;
    input.history.earlier = [{ code: 'automation', hop: 0, confidence: 0.9 }];
  },
  'an attestation that is wrong': (input) => {
    Object.assign(input.origin, {
      attestation: 'invalid',
      kind: 'app_attest',
      codes: ['attestation_invalid'],
    });
  },
  'an attestation service that is away': all(policy({ min_assurance: 'attested' }), (input) => {
    const codes = ['attestation_unavailable'];
    Object.assign(input.origin, { attestation: 'unavailable', kind: 'play_integrity', codes });
  }),
  'a rooted phone with a shared screen': (input) => {
    const origin = {
      attestation: 'verified',
      kind: 'android_key_attestation',
      codes: ['device_integrity_low'],
    };
    Object.assign(input.origin, { ...origin, signals: ['screen_shared'] });
    input.evidence.platform = 'android';
  },
  'a browser that could ask a phone': (input) => {
    input.evidence.positions[0]!.accuracy_m = 30_000;
    input.origin.phone_possible = true;
  },
  'outside of a shape of the operator': decidedBy('shape'),
  'inside an exclusion zone': decidedBy('exclusion'),
  'on the open sea': (input) => {
    Object.assign(input.place!, { country: null, subdivision: null, source: 'none' });
    input.rule = { ...input.rule!, inside: null, p_inside: 0, signed_distance_m: null };
  },
  'a residential proxy': (input) => {
    input.network.usage = [{ kind: 'residential_proxy', confidence: 0.9, families: ['commercial'] }];
  },
  'a data centre far from the device': all(usage('hosting', true), (input) => {
    input.network.location = { lat: 34.05, lng: -118.24, radius_m: 50_000 };
  }),
  'a machine’s pace': (input) => {
    const few = { events: 1, networks: 1, countries: 1, others: 1 };
    const many = { ...few, events: 201 };
    input.history.velocity = { customer: { '5m': many, '1h': few, '24h': few }, install: null };
  },
  'a browser with a patched geolocation': (input) => {
    input.evidence.signals = {
      geolocation_api: {
        own: ['getCurrentPosition'],
        own_of_zone: [],
        defined_on: 'prototype',
        functions: {},
      },
    };
  },
  'readings of another page': (input) => {
    input.evidence.signals = { readings: [{ kind: 'foreign' }] };
  },
  'an accuracy of zero': (input) => {
    input.evidence.positions[0]!.accuracy_m = 0;
  },
  'a phone with every tell': (input) => {
    input.evidence.platform = 'android';
    input.evidence.signals = Object.fromEntries(NATIVE_TELLS.map((tell) => [tell, true]));
  },
  'an attestation of an app that is not ours': (input) => {
    const codes = ['app_not_recognized', 'location_spoofing_risk', 'attestation_key_shared'];
    Object.assign(input.origin, { attestation: 'verified', kind: 'play_integrity', codes });
  },
  'a hand-off that the phone denied': handoff({ denied: true, bound: false }),
  'a phone that is far away, and failed': handoff({}, { country: 'DE', same_network: false }),
  'another zone at a trusted place': all(
    policy({ trusted_places: { on: true }, actions: { time_zone_mismatch: 'review' } }),
    (input) => {
      input.evidence.clock!.utc_offset_min = 60;
      input.history.trusted_place = { since: '2026-11-01T00:00:00.000Z', passes: 5, days: 3 };
    },
  ),
  'readings that are none': (input) => {
    input.evidence.positions.unshift({ ...input.evidence.positions[0]!, accuracy_m: -1 });
  },
};

/** The cases, and for each code that none of them finds the first row in which its check finds it. */
export function engineCases(): { name: string; input: DecisionInput }[] {
  const cases = Object.entries(CASES).map(([name, change]) => ({ name, input: decisionInput(change) }));
  const found = new Set(
    cases.flatMap(({ input }) =>
      decide(input)
        .checks.filter(isFound)
        .map(({ code }) => code),
    ),
  );
  const unfound = Object.entries(CHECK_ROWS).filter(([code]) => !found.has(code));
  return [
    ...cases,
    ...unfound.flatMap(([code, rows]) =>
      rows
        .filter(([outcome]) => isFound({ outcome }))
        .slice(0, 1)
        .map(([, what, change]) => ({ name: `${code}: ${what}`, input: decisionInput(change) })),
    ),
  ];
}

const isFound = ({ outcome }: { outcome: string }) => outcome === 'fail' || outcome === 'uncertain';
