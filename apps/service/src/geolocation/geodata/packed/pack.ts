import Flatbush from 'flatbush';
import { shared } from './memory.ts';
import { type Rows, rowsOf } from './rows.ts';

/** One area with borders: a country, or a subdivision of one. */
export interface Region {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 3166-2, or null when no single current code covers the area. */
  code: string | null;
  /** Codes of upper levels that the area belongs to (`FR-IDF` for `FR-75C`). */
  within: string[];
  /** Name of the dispute (`places/disputes.ts`) when another state claims the area; `country` follows ISO 3166. */
  disputed?: string;
  /** 95 % error of the lines between this area and others of its country, where it is not the pack's. */
  boundary_error_m?: number;
}

/** The JSON part of a pack file; see `pack-file.ts`. */
export interface PackHeader {
  id: string;
  boundary_error_m: number;
  /** Degrees per grid unit, and degrees at the grid's origin: [longitude, latitude]. */
  scale: [number, number];
  translate: [number, number];
  regions: Region[];
  /** [region, arc, arc, …]. A polygon is the set of its arcs, because even-odd tests need no order. */
  polygons: number[][];
  /** Points in each arc. */
  arc_points: number[];
  /**
   * 95 % error of each line piece, metres: [pieces, error, pieces, error, …] along all arcs. A piece runs from
   * one point of an arc to the next and has the number of the point where it begins; the last point of an arc
   * counts too. Without it every piece has `boundary_error_m`.
   */
  errors?: number[];
  /**
   * The country on the other side of pieces at the edge of the data; other edges are coasts. `runs` as above,
   * with an index into `countries`, or −1.
   */
  beyond?: { countries: string[]; runs: number[] };
}

/** A pack as its file has it, without an index. */
export interface PackLines extends PackHeader {
  /** x, y, x, y … in grid units. */
  points: Int32Array;
  /** `errors`, one for each point. */
  piece_error: Uint16Array;
  /** `beyond`, one for each point; null without it. */
  piece_beyond: Int16Array | null;
}

/**
 * Borders in memory. Neighbours share arcs, so a border between two regions exists once and its two sides are
 * known. Arcs are cut into chunks of at most 32 segments with a bounding box each; every search works on
 * chunks.
 */
export interface BoundaryPack extends PackLines {
  /** Chunks of arc i are chunk_of_arc[i] … chunk_of_arc[i + 1] − 1. */
  chunk_of_arc: Uint32Array;
  arc_of_chunk: Uint32Array;
  /** First point and number of segments of each chunk. */
  chunk_first: Uint32Array;
  chunk_segments: Uint8Array;
  /** min x, min y, max x, max y of each chunk, in grid units. */
  chunk_box: Int32Array;
  /** The two regions beside each arc; −1 is the sea or the edge of the data. */
  arc_sides: Int32Array;
  rows: Rows;
  polygon_index: Flatbush;
  chunk_index: Flatbush;
}

/** The regions on both sides of a chunk; undefined is the sea or the edge of the data. */
export function sidesOf(pack: BoundaryPack, chunk: number): [Region | undefined, Region | undefined] {
  const arc = pack.arc_of_chunk[chunk]!;
  return [pack.regions[pack.arc_sides[2 * arc]!], pack.regions[pack.arc_sides[2 * arc + 1]!]];
}

/** 95 % error of one segment of a chunk, metres. */
export const errorOf = ({ chunk_first, piece_error }: BoundaryPack, chunk: number, bit: number): number =>
  piece_error[chunk_first[chunk]! + bit]!;

/** The country beyond one segment of a chunk, where the data end at another country. */
export function beyondOf(pack: BoundaryPack, chunk: number, bit: number): string | undefined {
  const { piece_beyond, chunk_first, beyond } = pack;
  return piece_beyond ? beyond!.countries[piece_beyond[chunk_first[chunk]! + bit]!] : undefined;
}

export const SEGMENTS_PER_CHUNK = 32;

/** Cuts the arcs into chunks and builds the two indexes; about 30 ms for the whole world. */
export function indexPack(lines: PackLines): BoundaryPack {
  const chunks = cutChunks(lines.arc_points, lines.points);
  const { polygon_index, arc_sides } = indexPolygons(lines, chunks.chunk_of_arc, chunks.chunk_box);
  const box = chunks.chunk_box;
  const chunk_index = new Flatbush(chunks.chunk_first.length, 16, Int32Array, SharedArrayBuffer);
  for (let c = 0; c < box.length; c += 4) chunk_index.add(box[c]!, box[c + 1]!, box[c + 2]!, box[c + 3]!);
  chunk_index.finish();
  const rows = rowsOf(lines.polygons, chunks);
  return { ...lines, ...chunks, arc_sides, rows, polygon_index, chunk_index };
}

function cutChunks(arc_points: number[], points: Int32Array) {
  const per_arc = arc_points.map((n) => Math.max(0, Math.ceil((n - 1) / SEGMENTS_PER_CHUNK)));
  const total = per_arc.reduce((sum, n) => sum + n, 0);
  const chunk_of_arc = new Uint32Array(shared(4 * (arc_points.length + 1)));
  const arc_of_chunk = new Uint32Array(shared(4 * total));
  const chunk_first = new Uint32Array(shared(4 * total));
  const chunk_segments = new Uint8Array(shared(total));
  const chunk_box = new Int32Array(shared(16 * total));
  let chunk = 0;
  let first = 0;
  arc_points.forEach((n, arc) => {
    chunk_of_arc[arc] = chunk;
    for (let done = 0; done < n - 1; done += SEGMENTS_PER_CHUNK, chunk++) {
      const segments = Math.min(SEGMENTS_PER_CHUNK, n - 1 - done);
      arc_of_chunk[chunk] = arc;
      chunk_first[chunk] = first + done;
      chunk_segments[chunk] = segments;
      putBox(chunk_box, 4 * chunk, points, 2 * (first + done), segments);
    }
    first += n;
  });
  chunk_of_arc[arc_points.length] = chunk;
  return { chunk_of_arc, arc_of_chunk, chunk_first, chunk_segments, chunk_box };
}

/** The box around these segments. It is made a hundred thousand times, so there is no array for each. */
function putBox(boxes: Int32Array, at: number, points: Int32Array, first: number, segments: number): void {
  let w = points[first]!;
  let s = points[first + 1]!;
  let e = w;
  let n = s;
  for (let i = first + 2; i <= first + 2 * segments; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    if (x < w) w = x;
    else if (x > e) e = x;
    if (y < s) s = y;
    else if (y > n) n = y;
  }
  boxes[at] = w;
  boxes[at + 1] = s;
  boxes[at + 2] = e;
  boxes[at + 3] = n;
}

function indexPolygons(header: PackHeader, chunk_of_arc: Uint32Array, chunk_box: Int32Array) {
  const arc_sides = new Int32Array(shared(8 * header.arc_points.length)).fill(-1);
  const polygon_index = new Flatbush(header.polygons.length, 8, Int32Array, SharedArrayBuffer);
  for (const polygon of header.polygons) {
    const region = polygon[0]!;
    let w = Infinity;
    let s = Infinity;
    let e = -Infinity;
    let n = -Infinity;
    for (let i = 1; i < polygon.length; i++) {
      const arc = polygon[i]!;
      const side = arc_sides[2 * arc] === -1 || arc_sides[2 * arc] === region ? 0 : 1;
      arc_sides[2 * arc + side] = region;
      for (let c = 4 * chunk_of_arc[arc]!; c < 4 * chunk_of_arc[arc + 1]!; c += 4) {
        if (chunk_box[c]! < w) w = chunk_box[c]!;
        if (chunk_box[c + 1]! < s) s = chunk_box[c + 1]!;
        if (chunk_box[c + 2]! > e) e = chunk_box[c + 2]!;
        if (chunk_box[c + 3]! > n) n = chunk_box[c + 3]!;
      }
    }
    polygon_index.add(w, s, e, n);
  }
  polygon_index.finish();
  return { polygon_index, arc_sides };
}
