import type { Evidence, GeolocationDecision, PolicyDefinition } from '@standpoint/contract';
import type { IpClass } from '../network-address.ts';
import type { ChosenPosition } from './position.ts';

/**
 * Everything that one decision is made from: plain JSON, gathered first and passed in whole. It is stored sealed, and
 * the same input gives the same answer byte for byte, years later and offline. So: no NaN, no Infinity, no Date, and
 * `null` for what is not known. Absent is not false: a check without its fact is `skipped`, never `pass`.
 */
export interface DecisionInput {
  /** Which engine decides; a replay picks the engine of that version. */
  engine_version: string;
  evidence: Evidence;
  transaction: {
    /** Lower case. */
    type: string;
    expected_jurisdiction: { country: string; subdivision?: string } | null;
  };
  /** Receipt of the request, server clock, Unix milliseconds. The only "now" there is. */
  now_ms: number;
  /** `choosePosition(evidence, now_ms)`; null when no reading is usable. */
  position: ChosenPosition | null;
  /** Where `position` lies; null without a position or without place data. */
  place: PlaceFacts | null;
  /** The policy's rule at `position`; null when the policy has none, or there is no position or no place data. */
  rule: RuleFacts | null;
  network: NetworkFacts;
  history: HistoryFacts;
  install: {
    /** The token's claim wins over what the evidence says. */
    id: string | null;
    /** Whether our HMAC tag on the id is right; null without an id. */
    valid: boolean | null;
  };
  origin: OriginFacts;
  /** The version that decides, whole. `policy_id` null and version 0: the built-in default. */
  policy: { policy_id: string | null; version: number; definition: PolicyDefinition };
  chain: {
    /** 0 for a token from preflight, then 1 to 3 for each `next_token`. */
    hop: number;
    /** Whether a `next_token` would still have time before the root's 900 s are over. */
    retry_left: boolean;
  };
  /** Digest or date of every data set that the facts came from. */
  data_versions: Record<string, string>;
}

export interface PlaceFacts {
  /** ISO 3166-1 alpha-2; null on the open sea. */
  country: string | null;
  /** ISO 3166-2, the lowest level known. */
  subdivision: string | null;
  /** Upper-level ISO 3166-2 codes that cover the place too. */
  within: string[];
  source: 'polygon' | 'nearest' | 'country_only' | 'none';
  /** Error of the border data, 95 %, metres. */
  boundary_error_m: number;
  /** IANA name. */
  time_zone: string | null;
  /** Minutes east of UTC, every offset in force at `measured_at` within the p95 disc. Empty: not known. */
  utc_offsets_near: number[];
  /** Metres to the nearest border of the subdivision (or country) itself; null when not computed. */
  border_distance_m: number | null;
}

export interface RuleFacts {
  /** null: the place has no jurisdiction that the rule could judge. */
  inside: boolean | null;
  /** Metres to the rule's nearest border, positive inside, buffers taken off; null when none is within reach. */
  signed_distance_m: number | null;
  /** Probability that the true position is inside, from the fix's p95 and the border data's error together. */
  p_inside: number;
  boundary_error_m: number;
  /** Which part of the rule decided; null: to be told from the codes. */
  decided_by: 'exclusion' | 'shape' | 'subdivision' | 'country' | null;
}

export interface NetworkFacts {
  /** The address that decides: the connection's in verify; the stamp's, else `client_ip`, in evaluate. */
  ip: string | null;
  ip_source: 'connection' | 'stamp' | 'client_ip' | 'none';
  /** Kind of address; only `public` can have a country. */
  ip_class: IpClass | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** 0 to 1; 0 without a country. */
  country_confidence: number;
  /** Each database's own answer, so that the decision can be explained. */
  sources: { database: string; country: string | null }[];
  /** What the address is used for; null: no such data, empty: nothing found. */
  usage: NetworkUsage[] | null;
  /** The address inside a valid IP stamp, when the payload carries one. */
  stamp_ip: string | null;
}

export interface NetworkUsage {
  kind: 'hosting' | 'vpn' | 'proxy' | 'tor' | 'private_relay' | 'cellular' | 'satellite';
  /** 0 to 1. */
  confidence: number;
  /** Kinds of source that say so. Lists are mostly drawn from AS numbers: both are one family, `list`. */
  families: ('list' | 'commercial' | 'path')[];
}

export interface HistoryFacts {
  /** The customer's last verification with decision `pass` and a position. */
  previous: {
    lat: number;
    lng: number;
    p95_m: number;
    /** Receipt, server clock, Unix milliseconds. */
    at_ms: number;
    /** How old its fix was at receipt; 0 when not known. */
    age_ms: number;
    install_id: string | null;
    decision: GeolocationDecision;
  } | null;
  /** Whether the same positions and times came before, within 24 h; null: not looked up. */
  evidence_seen: 'no' | 'same_customer' | 'other_customer' | null;
}

/** What is proven about where the evidence came from. */
export interface OriginFacts {
  /** `unverified`: an attestation came but nothing here could check it. It never counts as proof. */
  attestation: 'none' | 'unverified' | 'verified';
  /** The position comes from a phone bound to this session. */
  handoff: boolean;
}

/** Nobody was looked up: every check of history is skipped. */
export const NO_HISTORY: HistoryFacts = { previous: null, evidence_seen: null };

/** Nothing is proven and no phone was involved. */
export const NO_ORIGIN: OriginFacts = { attestation: 'none', handoff: false };
