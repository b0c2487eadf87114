import type { PolicyDefinition } from '@standpoint/contract';
import { CODES } from './checks/all.ts';
import type { PolicyAction } from './checks/check.ts';

export const PRESET_NAMES = [
  'gaming_us_state',
  'sanctions',
  'streaming_country',
  'fraud_only',
  'observe',
] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

interface Preset {
  summary: string;
  /** The reasons behind its settings, for an operator who has to justify them. */
  why: string;
  /** The preset has no meaning without places that only the caller can name. */
  needs?: 'allow';
  definition: PolicyDefinition;
}

/**
 * Starting points. Each is a whole policy that can be published as it is. The operator stores a copy of it,
 * so a later version of a preset changes no stored policy.
 */
export const PRESETS: Record<PresetName, Preset> = {
  gaming_us_state: {
    summary: 'Real-money play inside named US states',
    why:
      'State law demands that the player stands inside the state at every wager, a check every 20 minutes ' +
      '(every 5 within a mile of the border), and records kept for years. So the border decides and ' +
      'positions near it are never guessed; hidden addresses fail; a shared screen or remote control goes ' +
      'to review; records are kept for three years. Raise min_assurance to attested where only apps may ' +
      'play.',
    needs: 'allow',
    definition: {
      name: 'gaming_us_state',
      transaction_types: ['wager', 'game_launch', 'deposit', 'withdrawal'],
      depth: 'full',
      min_assurance: 'consistent',
      rule: { allow: [], coast: 'ignore' },
      max_accuracy_m: 1_000,
      max_age_s: 60,
      actions: {
        ip_vpn: 'fail',
        ip_proxy: 'fail',
        ip_tor: 'fail',
        ip_hosting: 'review',
        ip_country_mismatch: 'review',
        ip_changed: 'retry',
        clock_skew: 'retry',
        time_zone_mismatch: 'review',
        impossible_travel: 'fail',
        fast_travel: 'review',
        evidence_replayed: 'fail',
      },
      retry: { on: true, hops: 3 },
      recheck: { max_s: 1_200, border_m: 1_609.344 },
    },
  },
  sanctions: {
    summary: 'Everywhere but where comprehensive sanctions apply',
    why:
      'Refuses the places under comprehensive US sanctions as of 2026: Cuba, Iran, North Korea, and in ' +
      'Ukraine Crimea, Sevastopol, Donetsk and Luhansk. Ask your counsel which programmes bind you, and ' +
      'add places with --deny. A neighbour is not refused for living near a border. A hidden address goes ' +
      'to review and does not fail, because hiding it is legal; the device then has to show where the ' +
      'person is.',
    definition: {
      name: 'sanctions',
      transaction_types: ['registration', 'deposit', 'withdrawal', 'transfer', 'payout', 'purchase'],
      depth: 'full',
      min_assurance: 'consistent',
      rule: { deny: ['CU', 'IR', 'KP', 'UA-43', 'UA-40', 'UA-14', 'UA-09'], coast: 'ignore' },
      max_accuracy_m: 5_000,
      max_age_s: 120,
      actions: {
        ip_vpn: 'review',
        ip_proxy: 'review',
        ip_tor: 'review',
        ip_hosting: 'review',
        ip_country_mismatch: 'review',
        time_zone_mismatch: 'review',
        impossible_travel: 'review',
      },
      retry: { on: true, hops: 2 },
    },
  },
  streaming_country: {
    summary: 'Content licensed for named countries',
    why:
      'A licence names countries, so a coarse position is enough and a fix may be minutes old. A viewer ' +
      'behind a VPN is told so and may try again without it, because most of them are honest. Travel, ' +
      'shared devices and history do not matter here, and records are kept for a month.',
    needs: 'allow',
    definition: {
      name: 'streaming_country',
      transaction_types: ['content_access'],
      depth: 'light',
      min_assurance: 'consistent',
      rule: { allow: [], coast: 'ignore' },
      max_accuracy_m: 25_000,
      max_age_s: 300,
      actions: {
        ip_vpn: 'retry',
        ip_proxy: 'retry',
        ip_tor: 'retry',
        ip_hosting: 'retry',
        ip_country_mismatch: 'retry',
        clock_skew: 'ignore',
      },
      retry: { on: true, hops: 3 },
      recheck: { max_s: 1_200 },
    },
  },
  fraud_only: {
    summary: 'Any place; looks for what pretends',
    why:
      'The place does not matter, but pretending does: forged positions, tampered devices, impossible ' +
      'travel, replayed evidence, one device with many accounts. A person who hides the address or ' +
      'refuses a position goes to review and never fails for that alone.',
    definition: {
      name: 'fraud_only',
      transaction_types: ['registration', 'login', 'account_change', 'purchase', 'payout'],
      depth: 'full',
      min_assurance: 'consistent',
      max_accuracy_m: 100_000,
      max_age_s: 300,
      actions: {
        permission_denied: 'review',
        permission_blocked_by_policy: 'review',
        position_unavailable: 'review',
        position_timeout: 'review',
        precise_location_off: 'ignore',
        accuracy_too_low: 'ignore',
        ip_vpn: 'review',
        ip_proxy: 'review',
        ip_tor: 'review',
        ip_hosting: 'review',
        ip_country_mismatch: 'review',
        clock_skew: 'retry',
        time_zone_mismatch: 'review',
        impossible_travel: 'review',
        evidence_replayed: 'fail',
      },
      retry: { on: true, hops: 1 },
    },
  },
  observe: {
    summary: 'Records every check and refuses no person',
    why:
      'For the first weeks: every check runs and is recorded, and every person passes. You can then try a ' +
      'draft on the recorded verifications (policies replay) before it decides about a person. The preset ' +
      'does not list codes that a later version adds: create the policy again after an update.',
    definition: {
      name: 'observe',
      transaction_types: [],
      depth: 'full',
      min_assurance: 'consistent',
      actions: everyCode('ignore'),
      retry: { on: false },
      handoff: { on: false },
    },
  },
};

/** Every code that can act. */
function everyCode(action: PolicyAction): Record<string, PolicyAction> {
  const acting = [...CODES].filter(([, { outcomes }]) => outcomes === undefined || outcomes.length > 0);
  return Object.fromEntries(acting.map(([code]) => [code, action]));
}

export interface PresetChoice {
  /** ISO codes that replace the preset's own. */
  allow?: string[];
  /** ISO codes in addition to the preset's own. */
  deny?: string[];
  transaction_types?: string[];
  name?: string;
}

/** A preset's policy with the caller's places. Throws RangeError when it needs places and got none. */
export function presetPolicy(preset: PresetName, choice: PresetChoice = {}): PolicyDefinition {
  const { definition, needs } = PRESETS[preset];
  const allow = choice.allow ?? definition.rule?.allow;
  if (needs === 'allow' && !allow?.length) throw new RangeError(`${preset} needs the places that it allows.`);
  const deny = [...new Set([...(definition.rule?.deny ?? []), ...(choice.deny ?? [])])];
  const own = structuredClone(definition);
  const rule = { ...own.rule, ...(allow?.length ? { allow } : {}), ...(deny.length ? { deny } : {}) };
  return {
    ...own,
    name: choice.name ?? own.name,
    transaction_types: choice.transaction_types ?? own.transaction_types,
    rule: allow?.length || deny.length ? rule : undefined,
  };
}
