import type { Region } from '../../src/geolocation/geodata/packed/pack.ts';
import type { Packs } from '../../src/geolocation/geodata/packed/packs.ts';
import { codesOf, knownCodes, similarCodes } from '../../src/geolocation/geodata/rules/codes.ts';
import { PackProblems, placeOf } from './problems.ts';
import type { OwnArea } from './read.ts';

const isSubdivision = (code: string) => code.includes('-');

/** The areas as regions. Refuses codes that policies could not name, and packs that would make codes vanish. */
export function regionsOf(areas: readonly OwnArea[], packs: Packs): Region[] {
  const problems = [...unknown(areas, packs), ...duplicates(areas)];
  if (problems.length > 0) throw new PackProblems(problems);
  const known = new Map(
    [...packs.world.regions, ...packs.surveyed.regions].flatMap((region) =>
      region.code ? [[region.code, region] as const] : [],
    ),
  );
  const regions = areas.map(({ code, error_m }): Region => {
    if (!isSubdivision(code)) return { country: code, code: null, within: [], boundary_error_m: error_m };
    const within = known.get(code)?.within ?? [];
    return { country: code.split('-')[0]!, code, within, boundary_error_m: error_m };
  });
  const lost = vanished(regions, packs);
  if (lost.length > 0) throw new PackProblems(lost);
  return regions;
}

function unknown(areas: readonly OwnArea[], packs: Packs): string[] {
  const known = knownCodes(packs);
  return areas.flatMap((area) => {
    if (known.has(area.code)) return [];
    const meant = similarCodes(packs, area.code);
    const hint = meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : '.';
    return [`${placeOf(area)}: ${area.code} is no ISO 3166 code that the data know${hint}`];
  });
}

function duplicates(areas: readonly OwnArea[]): string[] {
  const first = new Map<string, OwnArea>();
  return areas.flatMap((area) => {
    const other = first.get(area.code);
    if (!other) first.set(area.code, area);
    return other
      ? [`${placeOf(area)}: ${placeOf(other)} has the same code; make one MultiPolygon of the two.`]
      : [];
  });
}

/** A published policy may name any code, so a pack with some of a country's subdivisions has to have them all. */
function vanished(regions: readonly Region[], { surveyed, world }: Packs): string[] {
  const own = new Set(regions.flatMap(({ code }) => code ?? []));
  const countries = [...new Set(regions.flatMap(({ code, country }) => (code ? [country] : [])))];
  return countries.flatMap((of) => {
    const theirs = [...surveyed.regions, ...world.regions].filter(({ country }) => country === of);
    const parts = world.regions.filter(({ within }) => within.some((code) => own.has(code)));
    const kept = new Set([...regions, ...parts].flatMap(codesOf));
    const lost = [...new Set(theirs.flatMap(codesOf))].filter((code) => !kept.has(code)).toSorted();
    if (lost.length === 0) return [];
    const shown = lost.slice(0, 8).join(', ') + (lost.length > 8 ? ` and ${lost.length - 8} more` : '');
    return [
      `${of}: the pack lacks ${shown}. A pack with subdivisions needs all of a country's; ` +
        `one with the country's outline alone has the code ${of}.`,
    ];
  });
}
