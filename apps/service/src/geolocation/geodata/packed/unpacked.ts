import { shared } from './memory.ts';
import type { PackHeader, PackLines } from './pack.ts';

/** A pack whose header is read and whose lines are not. */
export interface PackedLines {
  header: PackHeader;
  /** Every arc as zigzag varints, first point and then steps. */
  steps: Uint8Array;
}

/** The lines of a file that become part of a pack. */
export interface Source {
  file: PackedLines;
  /** The file's grid unit in units of the pack. */
  times: number;
  /** Number that each arc has in the pack, or −1 for one that is left out; absent: all, in their order. */
  arc_numbers?: Int32Array;
}

/**
 * The lines of these files in the order of the header's arcs. They are written once, at the place where they
 * stay: what is copied around at every start costs time and twice the memory.
 */
export function unpacked(header: PackHeader, sources: readonly Source[]): PackLines {
  const total = header.arc_points.reduce((sum, n) => sum + n, 0);
  const firsts = firstPoints(header.arc_points);
  const points = new Int32Array(shared(8 * total));
  const piece_error = new Uint16Array(shared(2 * total));
  const some = sources.some(({ file }) => file.header.beyond);
  const piece_beyond = some ? new Int16Array(shared(2 * total)) : null;
  const countries = [...new Set(sources.flatMap(({ file }) => file.header.beyond?.countries ?? []))];
  for (const source of sources) {
    const { errors, beyond, boundary_error_m, arc_points } = source.file.header;
    const places = placesOf(source, firsts);
    const count = arc_points.reduce((sum, n) => sum + n, 0);
    readPoints(source, places, points);
    spread(errors ?? [count, boundary_error_m], arc_points, places, piece_error);
    if (!piece_beyond) continue;
    const runs = (beyond?.runs ?? [count, -1]).map((value, i) =>
      i % 2 === 1 && value >= 0 ? countries.indexOf(beyond!.countries[value]!) : value,
    );
    spread(runs, arc_points, places, piece_beyond);
  }
  const beyond = some ? { beyond: { countries, runs: [] } } : {};
  return { ...header, ...beyond, points, piece_error, piece_beyond };
}

/** First point that each arc of the file gets in the pack; −1 for one that is left out. */
const placesOf = ({ arc_numbers }: Source, firsts: Int32Array): Int32Array =>
  arc_numbers ? arc_numbers.map((arc) => (arc < 0 ? -1 : firsts[arc]!)) : firsts;

function firstPoints(arc_points: readonly number[]): Int32Array {
  const firsts = new Int32Array(arc_points.length);
  for (let arc = 1; arc < firsts.length; arc++) firsts[arc] = firsts[arc - 1]! + arc_points[arc - 1]!;
  return firsts;
}

function readPoints({ file, times }: Source, places: Int32Array, points: Int32Array): void {
  const { steps } = file;
  let at = 0;
  file.header.arc_points.forEach((n, arc) => {
    const first = 2 * places[arc]!;
    // x and y come by turns, so a step starts from the number before the last one.
    let before = 0;
    let last = 0;
    for (let i = 0; i < 2 * n; i++) {
      // Beyond the end of the bytes there is `undefined`, which ends a number here and is found below.
      let byte = steps[at++]!;
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        if (shift > 28) throw new Error('the boundary pack has a number that is too large');
        byte = steps[at++]!;
        value |= (byte & 127) << shift;
      }
      const next = before + ((value >>> 1) ^ -(value & 1));
      if (first >= 0) points[first + i] = next * times;
      before = last;
      last = next;
    }
    if (at > steps.length) throw new Error('the boundary pack ends too early');
  });
  if (at !== steps.length) throw new Error('the boundary pack has bytes after its last arc');
}

/** Writes [count, value, count, value, …] out along the arcs of a file, one value for each point. */
function spread(
  runs: readonly number[],
  arc_points: readonly number[],
  places: Int32Array,
  into: Uint16Array | Int16Array,
): void {
  let run = 0;
  let left = runs[0] ?? 0;
  arc_points.forEach((n, arc) => {
    const first = places[arc]!;
    for (let i = 0; i < n; i++) {
      for (; left === 0 && run < runs.length; left = runs[run] ?? 0) run += 2;
      if (first >= 0) into[first + i] = runs[run + 1]!;
      left--;
    }
  });
  if (left !== 0 || run + 2 < runs.length)
    throw new Error('the boundary pack has values for another number of lines');
}
