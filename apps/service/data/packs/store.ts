import { createHash } from 'node:crypto';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Manifest, OWN_BORDERS, readManifest } from '../../src/geolocation/geodata/artefact.ts';
import { writeNotice } from '../notice.ts';
import type { CompiledPack } from '../topology.ts';
import type { PackManifest } from './manifest.ts';

const FILE = 'own-borders.bin.br';
/** The notice of the pack alone: its licence may ask for more than those of the other data. */
const NOTICE = 'own-borders.md';

/** Adds a compiled pack to a folder of data, as an artefact of its own. */
export function putOwn(
  dir: string,
  { bytes, boundary_error_m, counts }: CompiledPack,
  about: PackManifest,
): void {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = {
    [BROTLI_PARAM_QUALITY]: 9,
    [BROTLI_PARAM_LGWIN]: 24,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const stored = brotliCompressSync(bytes, { params });
  writeFileSync(join(dir, FILE), stored);
  const { name, version, licence, attribution, date } = about;
  const manifest = readManifest(dir);
  manifest.artefacts[OWN_BORDERS] = {
    file: FILE,
    source: { package: name, version },
    licence,
    attribution,
    data_date: date,
    sha256: createHash('sha256').update(stored).digest('hex'),
    bytes: stored.length,
    boundary_error_m,
    counts,
  };
  writeManifest(dir, manifest);
  writeFileSync(join(dir, NOTICE), noticeOf(about));
}

/** Copies the pack of other data into a folder of new ones. */
export function carryOwn(from: string, dir: string): void {
  const own = readManifest(from).artefacts[OWN_BORDERS];
  if (!own) return;
  for (const file of [own.file, NOTICE]) copyFileSync(join(from, file), join(dir, file));
  const manifest = readManifest(dir);
  manifest.artefacts[OWN_BORDERS] = own;
  writeManifest(dir, manifest);
}

/** Copies data without the pack that they may have. */
export function copyWithoutOwn(from: string, dir: string): void {
  const manifest = readManifest(from);
  delete manifest.artefacts[OWN_BORDERS];
  for (const { file } of Object.values(manifest.artefacts)) copyFileSync(join(from, file), join(dir, file));
  for (const file of [FILE, NOTICE]) rmSync(join(dir, file), { force: true });
  writeManifest(dir, manifest);
}

function writeManifest(dir: string, manifest: Manifest): void {
  writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(dir, 'NOTICE.md'), writeNotice(manifest));
}

const noticeOf = ({ name, version, licence, attribution, source, date }: PackManifest): string =>
  [
    `# Notice: the borders in \`${FILE}\``,
    '',
    attribution,
    '',
    `- Source: ${source}; ${name} ${version}, data of ${date}`,
    `- Licence: ${licence}`,
    '- Changes: put on a grid, lines between areas joined, compiled, compressed',
    '- This file stands alone: the other data in this folder are not made from it, and it holds nothing of them',
    '  but the names of countries beyond its edges.',
    '',
  ].join('\n');
