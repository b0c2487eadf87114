import {
  BUNDLED_DATA,
  madeOf,
  OWN_BORDERS,
  packedArtefact,
  readArtefact,
  readManifest,
} from '../artefact.ts';
import { type BorderLine, bordersAround, bordersOfRule } from '../borders/around.ts';
import { byError } from '../borders/classes.ts';
import { type DoubtfulBorders, doubtfulBorders, type Fix } from '../borders/doubtful.ts';
import { borderDistance } from '../borders/to-border.ts';
import { coastLines } from '../outlines/coasts.ts';
import { type Outlines, outlinesOf } from '../outlines/drawn.ts';
import { withOwn } from '../packed/own.ts';
import { openPack } from '../packed/pack-file.ts';
import type { Packs } from '../packed/packs.ts';
import { receivedPacks, type SentPacks, sentPacks } from '../packed/sent.ts';
import { knownCodes, type PlaceRule, similarCodes, unknownCodes } from '../rules/codes.ts';
import { type CompiledRule, compiling } from '../rules/rule.ts';
import { atOnce, type Steps } from '../rules/steps.ts';
import { type Weighed, weighing } from '../rules/weight.ts';
import { countryWithin } from './country-within.ts';
import { locate, type Place } from './locate.ts';
import { US_STATE_NAMES } from './us-state-names.ts';

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
  /** The borders of which a fix with this error does not tell the side, by the error of each line. */
  doubtfulBorders(fix: Fix, place: Place): DoubtfulBorders;
  /** Every border near a place with its declared error, for pictures. */
  bordersAround(lat: number, lng: number, reach_m: number): BorderLine[];
  /** Those at which the answer of the rule's codes changes, with pauses. Its shapes are left out. */
  bordersOfRule(rule: PlaceRule, lat: number, lng: number, reach_m: number): Steps<BorderLine[]>;
  /** Whether a border or coast of the country lies within `reach_m` metres. */
  countryWithin(country: string, at: { lat: number; lng: number }, reach_m: number): boolean;
  /** Compiles a rule; this takes a few milliseconds, and half a second for a large one, so keep the result. */
  compileRule(rule: PlaceRule): CompiledRule;
  /** The same with pauses. */
  compiling(rule: PlaceRule): Steps<CompiledRule>;
  /**
   * The reason why a rule would make other requests wait; null when it would not. The check itself takes no
   * longer than the work that it permits.
   */
  tooHeavy(rule: PlaceRule): string | null;
  /** The same with pauses; it compiles the rule, unless it is too heavy. */
  weighing(rule: PlaceRule): Steps<Weighed>;
  /** Codes of the rule that no place can ever match: a typing mistake, or a level that these data lack. */
  unknownCodes(rule: PlaceRule): string[];
  /** Every code that a rule can name, sorted. */
  codes(): string[];
  /** At most three codes that an unknown one may have meant. */
  similarCodes(code: string): string[];
  /** The name of a subdivision whose lines there are; null for others, and for countries. */
  nameOf(code: string): string | null;
  /** The lines themselves, for maps. */
  outlines: Outlines;
  /** Digest of each boundary pack in use, for the decision's `data_versions`. */
  versions: Record<string, string>;
  /** Day (or year) of each pack's data; null when its source does not state one. */
  dates: Record<string, string | null>;
  /** Who made the operator's own borders, to be named where they are shown; null without any. */
  own_attribution: string | null;
  /** For another thread, which opens it with `placesOf`. */
  content(): PlacesContent;
}

export interface PlacesContent extends Pick<Places, 'versions' | 'dates'> {
  packs: SentPacks;
}

/** Places that answer, and show nothing. */
export type AnsweringPlaces = Omit<Places, 'outlines' | 'nameOf' | 'own_attribution' | 'content'>;

/** Reads, verifies and indexes the boundary packs. Throws when a digest does not match. */
export function openPlaces(data_dir: string = BUNDLED_DATA): Places {
  const manifest = readManifest(data_dir);
  const names_of = ['countries', 'regions_surveyed', 'regions_world', OWN_BORDERS];
  const used = names_of.filter((name) => name !== OWN_BORDERS || manifest.artefacts[name]);
  const packs = madeOf(manifest, used, data_dir, openPacks);
  const versions = Object.fromEntries(used.map((name) => [name, manifest.artefacts[name]!.sha256]));
  const dates = Object.fromEntries(used.map((name) => [name, manifest.artefacts[name]!.data_date]));
  const read = (name: string) => JSON.parse(readArtefact(manifest, name, data_dir).toString('utf8'));
  const names: Record<string, string> = { ...read('subdivision_names'), ...US_STATE_NAMES };
  const nameOf = (code: string) => names[code] ?? null;
  // For maps alone: a start does not wait for them. The first map that asks does, and requests meanwhile.
  const coastsOf = (name: string) => {
    const unpacked = packedArtefact(manifest, name, data_dir);
    return () => coastLines(JSON.parse(unpacked().toString('utf8')));
  };
  const coasts = { coarse: coastsOf('coasts_coarse'), fine: coastsOf('coasts_fine') };
  return {
    ...answersOf(packs, versions, dates),
    nameOf,
    own_attribution: manifest.artefacts[OWN_BORDERS]?.attribution ?? null,
    outlines: outlinesOf(packs, nameOf, coasts),
    content: () => ({ packs: sentPacks(packs), versions, dates }),
  };
}

function openPacks(...files: Buffer[]): Packs {
  const [countries, surveyed, world, own] = files.map(openPack);
  const packs = withOwn({ countries: countries!, surveyed: surveyed!, world: world! }, own);
  for (const pack of [packs.countries, packs.surveyed, packs.world]) byError(pack);
  return packs;
}

/** The same places in another thread. */
export const placesOf = ({ packs, versions, dates }: PlacesContent): AnsweringPlaces =>
  answersOf(receivedPacks(packs), versions, dates);

function answersOf(packs: Packs, versions: Places['versions'], dates: Places['dates']): AnsweringPlaces {
  return {
    locate: (lat, lng) => locate(packs, lat, lng),
    borderDistance: (lat, lng) => borderDistance(packs, lat, lng),
    doubtfulBorders: (fix, place) => doubtfulBorders(packs, fix, place),
    bordersAround: (lat, lng, reach_m) => bordersAround(packs, { lat, lng, reach_m }),
    bordersOfRule: (rule, lat, lng, reach_m) => bordersOfRule(packs, rule, { lat, lng, reach_m }),
    countryWithin: (country, at, reach_m) => countryWithin(packs, country, at, reach_m),
    compileRule: (rule) => atOnce(compiling(packs, rule)).ask,
    *compiling(rule) {
      return (yield* compiling(packs, rule)).ask;
    },
    tooHeavy: (rule) => atOnce(weighing(packs, rule)).heavy,
    weighing: (rule) => weighing(packs, rule),
    unknownCodes: (rule) => unknownCodes(packs, rule),
    codes: () => [...knownCodes(packs)].toSorted(),
    similarCodes: (code) => similarCodes(packs, code),
    versions,
    dates,
  };
}
