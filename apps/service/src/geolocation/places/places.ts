import { BUNDLED_DATA, readArtefact, readManifest } from '../artefact.ts';

import { locate, type Packs, type Place } from './locate.ts';
import { decodePack } from './pack-file.ts';
import { compileRule, type RuleAnswer } from './rule.ts';
import { type PlaceRule, unknownCodes } from './rule-codes.ts';

export type { Place } from './locate.ts';
export type { RuleAnswer } from './rule.ts';
export type { PlaceRule } from './rule-codes.ts';
export { utcOffsetsNear } from './time-zone.ts';

export interface Places {
  /** Throws RangeError unless −90 ≤ lat ≤ 90 and lng is finite (any turn of the globe is accepted). */
  locate(lat: number, lng: number): Place;
  /** Compiles a rule; a few milliseconds, so keep the result. */
  compileRule(rule: PlaceRule): (lat: number, lng: number, p95_m: number) => RuleAnswer;
  /** Codes of the rule that no place can ever match: a typing mistake, or a level this data does not have. */
  unknownCodes(rule: PlaceRule): string[];
  /** Digest of each boundary pack in use, for the decision's `data_versions`. */
  versions: Record<string, string>;
}

const ARTEFACT_OF = { countries: 'countries', us: 'regions_us', world: 'regions_world' } as const;

/** Reads, verifies and indexes the boundary packs. Throws when a digest does not match. */
export function openPlaces(data_dir: string = BUNDLED_DATA): Places {
  const manifest = readManifest(data_dir);
  const open = (pack: keyof Packs) => decodePack(readArtefact(manifest, ARTEFACT_OF[pack], data_dir));
  const packs: Packs = { countries: open('countries'), us: open('us'), world: open('world') };
  const versions = Object.fromEntries(
    Object.values(ARTEFACT_OF).map((n) => [n, manifest.artefacts[n]!.sha256]),
  );
  return {
    locate: (lat, lng) => locate(packs, lat, lng),
    compileRule: (rule) => compileRule(packs, rule),
    unknownCodes: (rule) => unknownCodes(packs, rule),
    versions,
  };
}
