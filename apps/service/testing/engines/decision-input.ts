import type { Evidence } from '@standpoint/contract';
import { ENGINE_VERSION } from '../../src/geolocation/decision/decision.ts';
import { type DecisionInput, type HandoffFacts, NO_ORIGIN } from '../../src/geolocation/decision/facts.ts';
import { DEFAULT_POLICY } from '../../src/geolocation/decision/policy.ts';
import { choosePosition } from '../../src/geolocation/decision/position.ts';
import { whole } from './whole-evidence.ts';

export const NOW_MS = Date.UTC(2026, 10, 21, 12, 0, 0);
export const TRENTON = { lat: 40.2206137, lng: -74.7597284 };

const counts = () => ({ events: 1, networks: 1, countries: 1, others: 1 });
const quiet = () => ({ '5m': counts(), '1h': counts(), '24h': counts() });

/** An honest phone in Trenton, New Jersey, seen ten minutes ago at the same place. */
export function honestEvidence(): Evidence {
  return {
    attempt_id: 'attempt-1',
    jti: 'jti-1',
    purpose: 'verify',
    collected_at: new Date(NOW_MS - 300).toISOString(),
    platform: 'web',
    permission: { state: 'granted', precise: true },
    positions: [
      {
        ...TRENTON,
        accuracy_m: 40,
        accuracy_basis: 'p95',
        measured_at: new Date(NOW_MS - 2_300).toISOString(),
      },
    ],
    clock: {
      epoch_ms: NOW_MS - 300,
      monotonic_ms: 12_345.6,
      time_zone: 'America/New_York',
      utc_offset_min: -300,
    },
  };
}

const place = (): NonNullable<DecisionInput['place']> => ({
  country: 'US',
  subdivision: 'US-NJ',
  within: [],
  source: 'polygon',
  boundary_error_m: 1_000,
  time_zone: 'America/New_York',
  disputed: null,
  utc_offsets_near: [-300],
  border_distance_m: null,
});

const rule = (): NonNullable<DecisionInput['rule']> => ({
  inside: true,
  signed_distance_m: 9_000,
  p_inside: 1,
  boundary_error_m: 1_000,
  decided_by: 'subdivision',
  shape: null,
  bearing_deg: 0,
});

const network = (): NonNullable<DecisionInput['network']> => ({
  ip: '198.51.100.7',
  ip_source: 'connection',
  ip_class: 'public',
  country: 'US',
  country_confidence: 0.99,
  country_aged_by: 0,
  country_near: null,
  sources: [
    { database: 'ip_country_1', country: 'US' },
    { database: 'ip_country_2', country: 'US' },
  ],
  asn: { number: 64500, org: 'Example Access' },
  location: null,
  usage: [],
  data_date: '2026-11-01',
  stamp_ip: '198.51.100.7',
});

const history = (): NonNullable<DecisionInput['history']> => ({
  previous: {
    ...TRENTON,
    p95_m: 40,
    at_ms: NOW_MS - 600_000,
    age_ms: 2_000,
    altitude_m: null,
    speed_mps: null,
    by_address: false,
    install_id: 'install-1',
    decision: 'pass',
  },
  elsewhere: null,
  evidence_seen: 'no',
  sharing: { install_customers: 1, household: false, customer_installs: 1 },
  velocity: { customer: quiet(), install: quiet() },
  address: 'same',
  trusted_place: null,
  earlier: [],
});

/**
 * The facts of that phone under a policy for New Jersey. `change` edits a fresh copy; then what an SDK
 * always sends is added, and the position is chosen.
 */
export function decisionInput(change: (input: DecisionInput) => void = () => {}): DecisionInput {
  const input: DecisionInput = {
    engine_version: ENGINE_VERSION,
    evidence: honestEvidence(),
    transaction: { type: 'wager', expected_jurisdiction: null },
    now_ms: NOW_MS,
    position: null,
    place: place(),
    rule: rule(),
    network: network(),
    history: history(),
    install: { id: 'install-1', valid: true },
    origin: { ...NO_ORIGIN },
    policy: {
      policy_id: 'pol_01JD0000000000000000000000',
      version: 3,
      definition: { ...DEFAULT_POLICY, rule: { allow: ['US-NJ'] } },
    },
    chain: { hop: 0, retry_left: true },
    data_versions: { countries: 'a'.repeat(64) },
    data_dates: { countries: null, ip_country_1: '2026-11-01' },
  };
  change(input);
  input.evidence = whole(input.evidence);
  input.position = choosePosition(input.evidence, input.now_ms);
  return input;
}

/**
 * The facts about a phone that took over for another device: it proved a key and passed, next to that device.
 */
export const askedPhone = (
  phone: Partial<NonNullable<HandoffFacts['phone']>> = {},
  facts: Partial<HandoffFacts> = {},
): HandoffFacts => ({
  side: 'asker',
  bound: true,
  denied: false,
  number_confirmed: true,
  second_redeemer: false,
  phone: {
    verification_id: 'ver_01JD0000000000000000000000',
    decision: 'pass',
    same_policy: true,
    attestation: 'none',
    platform: 'web',
    country: 'US',
    asn: null,
    same_network: true,
    distance_m: null,
    age_ms: 4_000,
    ...phone,
  },
  ...facts,
});
