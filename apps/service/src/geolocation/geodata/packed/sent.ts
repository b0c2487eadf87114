import Flatbush from 'flatbush';
import type { BoundaryPack } from './pack.ts';
import type { Packs } from './packs.ts';

type PackName = 'countries' | 'surveyed' | 'world';
type SentPack = Omit<BoundaryPack, 'polygon_index' | 'chunk_index'> &
  Record<'polygon_index' | 'chunk_index', ArrayBufferLike>;
/** Packs as another thread is sent them. What is large is shared memory, so it is there once for all threads. */
export type SentPacks = Omit<Packs, PackName> & Record<PackName, SentPack>;

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

export const sentPacks = (packs: Packs): SentPacks => ({
  ...packs,
  countries: send(packs.countries),
  surveyed: send(packs.surveyed),
  world: send(packs.world),
});

export const receivedPacks = (sent: SentPacks): Packs => ({
  ...sent,
  countries: receive(sent.countries),
  surveyed: receive(sent.surveyed),
  world: receive(sent.world),
});
