import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { continentOf } from '../../apps/service/data/line-errors.ts';
import { pairOf } from '../../apps/service/data/local-errors.ts';
import { compileTopology } from '../../apps/service/data/topology.ts';
import { nearestSegment } from '../../apps/service/src/geolocation/geodata/borders/distance.ts';
import type { BoundaryPack } from '../../apps/service/src/geolocation/geodata/packed/pack.ts';
import { decodePack } from '../../apps/service/src/geolocation/geodata/packed/pack-file.ts';
import { regionsAt } from '../../apps/service/src/geolocation/geodata/places/regions-at.ts';
import { awayBetween, drawAlong, type Piece, pieceAt } from './along.ts';
import type { Random } from './random.ts';

/** The greatest distance of a point from the line, in metres. */
const REACH_M = 50_000;

/** OpenStreetMap's country lines, which took no part in the data under test. */
export interface TrueLines {
  pack: BoundaryPack;
  /** The two countries of each chunk; null for other lines. */
  pairs: (string | null)[];
  /** Length of the country lines up to and with each of `pieces`, metres, by continent. */
  pieces: Record<string, Piece[]>;
}

/** The path of the reference file from the variable; null without it. */
export const linesFile = (): string | null => process.env.STANDPOINT_TRUE_LINES || null;

interface TopoJson {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: Record<string, { geometries: { type: string; arcs: unknown; properties: { iso?: string } }[] }>;
}

/** Reads Brotli-compressed TopoJSON whose areas carry `iso`, a country's code. */
export function readLines(path: string): TrueLines {
  const topology = JSON.parse(brotliDecompressSync(readFileSync(path)).toString('utf8')) as TopoJson;
  const named = Object.values(topology.objects)[0]!.geometries.filter(({ properties }) => properties.iso);
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): [number, number] => {
      x += dx;
      y += dy;
      return [x, y];
    });
  });
  const { bytes } = compileTopology(
    { id: 'truth', boundary_error_m: 50 },
    topology.transform,
    named.map(({ properties }) => ({ country: properties.iso!, code: null, within: [] })),
    named.map(({ type, arcs: list }) => (type === 'Polygon' ? [list] : list) as number[][][]),
    arcs,
  );
  const pack = decodePack(bytes);
  const pairs = Array.from(pack.arc_of_chunk, (_, chunk) => pairOf(pack, chunk));
  return { pack, pairs, pieces: piecesOf(pack, pairs) };
}

/** The lines of some pairs of countries alone. */
export const linesOf = ({ pack, pairs }: TrueLines, wanted: ReadonlySet<string>): TrueLines => ({
  pack,
  pairs,
  pieces: piecesOf(
    pack,
    pairs.map((pair) => (pair && wanted.has(pair) ? pair : null)),
  ),
});

function piecesOf(pack: BoundaryPack, pairs: TrueLines['pairs']): TrueLines['pieces'] {
  const pieces: TrueLines['pieces'] = {};
  for (const [chunk, pair] of pairs.entries()) {
    if (!pair) continue;
    const list = pieces[continentOf(pair)] ?? [];
    pieces[continentOf(pair)] = list;
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
      const { length_m } = pieceAt(pack, chunk, bit);
      list.push({ chunk, bit, until_m: (list.at(-1)?.until_m ?? 0) + length_m });
    }
  }
  return pieces;
}

export interface Spot {
  lat: number;
  lng: number;
  /** The country that the point lies in, and those of the nearest line. */
  country: string;
  pair: string;
  distance_m: number;
}

/**
 * A point beside a line of the continent, at a distance between the two. null when it does not count: another
 * line is nearer and lies in another band, or no country has the point.
 */
export function drawSpot(
  { pack, pairs, pieces }: TrueLines,
  continent: string,
  [from_m, to_m]: readonly [number, number],
  random: Random,
): Spot | null {
  const beside = drawAlong(pack, pieces[continent]!, random);
  const [lat, lng] = beside(awayBetween(random, from_m, to_m));
  const near = nearestSegment(pack, pack.chunk_index, (c) => (pairs[c] ? -1 : 0), {
    lat,
    lng,
    reach_m: REACH_M,
  });
  const country = regionsAt(pack, lat, lng)[0]?.country;
  if (!near || !country || near.distance_m < from_m || near.distance_m > to_m) return null;
  const pair = pairs[near.chunk]!;
  return pair.includes(country) ? { lat, lng, country, pair, distance_m: near.distance_m } : null;
}
