import Flatbush from 'flatbush';
import { metresPerDegree } from '../places/position.ts';
import type { Line, Point } from './rings.ts';

const FIRST_WINDOW_M = 1_000;

/** A place on a track. */
export interface Spot {
  line: number;
  /** In points from the line's first one; a fraction is a share of the piece that follows. */
  at: number;
}

/** Better lines, which coarse ones follow. */
export class Track {
  readonly lines: readonly Line[];
  /** Those that a line took the way of. */
  readonly followed = new Set<Line>();
  /** [line, piece] for each item of the index. */
  readonly #pieces: [number, number][];
  readonly #index: Flatbush | null;

  constructor(lines: readonly Line[]) {
    this.lines = lines;
    this.#pieces = lines.flatMap((line, n) => line.slice(1).map((_, i): [number, number] => [n, i]));
    this.#index = this.#pieces.length > 0 ? new Flatbush(this.#pieces.length) : null;
    for (const [n, i] of this.#pieces) {
      const [a, b] = [lines[n]![i]!, lines[n]![i + 1]!];
      const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
      this.#index!.add(x, y, Math.max(a[0], b[0]), Math.max(a[1], b[1]));
    }
    this.#index?.finish();
  }

  /** The nearest place on the track; null beyond `reach_m`. Most are close, so it looks close first. */
  nearest(point: Point, reach_m: number): Spot | null {
    for (let radius = Math.min(FIRST_WINDOW_M, reach_m); ; radius = Math.min(4 * radius, reach_m)) {
      const found = this.#within(point, radius);
      if (found || radius === reach_m) return found;
    }
  }

  #within([lng, lat]: Point, reach_m: number): Spot | null {
    const metres = metresPerDegree(lat);
    const [dx, dy] = [reach_m / metres.lng, reach_m / metres.lat];
    let found: Spot | null = null;
    let best = reach_m;
    for (const item of this.#index?.search(lng - dx, lat - dy, lng + dx, lat + dy) ?? []) {
      const [line, i] = this.#pieces[item]!;
      const [from, to] = [this.lines[line]![i]!, this.lines[line]![i + 1]!];
      const [x, y] = [(from[0] - lng) * metres.lng, (from[1] - lat) * metres.lat];
      const [across, up] = [(to[0] - from[0]) * metres.lng, (to[1] - from[1]) * metres.lat];
      const length = across * across + up * up;
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * across + y * up) / length));
      const away = Math.hypot(x + t * across, y + t * up);
      if (away > best) continue;
      best = away;
      found = { line, at: i + t };
    }
    return found;
  }

  /** The points of a line between two of its places, both included; backwards when the second comes first. */
  between(line: number, from: number, to: number): Line {
    if (from > to) return this.between(line, to, from).reverse();
    const points = [this.#pointAt(line, from)];
    for (let i = Math.floor(from) + 1; i < to; i++) points.push(this.#pointAt(line, i));
    return [...points, this.#pointAt(line, to)];
  }

  /** A closed line goes around: places before its start and after its end are places too. */
  #pointAt(n: number, at: number): Point {
    const line = this.lines[n]!;
    const turn = line.length - 1;
    const on = at >= 0 && at <= turn ? at : ((at % turn) + turn) % turn;
    const i = Math.min(Math.floor(on), turn - 1);
    const [[ax, ay], [bx, by]] = [line[i]!, line[i + 1]!];
    return [ax + (on - i) * (bx - ax), ay + (on - i) * (by - ay)];
  }
}
