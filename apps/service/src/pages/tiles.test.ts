import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { mutantInside } from '../../testing/mutant.ts';
import { openTestService } from '../../testing/service.ts';
import { pngTile } from '../../testing/tiles/png-tile.ts';
import { BASEMAP, pyramid, rasterMap, vectorMap } from '../../testing/tiles/small-maps.ts';
import { vectorTile } from '../../testing/tiles/vector-tile.ts';
import { ArchiveChanged } from '../tiles/unfit.ts';
import { tiles } from './tiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'standpoint-tiles-'));
const path = join(folder, 'map.pmtiles');
const beside = join(folder, 'next.pmtiles');
afterAll(() => rmSync(folder, { recursive: true }));

const ORANGE = [250, 120, 20] as const;
/** Without a tile at one place. */
const raster = (colour: readonly [number, number, number]) => {
  const tile = pngTile(colour);
  return rasterMap(colour, {
    tiles: pyramid(2, () => tile).filter(({ z, x, y }) => `${z}/${x}/${y}` !== '2/3/3'),
  });
};

writeFileSync(path, raster(ORANGE));
const service = testService({ env: { STANDPOINT_MAP_TILES: path }, plugins: () => [tiles] });
const call = (rest: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url: `/dashboard/tiles/${rest}`, headers: { host: 'localhost:4000', ...headers } });
const current = async () => (await call('current.json')).json().tiles;
/** The service looks at a file that changes at most once a second. */
const soon = { timeout: 30_000, interval: 100 };

describe('the tiles of the operator', () => {
  it('are files that a browser may keep for good, under a name of their content', async () => {
    const { name, ...facts } = await current();
    expect(facts).toEqual({
      type: 'raster',
      min_zoom: 0,
      max_zoom: 2,
      bounds: [-180, -85, 180, 85],
      attribution: [
        { text: 'Tiles & Co', href: 'https://tiles.example/about' },
        { text: ' © Example Survey' },
      ],
    });
    expect((await call('current.json')).headers['cache-control']).toBe('no-cache');
    const tile = await call(`${name}/2/1/3`);
    expect(tile.statusCode).toBe(200);
    expect(tile.rawPayload.equals(pngTile(ORANGE))).toBe(true);
    expect(tile.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(tile.headers['content-encoding']).toBeUndefined();
  });

  it('are empty where the file has none, which a browser may keep too', async () => {
    const { name } = await current();
    const none = await call(`${name}/2/3/3`);
    expect([none.statusCode, none.rawPayload.length]).toEqual([204, 0]);
    expect(none.headers['cache-control']).toContain('immutable');
  });

  it('have no other zoom, no place beyond the world, no second spelling and no other name', async () => {
    const { name } = await current();
    for (const rest of [
      `${name}/3/0/0`,
      `${name}/-1/0/0`,
      `${name}/2/4/0`,
      `${name}/2/0/4`,
      `${name}/2/0/00`,
      `${name}/02/0/0`,
      `${name}/2/0/0.0`,
      `${name}/2/0/1e0`,
      `${name}/2/0/0x1`,
      `${name}/2/0/99999999`,
      `${name}/2/0/${'9'.repeat(400)}`,
      `${name}/2/0/0.png`,
      `${name}/2/0/%2e%2e`,
      `${name}/2/0`,
      `${name}/2/0/0/0`,
      `${'0'.repeat(16)}/2/0/0`,
      `..%2f${name}/2/0/0`,
      `../../tiles.test.ts`,
      `..%2f..%2fmap.pmtiles`,
      'map.pmtiles',
      '',
    ])
      expect([rest, (await call(rest)).statusCode]).toEqual([rest, 404]);
  });
});

/** Puts another map in the file's place, as `mv` does. */
function replace(map: Buffer): void {
  writeFileSync(beside, map);
  renameSync(beside, path);
}

describe('a file that is replaced while the service runs', () => {
  it('has its tiles at new addresses, and none at the old', async () => {
    const old = await current();
    replace(raster([20, 90, 250]));
    await expect.poll(async () => (await current())?.name ?? old.name, soon).not.toBe(old.name);
    const now = await current();
    expect((await call(`${old.name}/0/0/0`)).statusCode).toBe(404);
    expect((await call(`${now.name}/0/0/0`)).rawPayload.equals(pngTile([20, 90, 250]))).toBe(true);
  });

  it('and is damaged or gone, has no tiles until it is whole again', async () => {
    const { name } = await current();
    replace(raster([1, 2, 3]).subarray(0, 300));
    // Not even for the moment in which nothing has looked at the new file yet.
    expect((await call(`${name}/0/0/0`)).statusCode).toBe(404);
    await expect.poll(current, soon).toBeNull();
    rmSync(path);
    expect(await current()).toBeNull();
    expect((await call(`${name}/0/0/0`)).statusCode).toBe(404);
    replace(raster(ORANGE));
    await expect.poll(async () => (await current())?.type, soon).toBe('raster');
  });

  it('may hold vectors, which are sent as they are packed, or unpacked to those who take no gzip', async () => {
    replace(vectorMap());
    await expect.poll(async () => (await current())?.type, soon).toBe('vector');
    const { name } = await current();
    const packed = await call(`${name}/1/0/1`, { 'accept-encoding': 'gzip, br' });
    const plain = await call(`${name}/1/0/1`);
    expect(packed.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('accept-encoding');
    expect(plain.rawPayload.equals(vectorTile(BASEMAP))).toBe(true);
    const tile = await fetch(`${await service.listen()}/dashboard/tiles/${name}/1/0/1`);
    expect(Buffer.from(await tile.arrayBuffer()).equals(vectorTile(BASEMAP))).toBe(true);
  });

  it('by cutting it short, is gone as one that was written to', async () => {
    const own = join(folder, 'cut.pmtiles');
    writeFileSync(own, raster(ORANGE));
    const { Archive } = await import('../tiles/archive.ts');
    const archive = await Archive.open(own);
    truncateSync(own, 10);
    await expect(archive.tile(1, 0, 0)).rejects.toThrow(ArchiveChanged);
    await archive.close();
  });

  /** Writes into the file itself between the moment that it is looked at and the moment that it is read. */
  async function overwrittenMeanwhile({ Archive }: typeof import('../tiles/archive.ts')): Promise<string> {
    const own = join(folder, 'own.pmtiles');
    writeFileSync(own, raster(ORANGE));
    const archive = await Archive.open(own);
    writeFileSync(own, raster([9, 9, 9]));
    const found = await archive.tile(1, 0, 0).then(
      () => 'sent',
      (error: Error) => error.constructor.name,
    );
    await archive.close();
    return found;
  }

  it('by writing into it, sends no tile of one map under the name of another', async () => {
    expect(await overwrittenMeanwhile(await import('../tiles/archive.ts'))).toBe('ArchiveChanged');
  });

  it('mutation control: unless the file is compared after each read', async () => {
    const unguarded = await mutantInside<typeof import('../tiles/archive.ts')>(
      'tiles/archive.ts',
      'tiles/file-source.ts',
      ['if (now !== this.version) throw', 'if (false) throw'],
    );
    expect(await overwrittenMeanwhile(unguarded)).toBe('sent');
  });
});

it('starts without the file that is named, with a warning that says what to do', async () => {
  const missing = join(folder, 'nowhere.pmtiles');
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
  const started = await openTestService({ whole: true, log, env: { STANDPOINT_MAP_TILES: missing } });
  const problem = `STANDPOINT_MAP_TILES: ${missing} is not there. Maps show outlines alone. Name a whole PMTiles`;
  try {
    await expect.poll(() => said, soon).toContainEqual(expect.stringContaining(problem));
    expect(await started.deps.tiles.problem()).toContain(problem);
  } finally {
    await started.close();
  }
});

describe('a service for which no file is named', () => {
  const without = testService({ plugins: () => [tiles] });
  it('has no tiles, and says so', async () => {
    const answer = await without.call({ path: '/dashboard/tiles/current.json' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { tiles: null }]);
    expect((await without.call({ path: `/dashboard/tiles/${'0'.repeat(16)}/0/0/0` })).status).toBe(404);
  });
});

it('opens a copy of a map under the same name on every node', async () => {
  const copy = join(folder, 'copy.pmtiles');
  copyFileSync(path, copy);
  const { Archive } = await import('../tiles/archive.ts');
  const [one, other] = await Promise.all([Archive.open(path), Archive.open(copy)]);
  expect(one.facts.name).toBe(other.facts.name);
  await Promise.all([one.close(), other.close()]);
});
