import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Located, type Manifest, type ModelFile, type Role, WrongFile } from './manifest.ts';
import { mistakesIn } from './manifest-check.ts';

/** Packs that come with the service. */
export const SHIPPED = ['accurate', 'strict'] as const;

const read = (file: URL | string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const shipped = (id: string): Manifest => read(new URL(`./${id}.json`, import.meta.url)) as Manifest;

/**
 * Finds a pack by its name: a shipped one, or a folder `DATA_DIR/packs/NAME` with `pack.json` and its files.
 * Throws WrongFile with every mistake in such a folder.
 */
export function locatePack(name: string, data_dir: string): Located {
  if ((SHIPPED as readonly string[]).includes(name)) return { manifest: shipped(name), folder: null };
  const folder = join(data_dir, 'packs', name);
  let manifest: Manifest;
  try {
    manifest = read(join(folder, 'pack.json')) as Manifest;
  } catch (error) {
    throw new WrongFile(`the pack ${name} cannot be read: ${(error as Error).message}`);
  }
  const mistakes = mistakesIn(manifest, name);
  if (mistakes.length > 0) throw new WrongFile(`the pack ${name} is not usable: ${mistakes.join('; ')}`);
  return { manifest: { ...manifest, models: withFinder(manifest.models) }, folder };
}

/** Adds our detector and landmark model to a pack that has only a matcher. */
function withFinder(models: readonly ModelFile[]): readonly ModelFile[] {
  const finder: readonly Role[] = ['detector', 'detector_weights', 'landmarks', 'landmarks_weights'];
  if (models.some(({ role }) => finder.includes(role))) return models;
  return [...shipped('accurate').models.filter(({ role }) => finder.includes(role)), ...models];
}
