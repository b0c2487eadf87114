import { pngTile } from './png-tile.ts';
import { type Shape, vectorTile } from './vector-tile.ts';
import { type ArchiveToWrite, type TileToWrite, writeArchive } from './write-archive.ts';

/** Every tile of the zooms. */
export const pyramid = (
  deepest: number,
  content: (z: number, x: number, y: number) => Buffer,
): TileToWrite[] =>
  Array.from({ length: deepest + 1 }, (_, z) =>
    Array.from({ length: 4 ** z }, (_, i) => {
      const [x, y] = [i % 2 ** z, Math.floor(i / 2 ** z)];
      return { z, x, y, bytes: content(z, x, y) };
    }),
  ).flat();

const CREDIT = '<a href="https://tiles.example/about">Tiles &amp; Co</a> © Example Survey';

/** A world of one colour. */
export const rasterMap = (
  colour: readonly [number, number, number] = [250, 120, 20],
  change: Partial<ArchiveToWrite> = {},
): Buffer => {
  const tile = pngTile(colour);
  return writeArchive({
    type: 'png',
    tiles: pyramid(3, () => tile),
    metadata: { attribution: CREDIT },
    ...change,
  });
};

const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
const WEST = SQUARE.map(([x, y]) => [x / 2, y] as const);

/** Layers of Protomaps' basemap: land everywhere, water on the western half of each tile, and one town. */
export const BASEMAP: Record<string, readonly Shape[]> = {
  earth: [{ kind: 'earth', area: SQUARE }],
  water: [{ kind: 'ocean', area: WEST }],
  places: [{ kind: 'locality', name: 'Middleton', at: [0.75, 0.5] }],
};

export const vectorMap = (change: Partial<ArchiveToWrite> = {}): Buffer =>
  writeArchive({
    type: 'mvt',
    gzip: true,
    tiles: pyramid(3, () => vectorTile(BASEMAP)),
    metadata: {
      attribution: CREDIT,
      vector_layers: Object.keys(BASEMAP).map((id) => ({ id, fields: {} })),
    },
    ...change,
  });
