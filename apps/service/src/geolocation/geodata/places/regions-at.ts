import type { BoundaryPack, Region } from '../borders/pack.ts';

/** Regions that contain the point. There is more than one only where the data overlap. */
export function regionsAt(pack: BoundaryPack, lat: number, lng: number): Region[] {
  const x = (lng - pack.translate[0]) / pack.scale[0];
  const y = (lat - pack.translate[1]) / pack.scale[1];
  const found: Region[] = [];
  for (const polygon of pack.polygon_index.search(x, y, x, y)) {
    const arcs = pack.polygons[polygon]!;
    let inside = false;
    for (let i = 1; i < arcs.length; i++) if (crossings(pack, arcs[i]!, x, y)) inside = !inside;
    const region = pack.regions[arcs[0]!]!;
    if (inside && !found.includes(region)) found.push(region);
  }
  return found;
}

/** Whether a ray towards growing x crosses the arc an odd number of times. */
function crossings(pack: BoundaryPack, arc: number, x: number, y: number): boolean {
  const { chunk_of_arc, chunk_box, chunk_first, chunk_segments, points } = pack;
  let odd = false;
  for (let c = chunk_of_arc[arc]!; c < chunk_of_arc[arc + 1]!; c++) {
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
