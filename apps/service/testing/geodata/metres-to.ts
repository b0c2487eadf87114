import { closer } from '../../src/geolocation/geodata/borders/distance.ts';
import { metresPerDegree } from '../../src/geolocation/geodata/places/position.ts';

/** Metres from a place to the nearest of the lines, each longitude, latitude, … in one flat list. */
export function metresTo(lines: readonly (readonly number[])[], lat: number, lng: number): number {
  const metres = metresPerDegree(lat);
  const nearest = { distance_m: Number.POSITIVE_INFINITY, east_m: 0, north_m: 0 };
  for (const line of lines)
    for (let i = 2; i < line.length; i += 2) {
      const [ax, ay, bx, by] = line.slice(i - 2, i + 2) as [number, number, number, number];
      const [x, y] = [(ax - lng) * metres.lng, (ay - lat) * metres.lat];
      closer(x, y, (bx - ax) * metres.lng, (by - ay) * metres.lat, nearest);
    }
  return nearest.distance_m;
}
