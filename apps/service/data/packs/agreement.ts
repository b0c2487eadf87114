/** Whether the areas of a pack lie where the lines in use have their codes. */
import { nearestSegment } from '../../src/geolocation/geodata/borders/distance.ts';
import { type BoundaryPack, type Region, sidesOf } from '../../src/geolocation/geodata/packed/pack.ts';
import { locate } from '../../src/geolocation/geodata/places/locate.ts';
import { regionsAt } from '../../src/geolocation/geodata/places/regions-at.ts';
import type { Base } from './base.ts';
import { PackProblems, placeOf, pointText } from './problems.ts';
import type { OwnArea } from './read.ts';

/** Coarse lines are off by as much in places. */
const NEAR_M = 12_000;
/** Shares of the points that may lie elsewhere, and that may be left out: rocks and claims make no other country. */
const [MOST_ELSEWHERE, MOST_LEFT_OUT] = [0.5, 0.2];
/** Polygons that are looked at, and points to a side of the grid over each. */
const [POLYGONS, COARSE, FINE] = [20, 7, 60];

/** Refuses areas of which much lies elsewhere, and areas without much of what the data have there. */
export function refuseElsewhere(areas: readonly OwnArea[], own: BoundaryPack, base: Base): void {
  const problems = own.regions.flatMap((region, i) => {
    const problem = elsewhere(own, region, base) ?? cutOff(own, region, base);
    return problem ? [`${placeOf(areas[i]!)}: ${problem}`] : [];
  });
  if (problems.length > 0) throw new PackProblems(problems);
}

const nameOf = ({ country, code }: Region) => code ?? country;

function elsewhere(own: BoundaryPack, region: Region, { packs, land }: Base): string | null {
  const name = nameOf(region);
  const found = pointsIn(own, (each) => each === region).flatMap(({ lat, lng }) => {
    const { country, subdivision, within } = locate(packs, lat, lng);
    if (country === null) return [];
    const codes = [country, ...within, ...(subdivision ? [subdivision] : [])];
    // A state's area may hold a territory that the pack draws as well.
    if (regionsAt(own, lat, lng).some((each) => each !== region && codes.includes(nameOf(each)))) return [];
    const right =
      codes.includes(name) || [packs.countries, land].some((pack) => isNear(pack, name, lat, lng));
    return [{ lat, lng, right, there: subdivision ?? country }];
  });
  const wrong = found.filter(({ right }) => !right);
  if (wrong.length <= MOST_ELSEWHERE * found.length) return null;
  const { lat, lng, there } = wrong[0]!;
  const turned = wrong.filter(
    ({ lat: x, lng: y }) => Math.abs(y) <= 90 && locate(packs, y, x).country === region.country,
  );
  const hint = turned.length > wrong.length / 2 ? ' Longitude comes first, then latitude.' : '';
  return `most of it lies elsewhere: the data in use have ${there} at ${pointText([lng, lat])}.${hint}`;
}

function cutOff(own: BoundaryPack, region: Region, { land }: Base): string | null {
  const name = nameOf(region);
  const theirs = (each: Region) =>
    each.country === region.country && (region.code ? hasCode(each, name) : true);
  const points = pointsIn(land, theirs);
  const missing = points.filter(
    ({ lat, lng }) => !regionsAt(own, lat, lng).includes(region) && !isNear(own, name, lat, lng),
  );
  if (missing.length <= MOST_LEFT_OUT * points.length) return null;
  const { lat, lng } = missing[0]!;
  return `it leaves out much of ${name}, such as ${pointText([lng, lat])}; the file may be cut off.`;
}

const hasCode = ({ country, code, within }: Region, name: string) =>
  code === name || within.includes(name) || (code === null && country === name);

/** Whether a line of the place is near. */
function isNear(pack: BoundaryPack, name: string, lat: number, lng: number): boolean {
  const theirs = (chunk: number) =>
    sidesOf(pack, chunk).some((side) => side && (side.country === name || hasCode(side, name))) ? -1 : 0;
  return nearestSegment(pack, pack.chunk_index, theirs, { lat, lng, reach_m: NEAR_M }) !== null;
}

/** Points inside of these regions: of a grid over each of their largest polygons, of a finer one where none is hit. */
function pointsIn(pack: BoundaryPack, wanted: (region: Region) => boolean): Point[] {
  const boxes = boxesOf(pack, wanted);
  const inside = ({ lat, lng }: Point) => regionsAt(pack, lat, lng).some(wanted);
  const found = boxes.flatMap((box) => gridOver(box, COARSE).filter(inside));
  return found.length > 0 ? found : boxes.slice(0, 1).flatMap((box) => gridOver(box, FINE).filter(inside));
}

interface Point {
  lat: number;
  lng: number;
}
type Box = [west: number, south: number, east: number, north: number];

const gridOver = ([w, s, e, n]: Box, grid: number): Point[] =>
  Array.from({ length: grid * grid }, (_, i) => ({
    lng: w + (((i % grid) + 0.5) / grid) * (e - w),
    lat: s + ((Math.floor(i / grid) + 0.5) / grid) * (n - s),
  }));

/** The boxes around the largest polygons, in degrees. */
function boxesOf(pack: BoundaryPack, wanted: (region: Region) => boolean): Box[] {
  const size = ([w, s, e, n]: Box) => (e - w) * (n - s);
  return (pack.polygons as [number, ...number[]][])
    .filter(([region]) => wanted(pack.regions[region]!))
    .map(([, ...arcs]) => boxAround(pack, arcs))
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, POLYGONS);
}

function boxAround({ chunk_of_arc, chunk_box, scale, translate }: BoundaryPack, arcs: number[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const arc of arcs)
    for (let c = chunk_of_arc[arc]!; c < chunk_of_arc[arc + 1]!; c++)
      for (const axis of [0, 1] as const) {
        box[axis] = Math.min(box[axis], chunk_box[4 * c + axis]!);
        box[axis + 2] = Math.max(box[axis + 2]!, chunk_box[4 * c + axis + 2]!);
      }
  return box.map((value, i) => value * scale[i % 2]! + translate[i % 2]!) as Box;
}
