import { endId, firstId } from '../ids.ts';

/** The step of every time zone in use: days and hours of any zone are made of whole quarters. */
export const QUARTER_MS = 900_000;

export const floorQuarter = (ms: number): number => Math.floor(ms / QUARTER_MS) * QUARTER_MS;
const ceilQuarter = (ms: number): number => Math.ceil(ms / QUARTER_MS) * QUARTER_MS;

/** Ids of rows from `from_ms` until `to_ms`: from the first, below the second. */
export const idsBetween = (prefix: string, from_ms: number, to_ms: number): [first: string, end: string] => [
  firstId(prefix, from_ms),
  endId(prefix, to_ms),
];

export interface Piece {
  from_ms: number;
  to_ms: number;
}

/** A span of time: the quarters that are counted already, and the pieces whose rows are counted now. */
export interface Span {
  /** Counted quarters, from the first until before the second; none where both are equal. */
  counted: Piece;
  /** Quarters among them that changed since: their counts do not hold. */
  stale_ms: number[];
  pieces: Piece[];
}

export function spanOf(
  { from_ms, to_ms }: Piece,
  until_ms: number | null,
  marked_ms: readonly number[],
): Span {
  const first = ceilQuarter(from_ms);
  const last = floorQuarter(Math.min(to_ms, until_ms ?? 0));
  if (last <= first)
    return { counted: { from_ms: first, to_ms: first }, stale_ms: [], pieces: [{ from_ms, to_ms }] };
  const stale_ms = marked_ms.filter((at) => at >= first && at < last).sort((a, b) => a - b);
  const pieces = [
    { from_ms, to_ms: first },
    ...stale_ms.map((at) => ({ from_ms: at, to_ms: at + QUARTER_MS })),
    { from_ms: last, to_ms },
  ].filter((piece) => piece.to_ms > piece.from_ms);
  return { counted: { from_ms: first, to_ms: last }, stale_ms, pieces: joined(pieces) };
}

/** Pieces that touch become one. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const before = all.at(-1);
    if (before && before.to_ms >= piece.from_ms) before.to_ms = Math.max(before.to_ms, piece.to_ms);
    else all.push({ ...piece });
  }
  return all;
}
