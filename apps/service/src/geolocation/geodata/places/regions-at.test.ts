import { expect, it } from 'vitest';
import { tries } from '../../../../../../testing/counts.ts';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import type { BoundaryPack } from '../packed/pack.ts';
import { receivedPacks } from '../packed/sent.ts';
import { regionsAt } from './regions-at.ts';

const COUNT = tries(60, 20);
const packs = receivedPacks(bundledData().places.content().packs);

/** By every segment of every polygon. */
function regionsByAll(pack: BoundaryPack, lat: number, lng: number) {
  const [x, y] = [(lng - pack.translate[0]) / pack.scale[0], (lat - pack.translate[1]) / pack.scale[1]];
  const { points } = pack;
  const crosses = (i: number) => {
    const [y0, y1] = [points[2 * i + 1]!, points[2 * i + 3]!];
    if (y0 > y === y1 > y) return false;
    const [x0, x1] = [points[2 * i]!, points[2 * i + 2]!];
    return x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
  };
  const inside = pack.polygons.filter(([, ...arcs]) => {
    let odd = false;
    for (const arc of arcs)
      for (let c = pack.chunk_of_arc[arc]!; c < pack.chunk_of_arc[arc + 1]!; c++)
        for (let s = 0; s < pack.chunk_segments[c]!; s++) if (crosses(pack.chunk_first[c]! + s)) odd = !odd;
    return odd;
  });
  return new Set(inside.map(([region]) => pack.regions[region!]!));
}

it.each(['countries', 'surveyed', 'world'] as const)(
  '%s: finds what a look at every line finds',
  (name) => {
    const pack = packs[name];
    let found = 0;
    for (let i = 0; i < COUNT; i++) {
      // Points on the lines' own heights, too, where a point belongs to one of the two segments that meet.
      const at = 2 * Math.floor(((i * 0.754_877_666) % 1) * (pack.points.length / 2));
      const away = i % 3 === 0 ? 0 : ((i * 0.569_840_291) % 1) - 0.5;
      const lat = Math.max(
        -90,
        Math.min(90, pack.points[at + 1]! * pack.scale[1] + pack.translate[1] + away),
      );
      const lng = pack.points[at]! * pack.scale[0] + pack.translate[0] + 0.001 * i;
      const regions = regionsAt(pack, lat, lng);
      expect(new Set(regions), `${lat} ${lng}`).toEqual(regionsByAll(pack, lat, lng));
      found += regions.length;
    }
    expect(found).toBeGreaterThan(COUNT / 3);
  },
  60_000,
);
