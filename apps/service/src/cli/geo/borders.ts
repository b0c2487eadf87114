import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OSM } from '../../../data/packs/osm.ts';
import { copyWithoutOwn } from '../../../data/packs/store.ts';
import { Failure, Misuse, type Terminal } from '../command.ts';
import { compileApart, installSources } from './sources.ts';

const PACKS = fileURLToPath(new URL('../../../data/packs/main.ts', import.meta.url));
/** The largest pack that is read takes about a minute. */
const LIMIT_MS = 600_000;

interface Place {
  /** An empty folder, and the one that the data are written to. */
  work: string;
  output: string;
  /** The data in use. */
  used: string;
}

interface Asked {
  /** `osm`, `none`, or the folder of a pack. */
  choice: string;
  /** A folder with the package of OpenStreetMap's lines in node_modules. */
  from: string | null;
  env: Terminal['env'];
  say: (line: string) => void;
  /** The package and its file; replaced in tests. */
  osm?: typeof OSM;
}

/** The data in use with other borders of the operator's own, or with none. */
export async function buildBorders(
  { work, output, used }: Place,
  { choice, from, env, say, osm = OSM }: Asked,
): Promise<void> {
  copyWithoutOwn(used, output);
  if (choice === 'none') return;
  if (choice !== 'osm') return compile(packFolder(choice), output, say);
  if (!from) await installSources(work, env, say, [`${osm.package}@${osm.version}`]);
  await compile(packageFolder(from ?? work, osm), output, say, osm);
}

/** Refuses a call whose folder cannot be a pack, before anything else is done. */
export function packFolder(choice: string): string {
  const folder = resolve(choice);
  if (!existsSync(folder)) throw new Misuse(`--borders: there is no folder ${folder}; or say osm or none.`);
  return folder;
}

function packageFolder(sources: string, osm: typeof OSM): string {
  const folder = join(sources, 'node_modules', osm.package);
  const file = join(folder, 'package.json');
  const version = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'missing';
  if (version !== osm.version)
    throw new Failure(
      `${osm.package} is ${version}; this version of Standpoint knows ${osm.version}.`,
      `Install it: npm install --ignore-scripts ${osm.package}@${osm.version}`,
    );
  return folder;
}

async function compile(
  folder: string,
  output: string,
  say: (line: string) => void,
  osm?: typeof OSM,
): Promise<void> {
  say('Compiling …');
  const args = [output, folder, ...(osm ? [JSON.stringify(osm)] : [])];
  await compileApart([PACKS, ...args], { folder, output, say, limit_ms: LIMIT_MS }).catch((error: Error) => {
    const late = error.message.endsWith('SIGTERM')
      ? `\nIt took longer than ${LIMIT_MS / 60_000} minutes.`
      : '';
    throw new Failure(
      `The borders cannot be used; the data in use stay as they are:\n${error.message}${late}`,
      'Correct the pack and try again; docs/borders.md says what a pack needs.',
    );
  });
}
