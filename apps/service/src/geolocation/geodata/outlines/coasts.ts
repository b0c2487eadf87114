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
 * around the pole; on a flat map they would run all the way back.
 */
export const coastLines = (file: CoastFile): Line[] =>
  linesOf(file).flatMap((line) => {
    const whole = aroundPole(unwrapped(line));
    return [-360, 0, 360].flatMap((turn) => {
      const moved = whole.map(([x, y]): [number, number] => [x + turn, y]);
      const cut = cutAt(cutAt(moved, -180, 1), 180, -1);
      return cut.length > 3 ? [cut] : [];
    });
  });

const linesOf = ({ scale, translate, rings }: CoastFile): Line[] =>
  rings.map((steps) => {
    let [x, y] = [0, 0];
    return Array.from({ length: steps.length / 2 }, (_, i): [number, number] => {
      x += steps[2 * i]!;
      y += steps[2 * i + 1]!;
      return [translate[0] + x * scale[0], translate[1] + y * scale[1]];
    });
  });

/** Without the jumps by a whole turn. */
function unwrapped(line: Line): Line {
  let turn = 0;
  return line.map(([x, y], i) => {
    const step = i === 0 ? 0 : x - line[i - 1]![0];
    if (Math.abs(step) > 180) turn -= 360 * Math.sign(step);
    return [x + turn, y];
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
  const inside = ([x]: [number, number]) => side * (x - meridian) >= 0;
  const cut = line.slice(1).flatMap((point, i): Line => {
    const before = line[i]!;
    const share = (meridian - before[0]) / (point[0] - before[0]);
    const meeting: Line =
      inside(point) === inside(before) ? [] : [[meridian, before[1] + share * (point[1] - before[1])]];
    return inside(point) ? [...meeting, point] : meeting;
  });
  return cut.length === 0 ? [] : [...cut, cut[0]!];
}
