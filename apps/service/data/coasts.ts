import type { CoastFile } from '../src/geolocation/geodata/outlines/coasts.ts';

interface Land {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: { land: { geometries: { type: string; arcs: number[][][] }[] } };
}

/** The rings of the land, for maps alone: they decide nothing. Filled by the even-odd rule. */
export function compileCoasts({ transform, arcs, objects }: Land) {
  const polygons = objects.land.geometries.flatMap(({ type, arcs }) => {
    if (type !== 'MultiPolygon') throw new Error(`coasts: ${type} instead of a MultiPolygon`);
    return arcs;
  });
  const rings = polygons.flat().map((ring) => deltas(joined(ring, arcs)));
  const file: CoastFile = { ...transform, rings };
  const points = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  return { bytes: Buffer.from(JSON.stringify(file)), counts: { rings: rings.length, points } };
}

/** Points on the grid; the arcs of the source are differences already, and a negative one runs backwards. */
function joined(ring: readonly number[], arcs: Land['arcs']): [number, number][] {
  return ring.flatMap((arc, i) => {
    let [x, y] = [0, 0];
    const points = arcs[arc < 0 ? ~arc : arc]!.map(([dx, dy]): [number, number] => {
      x += dx;
      y += dy;
      return [x, y];
    });
    if (arc < 0) points.reverse();
    return i === 0 ? points : points.slice(1);
  });
}

function deltas(points: readonly [number, number][]): number[] {
  let [x, y] = [0, 0];
  return points.flatMap(([px, py]) => {
    const step = [px - x, py - y];
    [x, y] = [px, py];
    return step;
  });
}
