import { BUNDLED_DATA, readArtefact, readManifest } from '../artefact.ts';
import { decodePack } from '../borders/pack-file.ts';
import { packsOf } from '../borders/packs.ts';
import { borderDistance } from '../borders/to-border.ts';
import { type PlaceRule, similarCodes, unknownCodes } from '../rules/codes.ts';
import { type CompiledRule, compileRule } from '../rules/rule.ts';
import { tooHeavy } from '../rules/weight.ts';
import { countryWithin } from './country-within.ts';
import { locate, type Place } from './locate.ts';

export type { PlaceRule } from '../rules/codes.ts';
export type { CompiledRule, RuleAnswer } from '../rules/rule.ts';
export type { PlaceShape } from '../rules/shapes.ts';
export type { Place } from './locate.ts';
export { utcOffsetsNear } from './time-zone.ts';

export interface Places {
  /** Throws RangeError unless −90 ≤ lat ≤ 90 and lng is finite (any turn of the globe is accepted). */
  locate(lat: number, lng: number): Place;
  /**
   * Metres to the nearest border between countries or subdivisions, independent of any rule; null beyond 5
   * km.
   */
  borderDistance(lat: number, lng: number): number | null;
  /** Whether a border or coast of the country lies within `reach_m` metres. */
  countryWithin(country: string, at: { lat: number; lng: number }, reach_m: number): boolean;
  /** Compiles a rule; this takes a few milliseconds, so keep the result. */
  compileRule(rule: PlaceRule): CompiledRule;
  /**
   * The reason why a rule would make other requests wait; null when it would not. The check itself takes no
   * longer than the work that it permits.
   */
  tooHeavy(rule: PlaceRule): string | null;
  /** Codes of the rule that no place can ever match: a typing mistake, or a level that these data lack. */
  unknownCodes(rule: PlaceRule): string[];
  /** At most three codes that an unknown one may have meant. */
  similarCodes(code: string): string[];
  /** Digest of each boundary pack in use, for the decision's `data_versions`. */
  versions: Record<string, string>;
  /** Day (or year) of each pack's data; null when its source does not state one. */
  dates: Record<string, string | null>;
}

const ARTEFACT_OF = { countries: 'countries', us: 'regions_us', world: 'regions_world' } as const;

/** Reads, verifies and indexes the boundary packs. Throws when a digest does not match. */
export function openPlaces(data_dir: string = BUNDLED_DATA): Places {
  const manifest = readManifest(data_dir);
  const open = (pack: keyof typeof ARTEFACT_OF) =>
    decodePack(readArtefact(manifest, ARTEFACT_OF[pack], data_dir));
  const packs = packsOf(open('countries'), open('us'), open('world'));
  const versions = Object.fromEntries(
    Object.values(ARTEFACT_OF).map((n) => [n, manifest.artefacts[n]!.sha256]),
  );
  const dates = Object.fromEntries(
    Object.values(ARTEFACT_OF).map((n) => [n, manifest.artefacts[n]!.data_date]),
  );
  return {
    locate: (lat, lng) => locate(packs, lat, lng),
    borderDistance: (lat, lng) => borderDistance(packs, lat, lng),
    countryWithin: (country, at, reach_m) => countryWithin(packs, country, at, reach_m),
    compileRule: (rule) => compileRule(packs, rule),
    tooHeavy: (rule) => tooHeavy(packs, rule),
    unknownCodes: (rule) => unknownCodes(packs, rule),
    similarCodes: (code) => similarCodes(packs, code),
    versions,
    dates,
  };
}
