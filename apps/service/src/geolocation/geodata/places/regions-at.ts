import type { BoundaryPack, Region } from '../packed/pack.ts';
import { rowAt } from '../packed/rows.ts';

/** Regions that contain the point. There is more than one only where the data overlap. */
export function regionsAt(pack: BoundaryPack, lat: number, lng: number): Region[] {
  const x = (lng - pack.translate[0]) / pack.scale[0];
  const y = (lat - pack.translate[1]) / pack.scale[1];
  const found: Region[] = [];
  for (const polygon of pack.polygon_index.search(x, y, x, y)) {
    if (!holds(pack, polygon, x, y)) continue;
    const region = pack.regions[pack.polygons[polygon]![0]!]!;
    if (!found.includes(region)) found.push(region);
  }
  return found;
}

/** Whether a ray towards growing x crosses the lines of the polygon an odd number of times. */
function holds(pack: BoundaryPack, polygon: number, x: number, y: number): boolean {
  const { rows, chunk_box, chunk_first, chunk_segments, points } = pack;
  const { first_chunk, chunks } = rows;
  const row = rowAt(rows.ends, rows.first_row, polygon, y);
  let odd = false;
  for (let k = first_chunk[row]!; k < first_chunk[row + 1]!; k++) {
    const c = chunks[k]!;
    if (y < chunk_box[4 * c + 1]! || y >= chunk_box[4 * c + 3]! || x > chunk_box[4 * c + 2]!) continue;
    const first = 2 * chunk_first[c]!;
    const last = first + 2 * chunk_segments[c]!;
    if (x < chunk_box[4 * c]!) {
      if (points[first + 1]! > y !== points[last + 1]! > y) odd = !odd;
      continue;
    }
    for (let i = first; i < last; i += 2) {
      const y0 = points[i + 1]!;
      const y1 = points[i + 3]!;
      if (y0 > y === y1 > y) continue;
      const x0 = points[i]!;
      if (x < x0 + ((y - y0) / (y1 - y0)) * (points[i + 2]! - x0)) odd = !odd;
    }
  }
  return odd;
}
