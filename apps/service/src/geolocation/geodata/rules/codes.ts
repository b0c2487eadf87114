import type { Region } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { claimantOf, countriesClaimedIn } from '../places/disputes.ts';
import type { PlaceShape } from './shapes.ts';

/**
 * The places that a policy allows. Codes are ISO 3166-1 alpha-2 or ISO 3166-2, upper case; a country covers
 * its subdivisions. A subdivision's code wins over its country's, then deny over allow. With an empty `allow`
 * everything not denied is allowed; otherwise the default is deny. A territory with its own country code is
 * not covered by another country's code: `US` leaves out `PR`. A disputed place is allowed under its own code
 * alone, and refused when either its own code or that of the state that claims it is denied.
 */
export interface PlaceRule {
  allow?: readonly string[];
  deny?: readonly string[];
  /** The operator's own areas; they win over codes. */
  shapes?: readonly PlaceShape[];
  /** Metres by which the allowed side shrinks at every border of the rule; 0 when absent. */
  buffer_m?: number;
  /**
   * 95 % error of the borders of the rule's shapes, metres; 0 when absent. The bundled data have their own.
   */
  boundary_error_m?: number;
  /** `ignore` (default): the sea beside an allowed coast is allowed too. `enforce`: the coast is a border. */
  coast?: 'ignore' | 'enforce';
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
  /** Whether the rule names codes at all. */
  readonly some: boolean;
  /** The answer for an area of which the rule names no code. */
  readonly otherwise: boolean;
  private readonly finer: Set<string>;
  private readonly alone = new Map<Region, boolean>();
  private readonly known = new Map<Region, Map<Region, boolean>>();

  constructor(rule: PlaceRule) {
    this.allow = new Set((rule.allow ?? []).map((code) => DUAL_CODES[code] ?? code));
    this.deny = new Set((rule.deny ?? []).map((code) => DUAL_CODES[code] ?? code));
    this.some = this.allow.size + this.deny.size > 0;
    this.finer = new Set(
      [...this.allow, ...this.deny].filter(isSubdivision).map((code) => code.split('-')[0]!),
    );
    for (const country of countriesClaimedIn(this.deny)) this.finer.add(country);
    // A rule that allows something by name, a place or a shape, denies the rest.
    this.otherwise = this.allow.size === 0 && !rule.shapes?.some(({ effect }) => effect === 'allow');
  }

  /**
   * The answer for a place in a region, and in the subdivision of it that another pack draws. It is kept: a region has
   * thousands of pieces of border.
   */
  allowsIn(land: Region, finer: Region | null = null): boolean {
    if (!finer) return kept(this.alone, land, () => this.allowsEach([land]));
    const here = kept(this.known, land, () => new Map<Region, boolean>());
    return kept(here, finer, () => this.allowsEach([land, finer]));
  }

  private allowsEach(regions: readonly Region[]): boolean {
    const claimed = regions.some((region) => this.deny.has(claimantOf(region) ?? ''));
    return !claimed && this.allows(regions.flatMap(codesOf));
  }

  /** The finer level decides first: `deny US, allow US-NJ` allows New Jersey. Within one level deny wins. */
  allows(codes: string[]): boolean {
    return this.atLevel(codes, true) ?? this.atLevel(codes, false) ?? this.otherwise;
  }

  private atLevel(codes: string[], subdivisions: boolean): boolean | null {
    let allowed = null;
    for (const code of codes) {
      if (isSubdivision(code) !== subdivisions) continue;
      if (this.deny.has(code)) return false;
      if (this.allow.has(code)) allowed = true;
    }
    return allowed;
  }

  /** Whether the country's subdivisions can have different answers. */
  speaksOfSubdivisions(country: string): boolean {
    return this.finer.has(country);
  }
}

interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value under this key, made when there is none. */
export function kept<K, V>(values: Memory<K, V>, key: K, make: () => V): V {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}

const isSubdivision = (code: string) => code.includes('-');

/** Every code that covers the region. */
export const codesOf = (region: Region) => [
  region.country,
  ...(region.code ? [region.code] : []),
  ...region.within,
];

/** Thousands of codes: they are listed once for each set of packs. */
const KNOWN = new WeakMap<Packs, ReadonlySet<string>>();

export function knownCodes(packs: Packs): ReadonlySet<string> {
  const { countries, surveyed, world } = packs;
  const known =
    KNOWN.get(packs) ??
    new Set([countries, surveyed, world].flatMap(({ regions }) => regions.flatMap(codesOf)));
  KNOWN.set(packs, known);
  return known;
}

export function unknownCodes(packs: Packs, rule: PlaceRule): string[] {
  const known = knownCodes(packs);
  return [...(rule.allow ?? []), ...(rule.deny ?? [])].filter((code) => !known.has(DUAL_CODES[code] ?? code));
}

/** Codes that are often written for a country that has another code. */
const OFTEN_MEANT: Record<string, string> = { UK: 'GB', EN: 'GB', EL: 'GR', SU: 'RU', YU: 'RS', AN: 'CW' };

/** At most three known codes that a mistyped one may have meant, the likeliest first. */
export function similarCodes(packs: Packs, code: string): string[] {
  const known = knownCodes(packs);
  const [country = '', rest] = code.split('-', 2);
  const other = OFTEN_MEANT[country];
  if (other) return [rest ? `${other}-${rest}` : other].filter((meant) => known.has(meant));
  if (!rest) return [`US-${code}`, `CA-${code}`].filter((meant) => known.has(meant));
  const near = [...known].filter((each) => each.startsWith(`${country}-`) && apart(each, code) <= 1);
  const far = (each: string) => apart(each, code) + Number(each.slice(0, 4) !== code.slice(0, 4)) / 4;
  return near.sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1)).slice(0, 3);
}

/** Letters to change, add or drop: 0, 1 or 2 (two or more); two swapped letters count half. */
function apart(a: string, b: string): number {
  if (a === b) return 0;
  let i = 0;
  while (a[i] === b[i]) i++;
  const swapped = a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
  const one = [
    [1, 1],
    [1, 0],
    [0, 1],
  ].some(([from, to]) => a.slice(i + from!) === b.slice(i + to!));
  if (swapped) return 0.5;
  return one ? 1 : 2;
}
