import type { Evidence, GeolocationDecision, PolicyDefinition } from '@standpoint/contract';
import type { IpClass } from '../../network-address.ts';
import type { ChosenPosition } from './position.ts';

/**
 * Everything that one decision is made from: plain JSON, gathered first and passed in whole. It is stored
 * sealed, and the same input gives the same answer byte for byte, years later and offline. So: no NaN, no
 * Infinity, no Date, and `null` for what is not known. Absent is not false: a check without its fact is
 * `skipped`, never `pass`.
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
  /**
   * `choosePosition(evidence, now_ms)`, or a phone's that took over (`origin.handoff`); null when no reading
   * is usable.
   */
  position: ChosenPosition | null;
  /** Where `position` lies; null without a position or without place data. */
  place: PlaceFacts | null;
  /**
   * The policy's rule at `position`; null when the policy has none, or there is no position or no place data.
   */
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
  /**
   * Day (or year) of the data in each of them; null where the source does not say. Age alone never decides.
   */
  data_dates: Record<string, string | null>;
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
  /**
   * Metres to the nearest border of the subdivision (or country) itself; null beyond 5 km or when not
   * computed.
   */
  border_distance_m: number | null;
}

export interface RuleFacts {
  /** null: the place has no jurisdiction that the rule could judge. */
  inside: boolean | null;
  /**
   * Metres to the rule's nearest border, positive inside, buffers taken off; null when none is within reach.
   */
  signed_distance_m: number | null;
  /**
   * Probability that the true position is inside, from the fix's p95 and the border data's error together.
   */
  p_inside: number;
  boundary_error_m: number;
  /** Which part of the rule decided. */
  decided_by: 'exclusion' | 'shape' | 'subdivision' | 'country';
  /** Name of the operator's shape that decided; null when none did, or it has no name. */
  shape: string | null;
  /** The way deeper inside, or in: degrees clockwise from north; null without a border in reach. */
  bearing_deg: number | null;
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
  /**
   * How much of it old data took away. Age alone never decides anything: whether the country is believed is
   * judged as if the data were fresh.
   */
  country_aged_by: number;
  /**
   * Whether that country begins within 30 km of the position; null when it is the position's own, or either
   * is unknown.
   */
  country_near: boolean | null;
  /** Each database's own answer, so that the decision can be explained. */
  sources: { database: string; country: string | null }[];
  /** Who announces the address; null: nobody, or not known. */
  asn: { number: number; org: string } | null;
  /** Where a city database of the operator's puts the address; null without one. Never precise. */
  location: { lat: number; lng: number; radius_m: number | null } | null;
  /** What the address is used for; null: no such data, empty: nothing found. */
  usage: NetworkUsage[] | null;
  /** Day of the oldest country database that was asked. */
  data_date: string | null;
  /** The address inside a valid IP stamp, when the payload carries one. */
  stamp_ip: string | null;
}

export interface NetworkUsage {
  /** `residential` is the absence of the others, not a finding. */
  kind:
    | 'residential'
    | 'hosting'
    | 'vpn'
    | 'proxy'
    | 'residential_proxy'
    | 'tor'
    | 'private_relay'
    | 'cellular'
    | 'satellite';
  /** 0 to 1. */
  confidence: number;
  /** Kinds of source that say so. Lists are mostly drawn from AS numbers: both are one family, `list`. */
  families: ('list' | 'commercial' | 'path')[];
  /** The lists and databases that say so, so that an appeal can be answered. */
  sources?: string[];
}

/** A position that was accepted earlier. */
export interface PastPosition {
  lat: number;
  lng: number;
  p95_m: number;
  /** Receipt, server clock, Unix milliseconds. */
  at_ms: number;
  /** How old its fix was at receipt; 0 when not known. */
  age_ms: number;
  altitude_m: number | null;
  speed_mps: number | null;
  /** So coarse, on such an address, that it may have been guessed from the address. */
  by_address: boolean;
  install_id: string | null;
  decision: GeolocationDecision;
}

export interface HistoryFacts {
  /** The customer's last verification with decision `pass` and a position on this install. */
  previous: PastPosition | null;
  /** The last one on any other install, or from a phone that helped out. */
  elsewhere: PastPosition | null;
  /** Whether the same positions and times came before, within 24 h; null: not looked up. */
  evidence_seen: 'no' | 'same_customer' | 'other_customer' | null;
  /** Who shares what; null: not looked up. */
  sharing: {
    /**
     * Customers seen on this install within 30 days, this one included; null: no install of ours that came
     * back.
     */
    install_customers: number | null;
    /** Whether an analyst said that this customer belongs to this install's household. */
    household: boolean;
    /** Installs that came back and were seen with this customer within 7 days, this one included. */
    customer_installs: number;
  } | null;
  /** What happened before this verification; null: not looked up. */
  velocity: { customer: Velocity; install: Velocity | null } | null;
  /**
   * The address against that of the verification before, same customer and install, within 24 h; null: no
   * such pair.
   */
  address: 'same' | 'other' | null;
  /**
   * The place, install and network where this customer’s checks kept passing, and the position is there now;
   * null: none.
   */
  trusted_place: TrustedPlace | null;
  /** Anti-spoof findings of earlier tries of the same chain. */
  earlier: { code: string; hop: number; confidence: number }[];
}

export interface TrustedPlace {
  /** When it became trusted, RFC 3339. */
  since: string;
  /** Clean passes there, at most one an hour, and the days (UTC) on which they were. */
  passes: number;
  days: number;
}

export const VELOCITY_WINDOWS = ['5m', '1h', '24h'] as const;

/** Counts of one customer or one install in windows that end now. */
export type Velocity = Record<(typeof VELOCITY_WINDOWS)[number], VelocityCounts>;

export interface VelocityCounts {
  /** Verifications, estimated from the window's own bucket and the one before. */
  events: number;
  /** Different addresses (IPv6: /64), without relays and mobile networks, which change by themselves. */
  networks: number;
  /** Different countries of the address. */
  countries: number;
  /** Different installs of a customer; different customers of an install, its household left out. */
  others: number;
}

/** What is proven about where the evidence came from. */
export interface OriginFacts {
  /** `unverified`: an attestation came but nothing here could check it. Only `verified` counts as proof. */
  attestation: 'none' | 'unverified' | 'verified' | 'invalid' | 'malformed' | 'unavailable';
  /** What kind came; null: none. */
  kind: 'app_attest' | 'android_key_attestation' | 'play_integrity' | null;
  /** What was found wrong, by the codes of `checks/attestation.ts`. */
  codes: string[];
  /** What the platform's own service saw beside it, e.g. `remote_control`, `screen_shared`. */
  signals: string[];
  /** What an analyst wants to know of it: nothing that identifies a device. */
  details: Record<string, string | number | boolean | null>;
  /** What a phone has to do with it; null: nothing. */
  handoff: HandoffFacts | null;
  /** The client is a browser without a phone's traits, with time left: a phone could take over. */
  phone_possible: boolean;
}

/** A phone that took over from another device (reference: the short-code hand-off). */
export interface HandoffFacts {
  /** Whose decision this is: the phone's own, or that of the device that asked it. */
  side: 'phone' | 'asker';
  /**
   * The phone proved a key that is bound to the hand-off; without one, any holder of its token could speak
   * for it.
   */
  bound: boolean;
  /** “This wasn’t me.” */
  denied: boolean;
  /** The number that only the asker's screen shows was typed on the phone. */
  number_confirmed: boolean;
  /** Somebody else tried to redeem the same code. */
  second_redeemer: boolean;
  /**
   * How the phone's own check ended, whose position then decides; null on the phone's side, and where it has
   * not ended.
   */
  phone: {
    verification_id: string;
    decision: GeolocationDecision;
    /** By the very version of the policy that decides for the asker. */
    same_policy: boolean;
    attestation: OriginFacts['attestation'];
    platform: Evidence['platform'];
    country: string | null;
    asn: number | null;
    /** Both came from one public address (IPv6: one /64). */
    same_network: boolean | null;
    /** Between the asker's own reading and the phone's, both radii taken off; null without a reading. */
    distance_m: number | null;
    /** From the phone's decision to this one. */
    age_ms: number;
  } | null;
}

/** Nobody was looked up: every check of history is skipped. */
export const NO_HISTORY: HistoryFacts = {
  previous: null,
  elsewhere: null,
  evidence_seen: null,
  sharing: null,
  velocity: null,
  address: null,
  trusted_place: null,
  earlier: [],
};

/** Nothing is proven and no phone was involved. */
export const NO_ORIGIN: OriginFacts = {
  attestation: 'none',
  kind: null,
  codes: [],
  signals: [],
  details: {},
  handoff: null,
  phone_possible: false,
};
