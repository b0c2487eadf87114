import { shapesInGeoJson } from '../../geolocation/policies/geojson-shapes.ts';
import { Failure } from '../command.ts';
import { readJsonFile } from '../json-file.ts';

type Read = ReturnType<typeof shapesInGeoJson>;

/** Shapes of a policy from a GeoJSON file. A file with a mistake is refused as a whole. */
export function shapesFromGeoJson(
  file: string,
  effect: Parameters<typeof shapesInGeoJson>[1],
): Read['shapes'] {
  const { shapes, problems } = shapesInGeoJson(readJsonFile(file), effect);
  if (problems.length > 0) throw new Failure(`${file} cannot be used as shapes:`, undefined, problems);
  return shapes;
}
