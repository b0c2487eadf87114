import type { Area, FlatRing, Outlines } from './outlines.ts';
import { areasOf } from './outlines.ts';

/**
 * The lines at which being inside of the codes ends on land. Neighbours share their lines point by point, so a piece
 * that two allowed areas have is no border, and one that no neighbour has is a coast.
 */
export function landBorders(outlines: Outlines, codes: readonly string[]): number[][] {
  const wholes = codes.filter((code) => code.length === 2 && code !== 'US');
  const parts = codes.filter((code) => !wholes.includes(code));
  const others = (code: string) => [...outlines.countries].filter(([each]) => each !== code);
  const lines = wholes.flatMap((code) =>
    sharedLines(
      outlines.countries.get(code)?.whole ?? [],
      others(code).flatMap(([, { whole }]) => whole),
    ),
  );
  const mine = new Set<Area>(parts.flatMap((code) => areasOf(outlines, code)));
  const beside = [...outlines.countries.values()].flatMap(({ areas }) =>
    areas.filter((area) => !mine.has(area)),
  );
  const ringsOf = (areas: Iterable<Area>) => [...areas].flatMap(({ rings }) => rings);
  return [...lines, ...sharedLines(ringsOf(mine), ringsOf(beside))];
}

/** A piece of a line, whichever way it runs. */
function keyOf(points: Float64Array, i: number): string {
  const [a, b] = [`${points[i - 2]} ${points[i - 1]}`, `${points[i]} ${points[i + 1]}`];
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function sharedLines(mine: readonly FlatRing[], others: readonly FlatRing[]): number[][] {
  const theirs = new Set<string>();
  for (const { points } of others) for (let i = 2; i < points.length; i += 2) theirs.add(keyOf(points, i));
  const lines: number[][] = [];
  for (const { points } of mine) {
    let line: number[] = [];
    for (let i = 2; i < points.length; i += 2) {
      if (theirs.has(keyOf(points, i))) {
        if (line.length === 0) line.push(points[i - 2]!, points[i - 1]!);
        line.push(points[i]!, points[i + 1]!);
      } else if (line.length > 0) {
        lines.push(line);
        line = [];
      }
    }
    if (line.length > 0) lines.push(line);
  }
  return lines;
}
