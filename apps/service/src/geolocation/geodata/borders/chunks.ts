import type { BoundaryPack } from '../packed/pack.ts';
import type { Steps } from '../rules/steps.ts';

/** Which chunks of a pack are looked at. */
export type ChunksOf = (pack: BoundaryPack) => ArrayLike<number>;

const everyChunk = new WeakMap<BoundaryPack, Uint32Array>();

export function allChunks(pack: BoundaryPack): Uint32Array {
  const known = everyChunk.get(pack) ?? Uint32Array.from(pack.arc_of_chunk, (_, chunk) => chunk);
  everyChunk.set(pack, known);
  return known;
}

/** Chunks between two pauses. */
const CHUNKS_AT_ONCE = 256;

/** Looks at each chunk, with pauses. */
export function* eachChunk(chunks: ArrayLike<number>, look: (chunk: number) => void): Steps<void> {
  for (let i = 0; i < chunks.length; i++) {
    if (i % CHUNKS_AT_ONCE === 0) yield;
    look(chunks[i]!);
  }
}
