import type { Evidence, GeolocationDecision, PolicyDefinition } from '@standpoint/contract';
import type { IpClass } from '../../network-address.ts';
import type { Place } from '../geodata/places/locate.ts';
import type { ChosenPosition } from './position.ts';

/**
 * Everything that one decision is made from: plain JSON, gathered first and passed in whole. It is stored
 * sealed, and the same input gives the same answer byte for byte, years later and offline. So it holds no
 * NaN, no Infinity and no Date, and `null` for an unknown value. Absent is not false: a check without its
 * fact is `skipped`, never `pass`.
 */
export interface DecisionInput {
  /** The engine version that decides; a replay uses the engine of that version. */
  engine_version: string;
  evidence: Evidence;
  transaction: {
    /** Lower case. */
    type: string;
    expected_jurisdiction: { country: string; subdivision?: string } | null;
  };
  /** Receipt of the request, server clock, Unix milliseconds. The only present time in a decision. */
  now_ms: number;
  /**
   * `choosePosition(evidence, now_ms)`, or the position of a phone that took over (`origin.handoff`). Null
   * when no reading is usable.
   */
  position: ChosenPosition | null;
  /** Where `position` lies; null without a position or without place data. */
  place: PlaceFacts | null;
  /**
   * The policy's rule at `position`; null when the policy has no rule, or position or place data are missing.
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
  /** The whole policy version that decides. `policy_id` null and version 0 are the built-in default. */
  policy: { policy_id: string | null; version: number; definition: PolicyDefinition };
  chain: {
    /** 0 for a token from preflight, then 1 to 3 for each `next_token`. */
    hop: number;
    /** Whether a `next_token` would still have time before the root's 900 s end. */
    retry_left: boolean;
  };
  /** Digest or date of every data set that the facts came from. */
  data_versions: Record<string, string>;
  /**
   * Day (or year) of the data in each set; null when the source does not state it. Age alone never decides.
   */
  data_dates: Record<string, string | null>;
}

export interface PlaceFacts extends Place {
  /** Minutes east of UTC: every offset in force at `measured_at` within the p95 disc. Empty when unknown. */
  utc_offsets_near: number[];
  /** Metres to the nearest border of the subdivision (or country); null beyond 5 km or when not computed. */
  border_distance_m: number | null;
  /**
   * The least certain borders between countries and between subdivisions of one country, each with the error of its own
   * line; null when the device is surely on this side of all. Facts of before have none.
   */
  doubtful_borders?: Record<'country' | 'inner', { distance_m: number; error_m: number } | null>;
}

export interface RuleFacts {
  /** Null when the place has no jurisdiction that the rule could judge. */
  inside: boolean | null;
  /**
   * Metres to the rule's nearest border, positive inside, with buffers subtracted; null when no border is in
   * reach.
   */
  signed_distance_m: number | null;
  /**
   * Probability that the true position is inside, from the fix's p95 and the border data's error together.
   */
  p_inside: number;
  boundary_error_m: number;
  /** The part of the rule that decided. */
  decided_by: 'exclusion' | 'shape' | 'subdivision' | 'country';
  /** Name of the operator's shape that decided; null when no shape decided or the shape has no name. */
  shape: string | null;
  /**
   * The direction further inside, or to the inside: degrees clockwise from north; null without a border in
   * reach.
   */
  bearing_deg: number | null;
}

export interface NetworkFacts {
  /**
   * The address that decides. In verify it is the connection's; in evaluate it is the stamp's, else
   * `client_ip`.
   */
  ip: string | null;
  ip_source: 'connection' | 'stamp' | 'client_ip' | 'none';
  /** Kind of address; only a `public` one can have a country. */
  ip_class: IpClass | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** 0 to 1; 0 without a country. */
  country_confidence: number;
  /**
   * The part of the confidence that old data took away. Age alone never decides: whether the country is
   * believed is judged as if the data were fresh.
   */
  country_aged_by: number;
  /**
   * Whether the address's country begins within 30 km of the position; null when it is the position's own
   * country, or one of the two is unknown.
   */
  country_near: boolean | null;
  /** Each database's own answer, so that the decision can be explained. */
  sources: { database: string; country: string | null }[];
  /** The network that announces the address; null when no network does, or it is unknown. */
  asn: { number: number; org: string } | null;
  /** Where the operator's city database puts the address; null without such a database. Never precise. */
  location: { lat: number; lng: number; radius_m: number | null } | null;
  /** How the address is used; null without such data, empty when the data say nothing. */
  usage: NetworkUsage[] | null;
  /** Day of the oldest country database that was asked. */
  data_date: string | null;
  /** The address inside a valid IP stamp, when the payload carries one. */
  stamp_ip: string | null;
}

export interface NetworkUsage {
  /** `residential` means that no other kind was found; it is not a finding. */
  kind:
    | 'residential'
    | 'hosting'
    | 'vpn'
    | 'proxy'
    | 'residential_proxy'
    | 'tor'
    | 'private_relay'
    | 'security_gateway'
    | 'cellular'
    | 'satellite';
  /** 0 to 1. */
  confidence: number;
  /** Kinds of source that agree. Most lists are drawn from AS numbers, so both are one family, `list`. */
  families: ('list' | 'commercial' | 'path')[];
  /** The lists and databases that agree, so that an appeal can be answered. */
  sources?: string[];
}

/** A position that was accepted earlier. */
export interface PastPosition {
  lat: number;
  lng: number;
  p95_m: number;
  /** Receipt, server clock, Unix milliseconds. */
  at_ms: number;
  /** Age of its fix at receipt; 0 when unknown. */
  age_ms: number;
  altitude_m: number | null;
  speed_mps: number | null;
  /** The fix is so coarse, on such an address, that it may have been guessed from the address. */
  by_address: boolean;
  install_id: string | null;
  decision: GeolocationDecision;
}

export interface HistoryFacts {
  /** The customer's last verification with decision `pass` and a position, on this install. */
  previous: PastPosition | null;
  /** The last one on any other install, or from a phone that helped out. */
  elsewhere: PastPosition | null;
  /** Whether the same positions and times came before, within 24 h; null when not looked up. */
  evidence_seen: 'no' | 'same_customer' | 'other_customer' | null;
  /** Which customers and installs share; null when not looked up. */
  sharing: {
    /**
     * Customers seen on this install within 30 days, this one included; null unless one of our install ids
     * came back.
     */
    install_customers: number | null;
    /** Whether an analyst declared this customer a member of this install's household. */
    household: boolean;
    /** Installs that came back with this customer within 7 days, this one included. */
    customer_installs: number;
  } | null;
  /** Rates before this verification; null when not looked up. */
  velocity: { customer: Velocity; install: Velocity | null } | null;
  /**
   * The address compared with the last verification of the same customer and install within 24 h; null when
   * there is no such pair.
   */
  address: 'same' | 'other' | null;
  /**
   * The trusted place that vouches for this verification: this customer's checks kept passing there, on this
   * install and network, and the position is there now. Null when there is none.
   */
  trusted_place: TrustedPlace | null;
  /** Anti-spoof findings of earlier tries of the same chain. */
  earlier: { code: string; hop: number; confidence: number }[];
}

export interface TrustedPlace {
  /** When it became trusted, RFC 3339. */
  since: string;
  /** Clean passes there, at most one an hour, and the days (UTC) on which they happened. */
  passes: number;
  days: number;
}

export const VELOCITY_WINDOWS = ['5m', '1h', '24h'] as const;

/** Counts of one customer or one install in windows that end now. */
export type Velocity = Record<(typeof VELOCITY_WINDOWS)[number], VelocityCounts>;

export interface VelocityCounts {
  /** Verifications, estimated from the window's own bucket and the one before. */
  events: number;
  /**
   * Distinct addresses (IPv6: /64), without relays and mobile networks, whose addresses change by themselves.
   */
  networks: number;
  /** Distinct countries of the address. */
  countries: number;
  /** Distinct installs of a customer; distinct customers of an install, without its household. */
  others: number;
}

/** The proven facts about the origin of the evidence. */
export interface OriginFacts {
  /** `unverified`: an attestation came that this service could not check. Only `verified` counts as proof. */
  attestation: 'none' | 'unverified' | 'verified' | 'invalid' | 'malformed' | 'unavailable';
  /** Kind of attestation; null when none came. */
  kind: 'app_attest' | 'android_key_attestation' | 'play_integrity' | null;
  /** The faults, by the codes of `checks/attestation.ts`. */
  codes: string[];
  /** Further signals of the platform's own service, e.g. `remote_control`, `screen_shared`. */
  signals: string[];
  /** Details for an analyst; none of them identifies a device. */
  details: Record<string, string | number | boolean | null>;
  /** The part that a phone has in this decision; null when no phone is involved. */
  handoff: HandoffFacts | null;
  /** A phone could take over: the client is a browser without a phone's traits, with time left. */
  phone_possible: boolean;
}

/** A phone that took over from another device by a short code. */
export interface HandoffFacts {
  /** The side that this decision is about: the phone itself, or the device that asked it. */
  side: 'phone' | 'asker';
  /**
   * The phone proved a key that is bound to the hand-off; without the key, any holder of its token could
   * speak for it.
   */
  bound: boolean;
  /** The person tapped “This wasn’t me.” on the phone. */
  denied: boolean;
  /** The number that only the asker's screen shows was typed on the phone. */
  number_confirmed: boolean;
  /** Another device tried to redeem the same code. */
  second_redeemer: boolean;
  /**
   * The outcome of the phone's own check, whose position then decides; null on the phone's side, and before
   * that check has ended.
   */
  phone: {
    verification_id: string;
    decision: GeolocationDecision;
    /** Whether the phone's check passed the same policy version that decides for the asker. */
    same_policy: boolean;
    attestation: OriginFacts['attestation'];
    platform: Evidence['platform'];
    country: string | null;
    asn: number | null;
    /** Whether both calls came from one public address (IPv6: one /64). */
    same_network: boolean | null;
    /**
     * Metres between the asker's own reading and the phone's, both radii subtracted; null without a reading.
     */
    distance_m: number | null;
    /** Time from the phone's decision to this one. */
    age_ms: number;
  } | null;
}

/** No history was looked up, so every check of history is skipped. */
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
