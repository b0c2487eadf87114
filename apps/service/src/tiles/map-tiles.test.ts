import { mkdtempSync, promises, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { rasterMap } from '../../testing/tiles/small-maps.ts';
import { MapTiles } from './map-tiles.ts';

/** What the system answers to the opening of a file, where it is to fail. */
const failing = { code: null as string | null };
const { open } = promises;
promises.open = (async (...rest: Parameters<typeof open>) => {
  if (failing.code) throw Object.assign(new Error(failing.code), { code: failing.code, syscall: 'open' });
  return open(...rest);
}) as typeof open;
// Modules that have imported it by name see it too.
syncBuiltinESMExports();
afterAll(() => {
  promises.open = open;
  syncBuiltinESMExports();
});

const folder = mkdtempSync(join(tmpdir(), 'standpoint-tiles-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  failing.code = null;
});
const soon = { timeout: 30_000, interval: 100 };

function opened(name: string) {
  const path = join(folder, name);
  const said: string[] = [];
  const say = (_: object, text: string) => void said.push(text);
  return { path, said, tiles: new MapTiles(path, { info: say, warn: say }) };
}

describe('the file of map tiles', () => {
  it.each(['EMFILE', 'EIO', 'ESTALE'])(
    'is tried again when the system could not open it (%s), and the log says so once',
    async (code) => {
      const { path, said, tiles } = opened(`${code}.pmtiles`);
      writeFileSync(path, rasterMap());
      failing.code = code;
      expect(await tiles.current()).toBeNull();
      const problem = `STANDPOINT_MAP_TILES: ${path} cannot be read (${code}). Maps show outlines alone`;
      expect(await tiles.problem()).toContain(problem);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      expect(await tiles.current()).toBeNull();
      expect(said).toEqual([expect.stringContaining(problem)]);
      failing.code = null;
      // The file itself did not change.
      await expect.poll(async () => (await tiles.current())?.facts.type, soon).toBe('raster');
      expect([await tiles.problem(), said.at(-1)]).toEqual([null, 'Maps show the file of map tiles anew.']);
      await tiles.close();
    },
  );

  it('that is missing at first is a warning that says what to do, and is shown when it is there', async () => {
    const { path, said, tiles } = opened('late.pmtiles');
    expect(await tiles.current()).toBeNull();
    expect(said).toEqual([
      `STANDPOINT_MAP_TILES: ${path} is not there. Maps show outlines alone. Name a whole PMTiles ` +
        'file, or remove the variable',
    ]);
    writeFileSync(path, rasterMap());
    await expect.poll(async () => (await tiles.current())?.facts.type, soon).toBe('raster');
    await tiles.close();
  });

  it('that is damaged is read once, until it changes', async () => {
    const { path, said, tiles } = opened('damaged.pmtiles');
    writeFileSync(path, 'no map');
    expect(await tiles.current()).toBeNull();
    // An opening would fail with another reason now.
    failing.code = 'EIO';
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await tiles.current()).toBeNull();
    expect([said.length, await tiles.problem()]).toEqual([1, expect.stringContaining('is too short')]);
    await tiles.close();
  });
});
