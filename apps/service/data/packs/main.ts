/**
 * Compiles borders of the operator's own into a folder of geographic data.
 *
 *   node apps/service/data/packs/main.ts <folder of data> <folder of the pack> [known file as JSON]
 *
 * Run by `npx standpoint geo update --borders`, in a process that can read nothing else.
 */
import { fileURLToPath } from 'node:url';
import { type Base, openBase } from './base.ts';
import { compilePack } from './compile.ts';
import { readPackManifest } from './manifest.ts';
import { type OSM, OSM_TOLERANCE_M, osmCode, osmManifest } from './osm.ts';
import { PackProblems } from './problems.ts';
import { LIMITS, readAreas } from './read.ts';
import { putOwn } from './store.ts';

type Say = (step: string) => void;

/** Reads and compiles a pack. Throws `PackProblems` when it cannot be used. */
export function packOf(folder: string, osm: typeof OSM | null, base: Base, say: Say = () => {}) {
  const manifest = osm ? osmManifest(osm) : readPackManifest(folder);
  const left = { features: LIMITS.features, points: LIMITS.points };
  const areas = manifest.files.flatMap((file) => {
    say(`reading ${file.file}`);
    return readAreas(folder, file, osm ? osmCode : (properties) => properties[file.property], left);
  });
  const plan = { tolerance_m: osm ? OSM_TOLERANCE_M : 0, known: osm !== null };
  return { manifest, pack: compilePack(areas, base, plan, say) };
}

function addPack(dir: string, folder: string, osm: typeof OSM | null, say: Say): void {
  const { manifest, pack } = packOf(folder, osm, openBase(dir), say);
  say(`${pack.counts.regions} areas, ${pack.counts.points} points (packing)`);
  putOwn(dir, pack, manifest);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [dir, folder, osm] = process.argv.slice(2);
  if (!dir || !folder) throw new Error('usage: node main.ts <folder of data> <folder of the pack>');
  try {
    addPack(dir, folder, osm ? JSON.parse(osm) : null, (step) => process.stdout.write(`${step}\n`));
  } catch (error) {
    if (!(error instanceof PackProblems)) throw error;
    process.stderr.write(error.message);
    process.exitCode = 1;
  }
}
