import type { Region } from './boundary-pack.ts';
import type { Packs } from './locate.ts';

/**
 * Which places a policy allows. Codes are ISO 3166-1 alpha-2 or ISO 3166-2, upper case; a country covers its
 * subdivisions. A subdivision's code wins over its country's, then deny over allow; with an empty `allow` everything not denied is allowed, otherwise the default
 * is deny. A territory with a country code of its own is not covered by another country's code: `US` leaves out `PR`.
 */
export interface PlaceRule {
  allow?: readonly string[];
  deny?: readonly string[];
  /** Metres by which the allowed side shrinks at every border of the rule; 0 when absent. */
  buffer_m?: number;
}

/** ISO 3166-2 codes of places that also have an ISO 3166-1 code: both spellings mean the same place. */
// biome-ignore format: pairs read better in rows
const DUAL_CODES: Record<string, string> = {
  'US-AS': 'AS', 'US-GU': 'GU', 'US-MP': 'MP', 'US-PR': 'PR', 'US-UM': 'UM', 'US-VI': 'VI',
  'FR-971': 'GP', 'FR-972': 'MQ', 'FR-973': 'GF', 'FR-974': 'RE', 'FR-976': 'YT',
  'FR-BL': 'BL', 'FR-MF': 'MF', 'FR-NC': 'NC', 'FR-PF': 'PF', 'FR-PM': 'PM', 'FR-TF': 'TF', 'FR-WF': 'WF',
  'NL-AW': 'AW', 'NL-CW': 'CW', 'NL-SX': 'SX', 'NL-BQ1': 'BQ-BO', 'NL-BQ2': 'BQ-SA', 'NL-BQ3': 'BQ-SE',
  'CN-HK': 'HK', 'CN-MO': 'MO', 'CN-TW': 'TW', 'FI-01': 'AX', 'NO-21': 'SJ', 'NO-22': 'SJ',
};

/** The rule as sets, ready to judge the codes of a place. */
export class RuleCodes {
  readonly allow: Set<string>;
  readonly deny: Set<string>;

  constructor(rule: PlaceRule) {
    this.allow = new Set((rule.allow ?? []).map((code) => DUAL_CODES[code] ?? code));
    this.deny = new Set((rule.deny ?? []).map((code) => DUAL_CODES[code] ?? code));
  }

  /** The finer level speaks first: `deny US, allow US-NJ` allows New Jersey. Within one level deny wins. */
  allows(codes: string[]): boolean {
    for (const level of [codes.filter(isSubdivision), codes.filter((code) => !isSubdivision(code))]) {
      if (level.some((code) => this.deny.has(code))) return false;
      if (level.some((code) => this.allow.has(code))) return true;
    }
    return this.allow.size === 0;
  }

  /** Whether the country's subdivisions can have different answers. */
  speaksOfSubdivisions(country: string): boolean {
    return [...this.allow, ...this.deny].some((code) => code.startsWith(`${country}-`));
  }
}

const isSubdivision = (code: string) => code.includes('-');

/** Every code that covers the region. */
export const codesOf = (region: Region) => [
  region.country,
  ...(region.code ? [region.code] : []),
  ...region.within,
];

export function unknownCodes(packs: Packs, rule: PlaceRule): string[] {
  const known = new Set(
    [packs.countries, packs.us, packs.world].flatMap((pack) => pack.regions.flatMap(codesOf)),
  );
  return [...(rule.allow ?? []), ...(rule.deny ?? [])].filter((code) => !known.has(DUAL_CODES[code] ?? code));
}
