import { pointOn } from '../../src/geolocation/geodata/borders/sides.ts';
import { type BoundaryPack, sidesOf } from '../../src/geolocation/geodata/packed/pack.ts';
import { decodePack, withHeader } from '../../src/geolocation/geodata/packed/pack-file.ts';
import { regionsAt } from '../../src/geolocation/geodata/places/regions-at.ts';
import { runsOf } from '../local-errors.ts';
import { endsAt, isOpenWater } from '../surveys/ends.ts';
import type { CompiledPack } from '../topology.ts';
import { refuseElsewhere } from './agreement.ts';
import type { Base } from './base.ts';
import { regionsOf } from './codes.ts';
import { packOfAreas } from './lines.ts';
import { refuseOverlaps, refuseUnshared } from './meeting.ts';
import { PackProblems, placeOf, pointText } from './problems.ts';
import type { OwnArea } from './read.ts';
import { crossingIn } from './rings.ts';

export interface PackPlan {
  /** Points that lie no farther from the line are left out. */
  tolerance_m: number;
  /** A known file, whose hash was compared: its areas may overlap where states disagree. */
  known: boolean;
}

/** Through lakes and the sea a line is not surveyed on the ground. */
const WATER_M = 2_000;

/** Compiles areas to be put on the lines of `base`. Throws `PackProblems` with the place of each. */
export function compilePack(
  areas: readonly OwnArea[],
  base: Base,
  { tolerance_m, known }: PackPlan,
  say: (step: string) => void = () => {},
): CompiledPack {
  const regions = regionsOf(areas, base.packs);
  if (!known) refuseCrossings(areas);
  say('lines');
  const boundary_error_m = Math.max(...areas.map(({ error_m }) => error_m));
  const pack = packOfAreas(areas, regions, { boundary_error_m, tolerance_m, overlaps: known });
  const lines = decodePack(pack.bytes);
  if (!known) {
    refuseOverlaps(areas, lines);
    refuseUnshared(areas, lines);
  }
  say('comparison with the lines in use');
  refuseElsewhere(areas, lines, base);
  say('ends and errors');
  const ends = endsAt(lines, base.packs.countries, base.land);
  const countries = [...new Set(ends.filter((country) => country !== null))].toSorted();
  const runs = runsOf(ends.map((country) => (country === null ? -1 : countries.indexOf(country))));
  const errors = runsOf(errorsOf(lines, ends, base.land));
  return { ...pack, bytes: withHeader(pack.bytes, { errors, beyond: { countries, runs } }) };
}

function refuseCrossings(areas: readonly OwnArea[]): void {
  const problems = areas.flatMap((area) => {
    const at = crossingIn(area.polygons);
    return at ? [`${placeOf(area)}: its rings cross at ${pointText(at)}.`] : [];
  });
  if (problems.length > 0) throw new PackProblems(problems);
}

/** A line declares the error of the coarser one of its sides, and a border through water at least 2 km. */
function errorsOf(lines: BoundaryPack, ends: (string | null)[], land: BoundaryPack): Uint16Array {
  const errors = new Uint16Array(ends.length);
  for (let chunk = 0; chunk < lines.arc_of_chunk.length; chunk++) {
    const [side, other] = sidesOf(lines, chunk);
    const error_m = Math.max(side?.boundary_error_m ?? 0, other?.boundary_error_m ?? 0);
    const first = lines.chunk_first[chunk]!;
    const last = first + lines.chunk_segments[chunk]!;
    const international = other
      ? other.country !== side?.country
      : ends.slice(first, last).some((country) => country !== null);
    const [lng, lat] = pointOn(lines, chunk, lines.chunk_segments[chunk]! >> 1, 0.5);
    const water = international && (isOpenWater(lat, lng) || regionsAt(land, lat, lng).length === 0);
    errors.fill(water ? Math.max(error_m, WATER_M) : error_m, first, last + 1);
  }
  return errors;
}
