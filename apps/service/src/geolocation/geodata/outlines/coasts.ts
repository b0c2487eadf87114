import type { Line } from './rings.ts';

/** Rings of the land on a grid, each as differences from point to point. */
export interface CoastFile {
  /** Degrees per grid unit, and degrees at the grid's origin: [longitude, latitude]. */
  scale: [number, number];
  translate: [number, number];
  rings: number[][];
}

/**
 * Closed lines from −180° to 180°. The source's lines go on over the meridian opposite Greenwich, and
 * around the pole; on a flat map they would run all the way back. One after the other: all of them together
 * are many small values, which take memory and the garbage collector's time.
 */
export function* coastLines(file: CoastFile): Generator<Line> {
  for (const steps of file.rings) {
    const whole = aroundPole(unwrapped(lineOf(file, steps)));
    // Nearly all of them need no turn and no cut.
    const flat = whole.every((point) => Math.abs(point[0]) < 180);
    const cut = flat ? [whole] : [-360, 0, 360].map((turn) => turned(whole, turn));
    yield* cut.filter((line) => line.length > 3);
  }
}

function lineOf({ scale, translate }: CoastFile, steps: readonly number[]): Line {
  const line: Line = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i]!;
    y += steps[i + 1]!;
    line.push([translate[0] + x * scale[0], translate[1] + y * scale[1]]);
  }
  return line;
}

/** What lies on the map after a turn. */
function turned(line: Line, turn: number): Line {
  if (line.every((point) => Math.abs(point[0] + turn) > 180)) return [];
  const moved = line.map((point): [number, number] => [point[0] + turn, point[1]]);
  return cutAt(cutAt(moved, -180, 1), 180, -1);
}

/** Without the jumps by a whole turn. */
function unwrapped(line: Line): Line {
  const step = (i: number) => (i === 0 ? 0 : line[i]![0] - line[i - 1]![0]);
  if (!line.some((_, i) => Math.abs(step(i)) > 180)) return line;
  let turn = 0;
  return line.map((point, i) => {
    if (Math.abs(step(i)) > 180) turn -= 360 * Math.sign(step(i));
    return [point[0] + turn, point[1]];
  });
}

/** A line that goes once around the pole, as Antarctica's, is closed by way of it. */
function aroundPole(line: Line): Line {
  const [first, last] = [line[0]!, line.at(-1)!];
  if (Math.abs(last[0] - first[0]) < 180) return line;
  const pole = Math.sign(first[1]) * 90;
  return [...line, [last[0], pole], [first[0], pole], first];
}

/** What of a closed line lies on one side of a meridian: east of it, or west. */
function cutAt(line: Line, meridian: number, side: 1 | -1): Line {
  const inside = (point: [number, number]) => side * (point[0] - meridian) >= 0;
  const cut: Line = [];
  for (let i = 1; i < line.length; i++) {
    const before = line[i - 1]!;
    const point = line[i]!;
    if (inside(point) !== inside(before)) {
      const share = (meridian - before[0]) / (point[0] - before[0]);
      cut.push([meridian, before[1] + share * (point[1] - before[1])]);
    }
    if (inside(point)) cut.push(point);
  }
  return cut.length === 0 ? [] : [...cut, cut[0]!];
}
