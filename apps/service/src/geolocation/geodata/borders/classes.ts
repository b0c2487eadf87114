import Flatbush from 'flatbush';
import type { BoundaryPack } from '../packed/pack.ts';

/**
 * Upper ends of the classes of error, metres. A border is looked for in every class, because a farther one that
 * is much less certain can matter more.
 */
const CLASSES_M = [250, 1_000, 4_000, 12_000];
export const CLASSES = CLASSES_M.length + 1;
export function errorClass(error_m: number): number {
  let found = 0;
  while (found < CLASSES_M.length && error_m > CLASSES_M[found]!) found++;
  return found;
}

/** Chunks whose least certain segments are of one class. */
export interface ErrorClass {
  /** The largest error among them. */
  most_m: number;
  index: Flatbush;
  /** Item i of the index is chunk `chunks[i]`; chunk i itself when this is null, for a class of nearly all. */
  chunks: Uint32Array | null;
}

export interface ByError {
  /** The largest error in each chunk. */
  most_of_chunk: Uint16Array;
  /** From the most certain to the least. */
  classes: ErrorClass[];
}

/** With so many of the chunks in one class, an index of these alone would find little less. */
const NEARLY_ALL = 0.9;

const known = new WeakMap<BoundaryPack, ByError>();

/**
 * The chunks of a pack by their errors: few lines are so uncertain that they count from far away. It is kept,
 * and made when the data are opened, so that no decision has to wait for it.
 */
export function byError(pack: BoundaryPack): ByError {
  const made = known.get(pack) ?? divided(pack);
  known.set(pack, made);
  return made;
}

function divided(pack: BoundaryPack): ByError {
  const most_of_chunk = mostErrors(pack);
  const class_of_chunk = most_of_chunk.map(errorClass);
  const sizes = new Uint32Array(CLASSES);
  const most = new Uint16Array(CLASSES);
  for (let chunk = 0; chunk < class_of_chunk.length; chunk++) {
    const of = class_of_chunk[chunk]!;
    sizes[of]!++;
    most[of] = Math.max(most[of]!, most_of_chunk[chunk]!);
  }
  const classes = Array.from(sizes, (size, of): ErrorClass[] => {
    if (size === 0) return [];
    const most_m = most[of]!;
    if (size > NEARLY_ALL * class_of_chunk.length) return [{ most_m, index: pack.chunk_index, chunks: null }];
    const chunks = new Uint32Array(size);
    for (let chunk = 0, i = 0; i < size; chunk++) if (class_of_chunk[chunk] === of) chunks[i++] = chunk;
    return [{ most_m, index: boxIndex(pack, chunks), chunks }];
  });
  return { most_of_chunk, classes: classes.flat() };
}

function mostErrors({ chunk_first, chunk_segments, piece_error }: BoundaryPack): Uint16Array {
  const most_of_chunk = new Uint16Array(chunk_first.length);
  for (let chunk = 0; chunk < most_of_chunk.length; chunk++) {
    const first = chunk_first[chunk]!;
    let most = 0;
    for (let i = first; i < first + chunk_segments[chunk]!; i++)
      if (piece_error[i]! > most) most = piece_error[i]!;
    most_of_chunk[chunk] = most;
  }
  return most_of_chunk;
}

/** Of the boxes of these chunks, in their order. */
export function boxIndex({ chunk_box: box }: BoundaryPack, chunks: ArrayLike<number>): Flatbush {
  const index = new Flatbush(chunks.length, 16, Int32Array);
  for (let i = 0; i < chunks.length; i++) {
    const at = 4 * chunks[i]!;
    index.add(box[at]!, box[at + 1]!, box[at + 2]!, box[at + 3]!);
  }
  index.finish();
  return index;
}
