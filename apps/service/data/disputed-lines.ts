import type { Ring } from './topology.ts';

/**
 * Lines that divide what the source of the country borders draws as one country, where ISO 3166 gives the two
 * sides different codes. Each line begins and ends at a point of the source's own ring, so that both sides
 * and their neighbours keep sharing every border. `[latitude, longitude]`, in the order in which one reads
 * them.
 *
 * They are drawn by hand after the text that defines each line, between places whose side is known (`TOWNS`
 * in `disputed-places.test.ts`), and are no finer than a kilometre:
 *
 * - Western Sahara: the parallel 27°40′ N between the ocean and 8°40′ W (convention of 27 November 1912).
 * - Golan: the line of 7 March 1923 from the Hasbani by Banias, along the Jordan and the lake's eastern shore
 *   to the Yarmuk.
 * - East Jerusalem: the armistice line of 3 April 1949 inside the city's present limits. The enclave on Mount
 *   Scopus lies on its eastern side.
 */
interface Cut {
  /** Id of the source's feature. */
  of: string;
  /** Region of the part that contains this point. */
  inside: [lat: number, lng: number];
  country: string;
  disputed: string;
  line: [lat: number, lng: number][];
}

export const CUTS: readonly Cut[] = [
  {
    of: 'MA',
    inside: [27.1536, -13.2033],
    country: 'EH',
    disputed: 'western_sahara',
    line: [
      [27.66663, -8.77527],
      [27.66667, -13.91433],
    ],
  },
  {
    of: 'IL',
    inside: [33.2706, 35.77],
    country: 'SY',
    disputed: 'golan',
    line: [
      [33.27278, 35.62019],
      [33.254, 35.648],
      [33.245, 35.672],
      [33.237, 35.682],
      [33.222, 35.668],
      [33.196, 35.664],
      [33.167, 35.67],
      [33.142, 35.657],
      [33.123, 35.659],
      [33.09, 35.645],
      [33.05, 35.637],
      [33.0103, 35.6285],
      [32.97, 35.628],
      [32.93, 35.63],
      [32.888, 35.618],
      [32.873, 35.642],
      [32.848, 35.652],
      [32.822, 35.648],
      [32.806, 35.65],
      [32.78, 35.648],
      [32.755, 35.645],
      [32.735, 35.643],
      [32.715, 35.64],
      [32.703, 35.655],
      [32.681, 35.66527],
    ],
  },
  {
    of: 'IL',
    inside: [31.7767, 35.2345],
    country: 'PS',
    disputed: 'east_jerusalem',
    line: [
      [31.80901, 35.18603],
      [31.8065, 35.2],
      [31.801, 35.216],
      [31.7985, 35.2225],
      [31.793, 35.2262],
      [31.7885, 35.2265],
      [31.7825, 35.2276],
      [31.7787, 35.2268],
      [31.7752, 35.2272],
      [31.7725, 35.2308],
      [31.768, 35.2295],
      [31.7625, 35.2285],
      [31.755, 35.2325],
      [31.7475, 35.229],
      [31.744, 35.2215],
      [31.7375, 35.2145],
      [31.7385, 35.204],
      [31.7355, 35.19],
      [31.73242, 35.16478],
    ],
  },
];

/** Points of the source stand kilometres apart; an end nearer than this to one of them means that one. */
const SAME_POINT_DEG = 0.02;

/**
 * The ring as two rings that share the line. An end of the line becomes the nearest point of the ring, or,
 * where the ring passes without a point (at a coast), a new point of the ring.
 */
export function cutRing(ring: Ring, line: Cut['line']): [Ring, Ring] {
  let open = ring.slice(0, -1);
  for (const [lat, lng] of [line[0]!, line.at(-1)!]) open = withPoint(open, [lng, lat]);
  const points = line.map(([lat, lng]): [number, number] => [lng, lat]);
  const [first, last] = [points[0]!, points.at(-1)!];
  const from = nearestOn(open, first);
  const to = nearestOn(open, last);
  const middle = points.slice(1, -1);
  const way = (a: number, b: number): Ring => {
    const part: Ring = [];
    for (let i = a; ; i = (i + 1) % open.length) {
      part.push(open[i]!);
      if (i === b) return part;
    }
  };
  const one = [...way(from, to), ...[...middle].reverse()];
  const other = [...way(to, from), ...middle];
  return [
    [...one, one[0]!],
    [...other, other[0]!],
  ];
}

type Point = Ring[number];

const apart = ([x, y]: Point, [lng, lat]: Point) =>
  Math.hypot((x - lng) * Math.cos((lat * Math.PI) / 180), y - lat);

const nearestOn = (open: Ring, end: Point): number =>
  open.reduce((best, point, i) => (apart(point, end) < apart(open[best]!, end) ? i : best), 0);

function withPoint(open: Ring, end: Point): Ring {
  if (apart(open[nearestOn(open, end)]!, end) < SAME_POINT_DEG) return open;
  const detour = (i: number) => {
    const [a, b] = [open[i]!, open[(i + 1) % open.length]!];
    return apart(a, end) + apart(end, b) - apart(a, b);
  };
  const at = open.reduce((best, _, i) => (detour(i) < detour(best) ? i : best), 0);
  if (detour(at) > SAME_POINT_DEG) throw new Error(`the ring does not pass ${end[1]}, ${end[0]}`);
  return open.toSpliced(at + 1, 0, end);
}

/** Even-odd rule, in degrees. */
export function isInRing(ring: Ring, [lat, lng]: [number, number]): boolean {
  let inside = false;
  for (const [i, [x, y]] of ring.slice(0, -1).entries()) {
    const [x1, y1] = ring[i + 1]!;
    if (y > lat !== y1 > lat && lng < x + ((lat - y) / (y1 - y)) * (x1 - x)) inside = !inside;
  }
  return inside;
}
