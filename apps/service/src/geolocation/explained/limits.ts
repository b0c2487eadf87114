import { FIRM, HINT } from '../decision/checks/anonymizer.ts';
import { TOGETHER_MS, UNCERTAIN_MS, WRONG_MS } from '../decision/checks/clock-skew.ts';
import { FAR_M as PHONE_FAR_M } from '../decision/checks/handoff.ts';
import { BELIEVED } from '../decision/checks/ip-country.ts';
import { FAR_M as ADDRESS_FAR_M } from '../decision/checks/ip-distance.ts';
import { ENOUGH } from '../decision/checks/tells.ts';
import { LIMIT_MIN } from '../decision/checks/time-zone.ts';
import {
  FAST_MPS,
  IMPOSSIBLE_IN_FLIGHT_MPS,
  IMPOSSIBLE_MPS,
  LEAST_GAP_M,
} from '../decision/checks/travel.ts';
import { ENGINE_VERSION } from '../decision/decision.ts';
import { INSIDE, OUTSIDE } from '../decision/thresholds.ts';

type Limits = Record<string, number>;

const PLACE: Limits = { inside_from: INSIDE, outside_to: OUTSIDE };
const TELLS: Limits = { score_from: ENOUGH };
const HIDDEN: Limits = { signals_from: 2, confidence_from: HINT };
const CONFIDENT: Limits = { confidence_from: HINT };

/** Fixed limits of the present engine that its inputs do not repeat, by the code that they belong to. */
const LIMITS: Readonly<Record<string, Limits>> = {
  country_not_allowed: PLACE,
  subdivision_not_allowed: PLACE,
  area_not_allowed: PLACE,
  exclusion_zone: PLACE,
  border_uncertain: PLACE,
  ip_country_uncertain: { confidence_from: BELIEVED },
  ip_country_mismatch: { confidence_from: BELIEVED },
  ip_vpn: HIDDEN,
  ip_proxy: HIDDEN,
  ip_tor: { confidence_from: FIRM },
  ip_hosting: CONFIDENT,
  ip_private_relay: CONFIDENT,
  ip_security_gateway: CONFIDENT,
  ip_residential_proxy: CONFIDENT,
  ip_device_distance: { beyond_m: ADDRESS_FAR_M },
  clock_skew: { doubt_ms: UNCERTAIN_MS, wrong_ms: WRONG_MS, moved_ms: TOGETHER_MS },
  time_zone_mismatch: { difference_min: LIMIT_MIN },
  impossible_travel: {
    speed_mps: IMPOSSIBLE_MPS,
    in_flight_mps: IMPOSSIBLE_IN_FLIGHT_MPS,
    gap_m: LEAST_GAP_M,
  },
  fast_travel: { speed_mps: FAST_MPS, gap_m: LEAST_GAP_M },
  automation: TELLS,
  geolocation_api_patched: TELLS,
  realm_mismatch: TELLS,
  override_suspected: TELLS,
  handoff_far: { distance_m: PHONE_FAR_M },
};

/** Those of a code under the engine that decided. Of an engine of another version they are not known here. */
export const limitsOf = (code: string, engine_version: string): Limits =>
  engine_version === ENGINE_VERSION ? (LIMITS[code] ?? {}) : {};
