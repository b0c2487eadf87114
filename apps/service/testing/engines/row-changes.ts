import type { Check, Signals } from '@standpoint/contract';
import type { DecisionInput, NetworkUsage } from '../../src/geolocation/decision/facts.ts';
import { NOW_MS, TRENTON } from './decision-input.ts';

type Change = (input: DecisionInput) => void;
/** Members that no SDK leaves out. */
export const leftOut =
  (...members: ('permission' | 'clock' | 'device' | 'signals')[]): Change =>
  (i) => {
    for (const member of members) i.evidence[member] = undefined;
  };
export type Row = [outcome: Check['outcome'], what: string, change: Change];

export const honest: Change = () => {};
export const noPosition: Change = (i) => {
  i.evidence.positions = [];
};
export const withError =
  (error: DecisionInput['evidence']['position_error']): Change =>
  (i) => {
    i.evidence.positions = [];
    i.evidence.position_error = error;
  };
export const permission =
  (state: NonNullable<DecisionInput['evidence']['permission']>['state']): Change =>
  (i) => {
    i.evidence.positions = [];
    i.evidence.permission = { state };
  };
export const agedS =
  (age_s: number): Change =>
  (i) => {
    i.evidence.positions[0]!.measured_at = new Date(NOW_MS - age_s * 1_000).toISOString();
  };
export const accuracyM =
  (accuracy_m: number, more: Change = honest): Change =>
  (i) => {
    i.evidence.positions[0]!.accuracy_m = accuracy_m;
    more(i);
  };
export const atP =
  (p_inside: number, more: Change = honest): Change =>
  (i) => {
    Object.assign(i.rule!, {
      p_inside,
      inside: p_inside > 0.5,
      signed_distance_m: p_inside > 0.5 ? 500 : -500,
    });
    more(i);
  };
export const at =
  (country: string | null, subdivision: string | null): Change =>
  (i) => {
    Object.assign(i.place!, { country, subdivision });
  };
export const noRule: Change = (i) => {
  i.policy.definition.rule = undefined;
  i.rule = null;
};
export const decidedBy = (part: 'exclusion' | 'shape' | 'country'): Change =>
  atP(0.01, (i) => {
    i.rule!.decided_by = part;
  });
export const approximate = (accuracy_m: number): Change =>
  accuracyM(accuracy_m, (i) => {
    i.evidence.permission = { state: 'granted', precise: false };
  });
export const expected =
  (country: string, subdivision?: string): Change =>
  (i) => {
    i.transaction.expected_jurisdiction = { country, subdivision };
  };
export const ipIn =
  (country: string | null, country_confidence = 0.99): Change =>
  (i) => {
    Object.assign(i.network, { country, country_confidence });
  };
export const used =
  (kind: NetworkUsage['kind'], families: NetworkUsage['families'], more: Change = honest): Change =>
  (i) => {
    i.network.usage!.push({ kind, families, confidence: 0.95 });
    more(i);
  };
export const all =
  (...changes: Change[]): Change =>
  (i) => {
    for (const change of changes) change(i);
  };
export const disputedBy =
  (by: string): Change =>
  (i) => {
    Object.assign(i.place!, { country: 'EH', subdivision: null, disputed: { by } });
  };
export const hinted =
  (kind: NetworkUsage['kind']): Change =>
  (i) => {
    i.network.usage!.push({ kind, families: [], confidence: 0.4 });
  };
export const unused: Change = (i) => {
  i.network.usage = null;
};
/** A city database puts the address this far to the north, with a radius of 50 km. */
export const addressAt =
  (km: number, more: Change = honest): Change =>
  (i) => {
    i.network.location = { lat: TRENTON.lat + km / 111.195, lng: TRENTON.lng, radius_m: 50_000 };
    more(i);
  };
export const zoneIs =
  (utc_offset_min: number | undefined): Change =>
  (i) => {
    i.evidence.clock!.utc_offset_min = utc_offset_min;
  };
export const skewedS =
  (skew_s: number): Change =>
  (i) => {
    i.evidence.clock!.epoch_ms = NOW_MS + skew_s * 1_000;
    agedS(-skew_s)(i);
  };
/** The earlier pass lay this many kilometres north, this many seconds ago. */
export const cameFrom =
  (km: number, ago_s: number, more: Change = honest): Change =>
  (i) => {
    Object.assign(i.history.previous!, {
      lat: TRENTON.lat + km / 111.2,
      at_ms: NOW_MS - ago_s * 1_000,
      age_ms: 0,
    });
    more(i);
  };
type HandoffFacts = NonNullable<DecisionInput['origin']['handoff']>;
type PhoneFacts = NonNullable<HandoffFacts['phone']>;
export const handoff =
  (facts: Partial<HandoffFacts>, phone: Partial<PhoneFacts> | null = {}): Change =>
  (i) => {
    i.origin.handoff = {
      side: 'asker',
      bound: phone !== null,
      denied: false,
      number_confirmed: true,
      second_redeemer: false,
      phone: phone && {
        verification_id: 'ver_01JD0000000000000000000000',
        decision: 'pass',
        same_policy: true,
        attestation: 'none',
        platform: 'web',
        country: i.network.country,
        asn: null,
        same_network: false,
        distance_m: null,
        age_ms: 20_000,
        ...phone,
      },
      ...facts,
    };
  };
export const PHONE_ITSELF = { side: 'phone', bound: true } as const;
export const demands =
  (
    min_assurance: 'attested' | 'handoff',
    attestation: DecisionInput['origin']['attestation'],
    more: Change = honest,
  ): Change =>
  (i) => {
    i.policy.definition.min_assurance = min_assurance;
    i.origin.attestation = attestation;
    more(i);
  };
export const sharing =
  (found: Partial<NonNullable<DecisionInput['history']['sharing']>> | null): Change =>
  (i) => {
    if (found) Object.assign(i.history.sharing!, found);
    else i.history.sharing = null;
  };
export const busy =
  (of: 'customer' | 'install', window: '5m' | '1h' | '24h', counts: Record<string, number>): Change =>
  (i) => {
    Object.assign(i.history.velocity![of]![window], counts);
  };
export const noVelocity: Change = (i) => {
  i.history.velocity = null;
};
export const address =
  (address: DecisionInput['history']['address']): Change =>
  (i) => {
    i.history.address = address;
  };
export const elsewhere =
  (km: number, ago_s: number, more: Change = honest): Change =>
  (i) => {
    const place = { lat: TRENTON.lat + km / 111.2, at_ms: NOW_MS - ago_s * 1_000, install_id: 'install-2' };
    i.history.elsewhere = { ...i.history.previous!, ...place, age_ms: 0 };
    more(i);
  };
export const withAttestation =
  (attestation: DecisionInput['origin']['attestation'], ...codes: string[]): Change =>
  (i) => {
    Object.assign(i.origin, { attestation, kind: 'app_attest', codes });
  };
export const seen =
  (evidence_seen: DecisionInput['history']['evidence_seen']): Change =>
  (i) => {
    i.history.evidence_seen = evidence_seen;
  };

export const CLEAN: Signals = {
  webdriver: false,
  automation: { globals: [], headless_name: false, webdriver_patched: false, console_read: false },
  geolocation_api: {
    defined_on: 'prototype',
    own: [],
    own_realm: true,
    functions: { watchPosition: { native: true, like_fresh: true, refuses_stranger: true, scripted: false } },
  },
  readings: [{ kind: 'native', delay_ms: 12, synchronous: false }],
};
export const withSignals =
  (signals: Signals): Change =>
  (i) => {
    i.evidence.signals = signals;
  };
export const NOT_LOADED = withSignals({
  not_run: { probes: 'not_loaded' },
  probes: undefined,
  geolocation_api: undefined,
  automation: undefined,
  readings: undefined,
});
export const withApi = (api: NonNullable<Signals['geolocation_api']>): Change =>
  withSignals({ ...CLEAN, geolocation_api: { ...CLEAN.geolocation_api, ...api } });
export const onPlatform =
  (platform: 'ios' | 'android', signals: Signals = {}): Change =>
  (i) => {
    i.evidence.platform = platform;
    i.evidence.signals = signals;
  };
/** The place that a fresh page reports, and the page's own place right after that. */
export const answered = (lat: number, page?: number): Change => {
  const at = (found: number) => ({ ...TRENTON, lat: found, accuracy_m: 40 });
  return withSignals({ fresh_answer: at(lat), ...(page !== undefined && { page_answer: at(page) }) });
};
export const typed = (i: DecisionInput) => {
  i.evidence.positions.forEach((at) => {
    Object.assign(at, { lat: 40.2206, lng: -74.7597 });
  });
};
export const sevenDigits: Change = (i) => {
  i.evidence.positions[0]!.lat = 40.2206138;
};
/** Wall clock and monotonic clock at each look, milliseconds since the first. */
export const ticked = (...looks: [wall: number, monotonic: number][]): Change =>
  withSignals({
    clock_track: looks.map(([wall, monotonic]) => ({
      epoch_ms: NOW_MS - 20_000 + wall,
      monotonic_ms: monotonic,
    })),
  });
