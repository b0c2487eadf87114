import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../../../testing/counts.ts';
import { openBase } from '../../../data/packs/base.ts';
import { packOf } from '../../../data/packs/main.ts';
import { copyWithoutOwn, putOwn } from '../../../data/packs/store.ts';
import { standpoint } from '../../../testing/command.ts';
import { country, moved, PACK, packFolder } from '../../../testing/geodata/border-pack.ts';
import { mutant } from '../../../testing/mutant.ts';
import { npmPackage } from '../../../testing/registry/archives.ts';
import { pictureAt, seenAt } from '../../geolocation/explained/picture.ts';
import { BUNDLED_DATA, readManifest } from '../../geolocation/geodata/artefact.ts';
import { openPlaces } from '../../geolocation/geodata/places/places.ts';
import { currentSnapshot, geoFolder } from '../../geolocation/geodata/snapshots.ts';
import { updateData } from '../../geolocation/geodata/update.ts';
import { buildBorders } from './borders.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-borders-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const folder = (name: string) => mkdtempSync(join(scratch, `${name}-`));
const update = (data_dir: string, ...args: string[]) =>
  standpoint(['geo', 'update', '--borders', ...args, '--json'], { STANDPOINT_DATA_DIR: data_dir });

describe('geo update --borders', { timeout: 240_000 }, () => {
  it('puts a pack on the data in use, names it everywhere, and goes back', async () => {
    const dir = folder('data');
    const pack = packFolder(scratch, [country('LI')]);
    const done = await update(dir, pack);
    expect(done.json.artefacts.own_borders).toMatchObject({
      source: { package: 'own-lines', version: '1.2.0' },
      attribution: PACK.attribution,
      changed: true,
    });
    expect(done.json.sentinels.places).toBeGreaterThan(200);
    const { folder: used } = currentSnapshot(dir);
    expect(readFileSync(join(used, 'NOTICE.md'), 'utf8')).toContain('## own_borders (`own-borders.bin.br`)');
    expect(readFileSync(join(used, 'own-borders.md'), 'utf8')).toContain(PACK.attribution);
    const looked = await standpoint(
      ['geo', 'lookup', '--lat', '47.141', '--lng', '9.5209', '--accuracy', '20'],
      {
        STANDPOINT_DATA_DIR: dir,
      },
    );
    const version = readManifest(used).artefacts.own_borders!.sha256.slice(0, 12);
    expect(looked.json).toMatchObject({ country: 'LI', data: { own_borders: { version, date: '2026-11' } } });
    expect(looked.json.confidence.country).toBeGreaterThan(0.99);
    const places = openPlaces(used);
    const pictured = (lat: number, lng: number) =>
      pictureAt(places, seenAt(places, { lat, lng, accuracy_m: 30 })!);
    expect(pictured(47.06, 9.5)).toMatchObject({
      attribution: PACK.attribution,
      svg: expect.stringContaining(PACK.attribution),
    });
    // The lines between two states of the US are not from the pack.
    expect(pictured(40.2135, -74.772).attribution).toBeNull();
    const none = await update(dir, 'none');
    expect(none.json).toMatchObject({
      outcome: 'updated',
      artefacts: { own_borders: { bytes: 0, changed: true } },
    });
    expect(openPlaces(currentSnapshot(dir).folder).versions).not.toHaveProperty('own_borders');
    await standpoint(['geo', 'update', '--rollback'], { STANDPOINT_DATA_DIR: dir });
    expect(openPlaces(currentSnapshot(dir).folder).versions).toHaveProperty('own_borders');
  });

  it('refuses a broken pack with its place and exit code 1, and leaves no trace', async () => {
    const dir = folder('data');
    const [ring] = (country('LI').geometry!.coordinates as [number, number][][][])[0]!;
    const open = country('LI');
    open.geometry!.coordinates = [[ring!.slice(0, -1)]];
    const refused = await update(dir, packFolder(scratch, [open]));
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toMatch(/areas.geojson, feature 0 \(LI\): a ring is not closed/);
    expect(refused.stdout + refused.stderr).toMatch(/docs\/borders.md/);
    expect(currentSnapshot(dir).name).toBe('bundled');
    expect(readdirSync(geoFolder(dir))).toEqual([]);
  });

  it('is called wrongly with a folder that is not there, or with options of other updates', async () => {
    const dir = folder('data');
    for (const args of [
      ['nowhere'],
      ['none', '--lists'],
      ['none', '--rollback'],
      ['none', '--from', BUNDLED_DATA],
    ])
      expect((await update(dir, ...args)).code, args.join(' ')).toBe(2);
  });
});

describe('the proof of known places', { timeout: 240_000 }, () => {
  /** Switzerland with two points of the Rhine moved east of Vaduz. */
  const wedge = () => {
    const [west, east] = [9.5, 9.53];
    const swiss = moved(country('CH'), ([lng, lat]) =>
      lng > west && lng < east && lat > 47.09 && lat < 47.15 ? [9.56, lat] : [lng, lat],
    );
    return packFolder(scratch, [swiss]);
  };
  // Compiles in the test's own process. The tests above prove that a separate one does it, and reports what is wrong.
  const build =
    (pack: string) =>
    async (_work: string, output: string, { used }: { used: string }) => {
      copyWithoutOwn(used, output);
      const compiled = packOf(pack, null, openBase(output));
      putOwn(output, compiled.pack, compiled.manifest);
    };
  const asked = (pack: string) => ({
    data_dir: folder('data'),
    now_ms: Date.UTC(2026, 10, 25),
    dry_run: false,
    say: () => {},
    build: build(pack),
  });

  it('refuses a pack that moves a known place to another country', async () => {
    const refused = await updateData(asked(wedge())).catch((error) => error);
    expect(refused.reasons).toEqual(['47.141 9.5209: CH-SG instead of LI']);
  });

  // A control of the test above.
  it.runIf(LONG)('is what refuses it: without the proof, the pack is in use', async () => {
    const { updateData: unproved } = await mutant<typeof import('../../geolocation/geodata/update.ts')>(
      'geolocation/geodata/update.ts',
      ['if (!report.ok)', 'if (report === null)'],
    );
    expect((await unproved(asked(wedge()))).outcome).toBe('updated');
  });
});

describe('OpenStreetMap’s lines', { timeout: 240_000 }, () => {
  const features = ['LI', 'AD', 'LU'].map((code) => ({
    ...country(code),
    properties: { isoA2: code, isoA3: code },
  }));
  const file = 'borders.geo.json';
  const content = JSON.stringify({ type: 'FeatureCollection', features });
  const name = '@osm_borders/maritime_10m';
  const tarball = npmPackage({ name, version: '1.1.0' }, { name: `package/${file}`, content });
  const osm = {
    package: name,
    version: '1.1.0',
    file,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  let server: Server;
  let address: string;
  let served = tarball;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url?.endsWith('.tgz')) return response.end(served);
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
      const dist = { tarball: `${address}/package.tgz`, integrity };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          name,
          'dist-tags': { latest: '1.1.0' },
          versions: { '1.1.0': { name, version: '1.1.0', dist } },
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** A folder into which npm installed the package already. */
  const installed = () => {
    const from = folder('installed');
    const place = join(from, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.1.0' }));
    writeFileSync(join(place, file), content);
    return from;
  };

  const built = async (known: typeof osm, from: string | null = null, npm: Record<string, string> = {}) => {
    const [work, output] = [folder('work'), folder('output')];
    const home = folder('home');
    mkdirSync(join(home, 'cache'));
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      npm_config_registry: address,
      npm_config_cache: join(home, 'cache'),
      npm_config_fetch_retries: '0',
      ...npm,
    };
    const place = { work, output, used: BUNDLED_DATA };
    await buildBorders(place, { choice: 'osm', from, env, say: () => {}, osm: known });
    return output;
  };

  /** Stands in for an npm that finds no such version, and answers at once. */
  const failingNpm = () => {
    const npm_execpath = join(folder('npm'), 'npm-cli.js');
    writeFileSync(npm_execpath, `process.stderr.write('E404'); process.exitCode = 1;`);
    return { npm_execpath };
  };

  it('come from the package, with a notice of their own', async () => {
    const output = await built(osm);
    const { own_borders } = readManifest(output).artefacts;
    expect(own_borders).toMatchObject({
      source: { package: name, version: '1.1.0' },
      boundary_error_m: 50,
      counts: { regions: 3 },
    });
    expect(own_borders!.licence).toContain('ODbL');
    for (const notice of ['NOTICE.md', 'own-borders.md'])
      expect(readFileSync(join(output, notice), 'utf8')).toContain('© OpenStreetMap contributors');
    expect(openPlaces(output).locate(49.6116, 6.1319).country).toBe('LU');
  });

  it('are refused when the file or the version is another one', async () => {
    const package_folder = join(installed(), 'node_modules', name);
    const other = { ...osm, sha256: 'a'.repeat(64) };
    expect(() => packOf(package_folder, other, openBase(BUNDLED_DATA))).toThrow(
      /SHA-256 is .*, a{64} was expected/,
    );
    if (LONG) await expect(built(other, installed())).rejects.toThrow(/SHA-256 is .*, a{64} was expected/);
    await expect(built({ ...osm, version: '1.2.0' }, installed())).rejects.toThrow(
      /is 1\.1\.0; this version of Standpoint knows 1\.2\.0/,
    );
    const missing = { ...osm, version: '1.2.0' };
    await expect(built(missing, null, failingNpm())).rejects.toThrow(/npm could not install.*:\nE404/);
    if (LONG) await expect(built(missing)).rejects.toThrow(/npm could not install/);
  });

  // The digest of the file, which the test above holds, refuses every other download.
  it.runIf(LONG)('are refused by npm already when the download is another one', async () => {
    served = npmPackage({ name, version: '1.1.0' }, { name: `package/${file}`, content: '{}' });
    await expect(built(osm)).rejects.toThrow(/EINTEGRITY|integrity/);
    served = tarball;
  });

  it('are not part of the data that the service ships', () => {
    expect(readManifest().artefacts).not.toHaveProperty('own_borders');
    expect(readdirSync(BUNDLED_DATA)).not.toContain('own-borders.bin.br');
  });
});
