/**
 * Compiles the geographic data that the service ships with.
 *
 *   node apps/service/data/build.ts <folder with node_modules> [output folder]
 *   node apps/service/data/build.ts --asn-classes    only the classes of networks, from the lists beside it
 *   node apps/service/data/build.ts --notice         only what is said about the surveys, from `surveys/list.ts`
 *
 * The sources are npm packages that no lock file can hold (their registry keeps one version only), so they
 * are no dependencies: install what `sources.ts` names in PACKAGES into a folder of your own first, or let
 * `npx standpoint geo update` do it. The same input gives the same bytes: nothing here depends on the time,
 * the machine or the order of a directory.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { Reader } from 'mmdb-lib';
import type { Artefact, Manifest } from '../src/geolocation/geodata/artefact.ts';
import { asnDate, compileAsn } from './asn.ts';
import { ASN_CLASSES_SOURCE, compileAsnClasses } from './asn-classes.ts';
import { compileBorders } from './borders.ts';
import { compileCoasts } from './coasts.ts';
import { writeNotice } from './notice.ts';
import { type SourceName as Name, SOURCES, sourceOf } from './sources.ts';
import { SURVEYS_SOURCE } from './surveys/list.ts';
import type { CompiledPack } from './topology.ts';

type Require = ReturnType<typeof createRequire>;

/**
 * Compiles everything into `output_dir`. `say` is called with a line for each step. Throws when a source does
 * not have the expected content.
 */
export async function build(
  sources_dir: string,
  output_dir: string,
  say: (step: string) => void = () => {},
): Promise<Manifest> {
  const require = createRequire(join(resolve(sources_dir), 'package.json'));
  const root = (name: string) => join(resolve(sources_dir), 'node_modules', name);
  const borders = await compileBorders(require, root, say);

  mkdirSync(output_dir, { recursive: true });
  const artefacts: Record<string, Artefact> = {};
  const put: Put = (name, file, bytes, more) => {
    say(`${file} (${(bytes.length / 1e6).toFixed(1)} MB, packing)`);
    const version = more.source ? '' : versionOf(require, SOURCES[name].package);
    artefacts[name] = store(output_dir, { name, file, bytes, version, more });
  };
  putBorders(borders, put);
  putMaps(root, put);
  putAddresses(require, root, put);
  artefacts.asn_classes = storeAsnClasses(output_dir);
  return writeManifest(output_dir, {
    format: 1,
    artefacts,
    libraries: { time_zones: timeZones(require) },
  });
}

function writeManifest(output_dir: string, manifest: Manifest): Manifest {
  writeFileSync(join(output_dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(output_dir, 'NOTICE.md'), writeNotice(manifest));
  return manifest;
}

/** Writes the classes of networks anew into a folder whose other artefacts stay as they are. */
function rebuildAsnClasses(dir: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest;
  manifest.artefacts.asn_classes = storeAsnClasses(dir);
  return writeManifest(dir, manifest);
}

/** Describes the surveys anew in a folder whose artefacts stay as they are. */
function rewriteNotice(dir: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest;
  const { package: from, version, ...source } = SURVEYS_SOURCE;
  Object.assign(manifest.artefacts.regions_surveyed!, source, { source: { package: from, version } });
  return writeManifest(dir, manifest);
}

type Put = (name: Name, file: string, bytes: Buffer, more: Partial<Artefact>) => void;

/** Stores the lines that decide, and the names of what they surround. */
export function putBorders(borders: Awaited<ReturnType<typeof compileBorders>>, put: Put): void {
  const pack = ({ boundary_error_m, counts }: CompiledPack) => ({ boundary_error_m, counts });
  put('countries', 'countries.bin.br', borders.countries.bytes, pack(borders.countries));
  const { package: from, version, ...source } = SURVEYS_SOURCE;
  const surveyed = { ...source, source: { package: from, version }, ...pack(borders.surveyed) };
  put('regions_surveyed', 'regions-surveyed.bin.br', borders.surveyed.bytes, surveyed);
  put('regions_world', 'regions-world.bin.br', borders.world.bytes, pack(borders.world));
  const bytes = Buffer.from(JSON.stringify(borders.names));
  put('subdivision_names', 'subdivision-names.json.br', bytes, {
    counts: { names: Object.keys(borders.names).length },
  });
}

/** Stores what only maps and pages show: it decides nothing. */
function putMaps(root: (name: string) => string, put: Put): void {
  for (const [name, file] of [
    ['coasts_coarse', 'land-110m'],
    ['coasts_fine', 'land-50m'],
  ] as const) {
    const land = JSON.parse(readFileSync(join(root('world-atlas'), `${file}.json`), 'utf8'));
    const { bytes, counts } = compileCoasts(land);
    put(name, `${name.replaceAll('_', '-')}.json.br`, bytes, { counts });
  }
}

/** Stores the two country databases and the index of AS numbers. */
function putAddresses(require: Require, root: (name: string) => string, put: Put): void {
  for (const [name, file] of [
    ['ip_country_1', 'geo-whois-asn-country.mmdb'],
    ['ip_country_2', 'dbip-country.mmdb'],
  ] as const) {
    const bytes = readFileSync(join(root(SOURCES[name].package), file));
    put(name, `${name.replaceAll('_', '-')}.mmdb.br`, bytes, checkCountryDatabase(bytes));
  }
  const asn = compileAsn(root(SOURCES.ip_asn.package));
  const data_date = asnDate(versionOf(require, SOURCES.ip_asn.package));
  put('ip_asn', 'ip-asn.bin.br', asn.bytes, { data_date, counts: asn.counts });
}

export function versionOf(require: Require, name: string): string {
  const path = join(require.resolve.paths(name)![0]!, name, 'package.json');
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

/** Compiled from the lists in this repository alone. */
function storeAsnClasses(output_dir: string): Artefact {
  const { bytes, counts } = compileAsnClasses();
  const { package: from, version, ...source } = ASN_CLASSES_SOURCE;
  const file = 'asn-classes.json.br';
  const item = { name: 'ip_asn' as const, file, bytes, version };
  return store(output_dir, { ...item, more: { ...source, source: { package: from, version }, counts } });
}

export function store(
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
  const { package: from, licence, attribution, data_date } = sourceOf(item.name);
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

/** Refuses a database of another type, without IPv6 or with wrong answers, before it becomes an artefact. */
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
  const [sources_dir, output_dir = fileURLToPath(new URL('.', import.meta.url))] = process.argv.slice(2);
  if (!sources_dir)
    throw new Error('usage: node apps/service/data/build.ts <folder with node_modules> [output folder]');
  const say = (step: string) => process.stdout.write(`${step}\n`);
  const only = { '--asn-classes': rebuildAsnClasses, '--notice': rewriteNotice }[sources_dir];
  const manifest = only ? only(output_dir) : await build(sources_dir, output_dir, say);
  for (const [name, { file, bytes, sha256 }] of Object.entries(manifest.artefacts)) {
    process.stdout.write(`${name}  ${file}  ${bytes} bytes  ${sha256}\n`);
  }
}
