import { isClosed, type Line, type Point } from './rings.ts';
import { simplified } from './simplify.ts';
import type { Spot, Track } from './track.ts';

/** Degrees, about 50 m: no more than surveyed lines are off. */
const TOLERANCE = 0.0005;

/**
 * A line with the track in the place of the pieces that run beside it. Its two ends stay, so that lines which met there
 * still meet.
 */
export function follow(
  track: Track,
  line: Line,
  isBeside: (piece: number) => boolean,
  reach_m: number,
): Line {
  const points: Line = [line[0]!];
  const pieces = line.length - 1;
  for (let i = 0; i < pieces; ) {
    let end = i + 1;
    while (isBeside(i) && end < pieces && isBeside(end)) end++;
    const run = line.slice(i, end + 1);
    const other = isBeside(i) ? instead(track, run, reach_m) : [];
    for (const point of other.length > 0 ? [...other, run.at(-1)!] : run.slice(1)) points.push(point);
    i = end;
  }
  return points;
}

/** What the track has in the place of a line: a part of each of its lines that come near, one after the other. */
function instead(track: Track, line: Line, reach_m: number): Line {
  const samples = line.flatMap((point, i) => (i === 0 ? [point] : [middle(line[i - 1]!, point), point]));
  const spots = samples.flatMap((point) => track.nearest(point, reach_m) ?? []);
  return waysOf(spots).flatMap(({ line: number, places }) => {
    const other = track.lines[number]!;
    const end = isClosed(other) ? endOf(places, other.length - 1) : places.at(-1)!;
    track.followed.add(other);
    return simplified(track.between(number, places[0]!, end), TOLERANCE).map(toAMetre);
  });
}

interface Way {
  line: number;
  places: number[];
}

/** The lines that are followed, in their order. What lies between two places of a line is an island or an enclave. */
function waysOf(spots: readonly Spot[]): Way[] {
  const ways: Way[] = [];
  for (const { line, at } of spots) {
    const before = ways.findIndex((way) => way.line === line);
    if (before < 0) ways.push({ line, places: [] });
    else ways.length = before + 1;
    ways.at(-1)!.places.push(at);
  }
  return ways;
}

/** Where a way on a closed line ends, counted on over its start: from one place to the next it goes the shorter way. */
function endOf(places: readonly number[], turn: number): number {
  let end = places[0]!;
  for (const place of places) {
    const step = place - end;
    end += step - turn * Math.round(step / turn);
  }
  return end;
}

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const toAMetre = ([x, y]: Point): Point => [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];
