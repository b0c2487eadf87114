import type { PolicyDefinition } from '@standpoint/contract';
import type { DecisionInput } from '../../src/geolocation/decision/facts.ts';
import { NOW_MS } from './decision-input.ts';

/** One difference from an honest device inside the rule. */
export type Change = (input: DecisionInput) => void;

export const policy =
  (definition: Partial<PolicyDefinition>): Change =>
  (input) =>
    Object.assign(input.policy.definition, definition);
export const usage =
  (kind: 'vpn' | 'hosting' | 'proxy' | 'tor' | 'private_relay' | 'cellular', both: boolean): Change =>
  (input) => {
    input.network.usage = [{ kind, confidence: 0.9, families: both ? ['list', 'commercial'] : ['list'] }];
  };
export const rule =
  (
    p_inside: number,
    signed_distance_m: number,
    decided_by: 'subdivision' | 'country' = 'subdivision',
  ): Change =>
  (input) => {
    const inside = signed_distance_m > 0;
    input.rule = { ...input.rule!, inside, p_inside, signed_distance_m, decided_by };
  };
export const measured =
  (ago_ms: number): Change =>
  (input) => {
    input.evidence.positions[0]!.measured_at = new Date(NOW_MS - ago_ms).toISOString();
  };
export const elsewhere =
  (km: number, minutes: number): Change =>
  (input) => {
    const previous = input.history.previous!;
    Object.assign(previous, { lat: previous.lat + km / 111.2, at_ms: NOW_MS - minutes * 60_000 });
  };
export const all =
  (...changes: Change[]): Change =>
  (input) => {
    for (const change of changes) change(input);
  };
export const lastTry: Change = (input) => {
  input.chain = { hop: 3, retry_left: true };
};

export const decidedBy =
  (decided_by: 'shape' | 'exclusion'): Change =>
  (input) => {
    const outside = { inside: false, p_inside: 0, signed_distance_m: -900, bearing_deg: 90 };
    input.rule = { ...input.rule!, ...outside, decided_by, shape: 'harbour' };
  };
type Handoff = NonNullable<DecisionInput['origin']['handoff']>;
export const handoff =
  (change: Partial<Handoff>, phone?: Partial<Handoff['phone']>): Change =>
  (input) => {
    const found = {
      verification_id: 'ver_phone',
      decision: 'fail' as const,
      same_policy: true,
      attestation: 'none' as const,
      platform: 'web' as const,
      country: 'US',
      asn: 64_500,
      same_network: true,
      distance_m: 0,
      age_ms: 4_000,
    };
    const asker = { side: 'asker', bound: true, denied: false, number_confirmed: true } as const;
    input.origin.handoff = {
      ...asker,
      second_redeemer: false,
      phone: phone ? { ...found, ...phone } : null,
      ...change,
    };
  };
export const NATIVE_TELLS = [
  'mock_provider',
  'simulated_by_software',
  'emulator',
  'produced_by_accessory',
  'rooted',
  'jailbroken',
  'hooking_framework',
  'cloned_app',
];
