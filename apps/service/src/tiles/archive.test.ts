import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import { afterAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../../testing/counts.ts';
import { mutant } from '../../testing/mutant.ts';
import { pngTile } from '../../testing/tiles/png-tile.ts';
import { BASEMAP, pyramid, rasterMap, vectorMap } from '../../testing/tiles/small-maps.ts';
import { vectorTile } from '../../testing/tiles/vector-tile.ts';
import { Archive, inflated } from './archive.ts';
import { FileSource } from './file-source.ts';
import { tilesProblem } from './map-tiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'standpoint-tiles-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function file(bytes: Buffer): string {
  const path = join(folder, `${files++}.pmtiles`);
  writeFileSync(path, bytes);
  return path;
}
const ORANGE = [250, 120, 20] as const;

describe('an archive', () => {
  it('of pictures says what it is, and gives each tile as it is stored', async () => {
    const archive = await Archive.open(file(rasterMap(ORANGE)));
    expect(archive.facts).toEqual({
      name: expect.stringMatching(/^[0-9a-f]{16}$/),
      type: 'raster',
      min_zoom: 0,
      max_zoom: 3,
      bounds: [-180, -85, 180, 85],
      attribution: [
        { text: 'Tiles & Co', href: 'https://tiles.example/about' },
        { text: ' © Example Survey' },
      ],
    });
    expect(await archive.tile(3, 7, 2)).toEqual({
      bytes: pngTile(ORANGE),
      gzipped: false,
      media_type: 'image/png',
    });
    await archive.close();
  });

  it('of vectors gives them compressed, as they are stored', async () => {
    const archive = await Archive.open(file(vectorMap()));
    const tile = (await archive.tile(2, 1, 3))!;
    expect([archive.facts.type, tile.gzipped, tile.media_type]).toEqual([
      'vector',
      true,
      'application/vnd.mapbox-vector-tile',
    ]);
    expect(await inflated(tile.bytes)).toEqual(vectorTile(BASEMAP));
    await archive.close();
  });

  it('has no tile where it holds none', async () => {
    const tiles = pyramid(2, () => pngTile(ORANGE)).filter(({ z, x }) => z < 2 || x > 0);
    const archive = await Archive.open(file(rasterMap(ORANGE, { tiles })));
    expect([await archive.tile(2, 0, 1), (await archive.tile(2, 1, 1))?.media_type]).toEqual([
      null,
      'image/png',
    ]);
    await archive.close();
  });

  it.each([undefined, 7])(
    'holds the same as the library reads, with %s tiles in a leaf directory',
    async (leaf) => {
      const picture = pngTile(ORANGE);
      const tiles = pyramid(3, (z, x, y) => Buffer.concat([picture, Buffer.from(`${z}/${x}/${y}`)]));
      const path = file(rasterMap(ORANGE, { tiles, gzip: true, leaf }));
      const [archive, source] = [await Archive.open(path), await FileSource.open(path)];
      // The library asks for more than a small file has.
      const getBytes = (offset: number, length: number) =>
        source.getBytes(offset, Math.min(length, source.size - offset));
      const library = new PMTiles({ getKey: () => path, getBytes });
      for (const { z, x, y, bytes } of tiles) {
        const ours = await inflated((await archive.tile(z, x, y))!.bytes);
        const theirs = Buffer.from((await library.getZxy(z, x, y))!.data);
        expect([bytes.equals(ours), bytes.equals(theirs)]).toEqual([true, true]);
      }
      await Promise.all([archive.close(), source.close()]);
    },
  );

  it('has the name of its content: the same for a copy, another for other pictures of the same size', async () => {
    const named = async (bytes: Buffer) => {
      const archive = await Archive.open(file(bytes));
      await archive.close();
      return archive.facts.name;
    };
    const map = rasterMap(ORANGE);
    const repainted = Buffer.from(map);
    repainted[map.length - 3]! ^= 1;
    const [one, copy, other] = [await named(map), await named(map), await named(repainted)];
    expect([copy === one, other === one]).toEqual([true, false]);
  });
});

const at = (map: Buffer, offset: number, ...bytes: number[]): Buffer => {
  const changed = Buffer.from(map);
  changed.set(bytes, offset);
  return changed;
};

describe('a file that cannot be shown', () => {
  const map = rasterMap(ORANGE);
  it.each<[string, Buffer, RegExp]>([
    ['empty', Buffer.alloc(0), /is too short to be a PMTiles archive/],
    ['another format', Buffer.alloc(4_096, 'x'), /is not a PMTiles archive/],
    ['an old version', at(map, 7, 2), /is of PMTiles version 2; version 3 is needed/],
    ['cut off', map.subarray(0, map.length - 1), /is cut off: it says that it has \d+ bytes, and has \d+/],
    ['tiles of an unknown kind', at(map, 99, 0), /holds tiles of a kind that is not known/],
    ['compressed by brotli', at(map, 98, 3), /only gzip is supported/],
    ['zooms the wrong way round', at(map, 100, 5, 3), /states zooms from 5 to 3/],
    ['a directory of nonsense', at(map, 127, ...Array<number>(40).fill(0xff)), /is damaged/],
    ['no tile at its place', at(map, 99, 3), /its first tile is not of the kind that its header states/],
    ['metadata that are none', at(map, map.indexOf('{"attribution'), 0x78), /is damaged/],
    ['no tiles', rasterMap(ORANGE, { tiles: [] }), /states zooms|is damaged/],
    ['a gzip of nonsense', at(vectorMap(), 127, 0), /is damaged/],
    [
      'vectors of another schema',
      vectorMap({ metadata: { vector_layers: [{ id: 'water' }, { id: 'transportation' }] } }),
      /another schema than Protomaps.*or raster tiles/,
    ],
    ['vectors without a list of layers', vectorMap({ metadata: {} }), /another schema than Protomaps/],
  ])('is refused with the reason and what to do: %s', async (_, bytes, reason) => {
    const path = file(bytes);
    const problem = await tilesProblem(path);
    expect(problem).toMatch(reason);
    expect(problem).toContain(`STANDPOINT_MAP_TILES: ${path} `);
    expect(problem).toMatch(/Maps show outlines alone. Name a whole PMTiles file, or remove the variable/);
  });

  it('is a missing file or a folder too', async () => {
    expect(await tilesProblem(join(folder, 'nowhere'))).toContain('nowhere is not there');
    expect(await tilesProblem(folder)).toContain('is not a file');
    expect(await tilesProblem(file(map))).toBeNull();
    expect(await tilesProblem(null)).toBeNull();
  });

  const endless = () => file(vectorMap({ tiles: pyramid(0, () => Buffer.alloc(2 ** 26 + 1)) }));

  it('never fills the memory: a directory that names a huge range, and a gzip without end, are refused', async () => {
    const huge = at(map, 16, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0);
    expect(await tilesProblem(file(huge))).toMatch(/is cut off/);
    expect(await tilesProblem(endless())).toMatch(/is damaged/);
  });

  it.runIf(LONG)('mutation control: without the bound, all of it comes into memory', async () => {
    const unbounded = await mutant<typeof import('./archive.ts')>('tiles/archive.ts', [
      'maxOutputLength: MOST_INFLATED, ',
      '',
    ]);
    await (await unbounded.Archive.open(endless())).close();
  });
});
