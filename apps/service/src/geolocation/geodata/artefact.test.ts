import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../../data/build.ts';
import { writeNotice } from '../../../data/notice.ts';
import { CORRECTED_CODES, currentCode } from '../../../data/subdivision-codes.ts';
import { SURVEYS, SURVEYS_SOURCE } from '../../../data/surveys/list.ts';
import { mutant } from '../../../testing/mutant.ts';
import { BUNDLED_DATA, type Manifest, madeOf, readArtefact, readManifest } from './artefact.ts';
import { openNetwork } from './network/network.ts';
import { decodePack } from './packed/pack-file.ts';
import { openPlaces } from './places/places.ts';

const manifest = readManifest();
const folder = mkdtempSync(join(tmpdir(), 'standpoint-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the data that the service ships', () => {
  it('has the digest and size that the manifest states for every artefact', () => {
    for (const [name, artefact] of Object.entries(manifest.artefacts)) {
      expect(readArtefact(manifest, name).length, name).toBeGreaterThan(artefact.bytes);
      expect(readFileSync(join(BUNDLED_DATA, artefact.file)).length).toBe(artefact.bytes);
    }
  });

  it('names source, version, licence and attribution of every artefact, and the notice repeats them', () => {
    const notice = readFileSync(join(BUNDLED_DATA, 'NOTICE.md'), 'utf8');
    expect(notice).toBe(writeNotice(manifest));
    for (const { source, licence, attribution } of Object.values(manifest.artefacts)) {
      expect(source.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(licence).not.toBe('');
      expect(notice).toContain(attribution);
    }
    expect(notice).toContain('https://db-ip.com');
    expect(notice).toContain('OpenStreetMap');
  });

  it('names the terms of each survey by country, in the manifest and in the notice', () => {
    const { parts = [] } = manifest.artefacts.regions_surveyed!;
    expect(parts, 'node apps/service/data/build.ts --notice').toEqual(SURVEYS_SOURCE.parts);
    const { regions } = decodePack(readArtefact(manifest, 'regions_surveyed'));
    expect(parts.map(({ country }) => country).toSorted()).toEqual(
      [...new Set(regions.map(({ country }) => country))].toSorted(),
    );
    const notice = readFileSync(join(BUNDLED_DATA, 'NOTICE.md'), 'utf8');
    for (const { country, source, commit, sha256, data_date, licence, licence_url, attribution } of parts) {
      const section = notice.split(`### ${country}\n`)[1]!.split('\n#')[0]!;
      for (const said of [source, commit, sha256, data_date, licence, licence_url ?? licence, attribution])
        expect(section, country).toContain(said);
      const { file } = SURVEYS.find((survey) => survey.country === country)!;
      const bytes = readFileSync(join(BUNDLED_DATA, 'surveys', file));
      expect(createHash('sha256').update(bytes).digest('hex'), file).toBe(sha256);
    }
  });

  it('states the error of every border', () => {
    expect(manifest.artefacts.countries!.boundary_error_m).toBe(4_800);
    expect(manifest.artefacts.regions_surveyed!.boundary_error_m).toBe(150);
    expect(manifest.artefacts.regions_world!.boundary_error_m).toBe(4_000);
  });

  it('stays small enough for a repository', () => {
    const bytes = Object.values(manifest.artefacts).reduce((sum, artefact) => sum + artefact.bytes, 0);
    expect(bytes).toBeLessThan(12_000_000);
  });
});

describe('changed data', () => {
  beforeAll(() => {
    copyFileSync(join(BUNDLED_DATA, 'manifest.json'), join(folder, 'manifest.json'));
    for (const { file } of Object.values(manifest.artefacts)) {
      const bytes = readFileSync(join(BUNDLED_DATA, file));
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(join(folder, file), bytes);
    }
  });

  it('are refused before any byte is interpreted', () => {
    expect(() => openPlaces(folder)).toThrow(/SHA-256/);
    expect(() => openNetwork(folder)).toThrow(/SHA-256/);
  });

  it('are refused when it is a file that only maps ask for', () => {
    const other = mkdtempSync(join(folder, 'coasts-'));
    for (const file of ['manifest.json', ...Object.values(manifest.artefacts).map(({ file }) => file)])
      copyFileSync(join(/^coasts-fine/.test(file) ? folder : BUNDLED_DATA, file), join(other, file));
    expect(() => openPlaces(other)).toThrow(/coasts-fine.*SHA-256/);
  });

  it('are refused when the manifest is of another format', () => {
    const other = mkdtempSync(join(folder, 'format-'));
    writeFileSync(join(other, 'manifest.json'), JSON.stringify({ ...manifest, format: 2 }));
    expect(() => openPlaces(other)).toThrow(/unknown format/);
  });
});

describe('subdivision codes of several years', () => {
  const valid = new Set(['IR-01', 'IR-04', 'MA-02', 'PL-12', 'DE-BE', ...CORRECTED_CODES]);

  it('become current ones, even when the old code now belongs to another area', () => {
    expect(currentCode('IR-01', 'East Azarbaijan', 'IR', valid)).toEqual({
      country: 'IR',
      code: 'IR-03',
    });
    expect(currentCode('PL-MA', 'Lesser Poland', 'PL', valid).code).toBe('PL-12');
    expect(currentCode('DE-BE', 'Berlin', 'DE', valid).code).toBe('DE-BE');
    expect(currentCode('UA-43', 'Crimea', 'RU', new Set(['UA-43']))).toEqual({
      country: 'UA',
      code: 'UA-43',
    });
  });

  it('are dropped when they are unknown or their area was split', () => {
    expect(currentCode('KE-300', 'Coast', 'KE', valid).code).toBeNull();
    expect(currentCode('MA-13', 'Souss - Massa - Draâ', 'MA', valid).code).toBeNull();
    expect(currentCode('QQ-X01~', 'Nowhere', 'QQ', valid).code).toBeNull();
  });

  it('give way to the country code of a territory that has one', () => {
    expect(currentCode('FR-GF', 'Guyane française', 'FR', valid)).toEqual({ country: 'GF', code: null });
  });
});

const sources = process.env.STANDPOINT_DATA_SOURCES;

describe.skipIf(!sources || !existsSync(sources))(
  'the build (needs STANDPOINT_DATA_SOURCES, a folder with its packages)',
  () => {
    it('gives the same bytes as those in the repository', async () => {
      const output = join(folder, 'built');
      const built = await build(sources!, output);
      expect(built).toEqual(manifest);
      for (const { file } of Object.values(built.artefacts)) {
        expect(readFileSync(join(output, file)).equals(readFileSync(join(BUNDLED_DATA, file))), file).toBe(
          true,
        );
      }
    }, 300_000);
  },
);

describe('what was made of a file', () => {
  const folders = ['first', 'second'].map((name) => join(folder, name));
  const stored = brotliCompressSync('made-up data');
  const sha256 = createHash('sha256').update(stored).digest('hex');
  const one = { artefacts: { some: { file: 'some.br', sha256 } } } as unknown as Manifest;
  const openedBy = (makes: typeof madeOf) => (at: string) =>
    makes(one, ['some'], at, (bytes) => ({ text: bytes.toString() }));
  beforeAll(() => {
    for (const at of folders) {
      mkdirSync(at);
      writeFileSync(join(at, 'some.br'), stored);
    }
  });

  it('is shared by folders with the same bytes, and a changed file is refused all the same', async () => {
    const [first, second] = folders as [string, string];
    const open = openedBy(madeOf);
    const used = open(first);
    expect(used).toEqual({ text: 'made-up data' });
    expect(open(second)).toBe(used);
    const late = await mutant<typeof import('./artefact.ts')>('geolocation/geodata/artefact.ts', [
      '(name) => packedArtefact(manifest, name, data_dir));',
      '(name) => () => packedArtefact(manifest, name, data_dir)());',
    ]);
    const trusting = openedBy(late.madeOf);
    const kept = trusting(first);
    writeFileSync(join(second, 'some.br'), brotliCompressSync('changed data'));
    expect(() => open(second)).toThrow('the manifest says');
    // Mutation control: with the files compared only when something is made of them, the changed one is taken.
    expect(trusting(second)).toBe(kept);
  });
});
