import { shared } from './memory.ts';

/**
 * The chunks of each polygon, in rows from south to north. Whether a point lies inside depends on the chunks
 * at its height alone: a few out of hundreds.
 */
export interface Rows {
  /** The lowest and the highest y of each polygon. */
  ends: Int32Array;
  /** Rows of polygon i are first_row[i] … first_row[i + 1] − 1. */
  first_row: Uint32Array;
  /** Chunks of row r are chunks[first_chunk[r]] … chunks[first_chunk[r + 1] − 1]. */
  first_chunk: Uint32Array;
  chunks: Uint32Array;
}

/** As a pack has them. */
interface Chunks {
  chunk_of_arc: Uint32Array;
  chunk_box: Int32Array;
}
type Heights = Pick<Rows, 'ends' | 'first_row'>;

/** On average; with fewer, long chunks lie in too many rows. */
const CHUNKS_PER_ROW = 4;

export function rowsOf(polygons: readonly number[][], chunks: Chunks): Rows {
  const heights = heightsOf(polygons, chunks);
  const rows = heights.first_row.at(-1)!;
  const first_chunk = new Uint32Array(shared(4 * (rows + 1)));
  const counts = new Uint32Array(rows);
  for (let p = 0; p < polygons.length; p++) visitRows(heights, p, polygons[p]!, chunks, counts, null);
  for (let row = 0; row < rows; row++) first_chunk[row + 1] = first_chunk[row]! + counts[row]!;
  const places = first_chunk.slice(0, rows);
  const found = new Uint32Array(shared(4 * first_chunk[rows]!));
  for (let p = 0; p < polygons.length; p++) visitRows(heights, p, polygons[p]!, chunks, places, found);
  return { ...heights, first_chunk, chunks: found };
}

function heightsOf(polygons: readonly number[][], { chunk_of_arc, chunk_box }: Chunks): Heights {
  const ends = new Int32Array(shared(8 * polygons.length));
  const first_row = new Uint32Array(shared(4 * (polygons.length + 1)));
  for (let p = 0; p < polygons.length; p++) {
    const polygon = polygons[p]!;
    let count = 0;
    let south = Infinity;
    let north = -Infinity;
    for (let i = 1; i < polygon.length; i++) {
      const arc = polygon[i]!;
      for (let c = chunk_of_arc[arc]!; c < chunk_of_arc[arc + 1]!; c++, count++) {
        if (chunk_box[4 * c + 1]! < south) south = chunk_box[4 * c + 1]!;
        if (chunk_box[4 * c + 3]! > north) north = chunk_box[4 * c + 3]!;
      }
    }
    ends[2 * p] = south;
    ends[2 * p + 1] = north;
    first_row[p + 1] = first_row[p]! + Math.max(1, Math.ceil(count / CHUNKS_PER_ROW));
  }
  return { ends, first_row };
}

/** Adds one to the number at each row of each chunk; with `into`, the chunk is written where the number was. */
function visitRows(
  { ends, first_row }: Heights,
  p: number,
  polygon: readonly number[],
  { chunk_of_arc, chunk_box }: Chunks,
  numbers: Uint32Array,
  into: Uint32Array | null,
): void {
  for (let i = 1; i < polygon.length; i++) {
    const arc = polygon[i]!;
    for (let c = chunk_of_arc[arc]!; c < chunk_of_arc[arc + 1]!; c++) {
      const last = rowAt(ends, first_row, p, chunk_box[4 * c + 3]!);
      for (let row = rowAt(ends, first_row, p, chunk_box[4 * c + 1]!); row <= last; row++) {
        if (into) into[numbers[row]!] = c;
        numbers[row]!++;
      }
    }
  }
}

/** The row of a polygon at a height from its lowest to its highest. */
export function rowAt(ends: Int32Array, first_row: Uint32Array, polygon: number, y: number): number {
  const first = first_row[polygon]!;
  const rows = first_row[polygon + 1]! - first;
  if (rows === 1) return first;
  const south = ends[2 * polygon]!;
  const share = (y - south) / (ends[2 * polygon + 1]! - south || 1);
  return first + Math.min(rows - 1, Math.floor(share * rows));
}
