import { type BoundaryPack, indexPack, type PackHeader } from './pack.ts';
import { type PackedLines, type Source, unpacked } from './unpacked.ts';

/** A pack whose areas are taken in part. */
export interface Part {
  file: PackedLines;
  /** The areas to take, by number; all when absent. */
  takes?: (region: number) => boolean;
}

/** One pack out of several: lines that no taken area uses are left out, those of the first pack come first. */
export function joined(
  parts: readonly [Part, ...Part[]],
  like: Pick<PackHeader, 'id' | 'scale'>,
): BoundaryPack {
  const header: PackHeader = {
    ...like,
    boundary_error_m: parts[0].file.header.boundary_error_m,
    translate: [0, 0],
    regions: [],
    polygons: [],
    arc_points: [],
  };
  const sources = parts.map((part) => takeAreas(part, header));
  return indexPack(unpacked(header, sources));
}

/** Adds the areas of a part to the header, and says which of its lines they need. */
function takeAreas({ file, takes = () => true }: Part, header: PackHeader): Source {
  const { scale, regions, polygons, arc_points } = file.header;
  const region_of = new Map<number, number>();
  const arc_numbers = new Int32Array(arc_points.length).fill(-1);
  const regionNumber = (region: number) => {
    const known = region_of.get(region) ?? header.regions.push(regions[region]!) - 1;
    region_of.set(region, known);
    return known;
  };
  const arcNumber = (arc: number) => {
    if (arc_numbers[arc]! < 0) arc_numbers[arc] = header.arc_points.push(arc_points[arc]!) - 1;
    return arc_numbers[arc]!;
  };
  for (const polygon of polygons)
    if (takes(polygon[0]!))
      header.polygons.push(polygon.map((n, i) => (i === 0 ? regionNumber(n) : arcNumber(n))));
  return { file, times: Math.round(scale[0] / header.scale[0]), arc_numbers };
}
