import Flatbush from 'flatbush';
import type { BoundaryPack } from './pack.ts';
import type { Packs } from './packs.ts';

type SentPack = Omit<BoundaryPack, 'polygon_index' | 'chunk_index'> &
  Record<'polygon_index' | 'chunk_index', ArrayBufferLike>;
/** Packs as another thread is sent them. What is large is shared memory, so it is there once for all threads. */
export type SentPacks = Omit<Packs, 'countries' | 'us' | 'world'> &
  Record<'countries' | 'us' | 'world', SentPack>;

const send = (pack: BoundaryPack): SentPack => ({
  ...pack,
  polygon_index: pack.polygon_index.data,
  chunk_index: pack.chunk_index.data,
});

const receive = (pack: SentPack): BoundaryPack => ({
  ...pack,
  polygon_index: Flatbush.from(pack.polygon_index),
  chunk_index: Flatbush.from(pack.chunk_index),
});

export const sentPacks = ({ countries, us, world, outer }: Packs): SentPacks => ({
  countries: send(countries),
  us: send(us),
  world: send(world),
  outer,
});

export const receivedPacks = ({ countries, us, world, outer }: SentPacks): Packs => ({
  countries: receive(countries),
  us: receive(us),
  world: receive(world),
  outer,
});
