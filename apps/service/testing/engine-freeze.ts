import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const HERE = import.meta.dirname;
const HOME = resolve(HERE, '../src/geolocation');

/**
 * Writes a decision engine with everything that it runs into one readable file, so that what it decided can be computed
 * again when the source has moved on. Run it before ENGINE_VERSION is raised:
 *
 *   node apps/service/testing/engine-freeze.ts [--source FOLDER]
 *
 * FOLDER: where `decision.ts` lies; the present one when not named. A frozen engine is never written twice.
 */
export async function freeze(source: string): Promise<{ file: string; version: string }> {
  const entry = join(source, 'decision.ts');
  const version = /export const ENGINE_VERSION = '(\d+)'/.exec(readFileSync(entry, 'utf8'))?.[1];
  if (!version) throw new Error(`${entry} names no ENGINE_VERSION.`);
  const file = join(HOME, 'engines', `${version}.js`);
  if (existsSync(file))
    throw new Error(`engines/${version}.js is there already: a frozen engine never changes.`);
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: source,
    build: { write: false, minify: false, target: 'es2024', lib: { entry, formats: ['es'] } },
  });
  const { output } = (Array.isArray(built) ? built[0]! : built) as { output: { code: string }[] };
  const code = output[0]!.code
    // Where each part came from, without the machine's folders.
    .replaceAll(/^\/\/ .*\/geolocation\/([\w/-]+\.ts)$/gm, '\n// $1')
    .replaceAll(/^\/\/#(?:end)?region.*\n/gm, '');
  const sha256 = createHash('sha256').update(code).digest('hex');
  writeFileSync(
    file,
    `// Decision engine ${version}, frozen by testing/engine-freeze.ts. Never edited: it computes again what it decided.\n// SHA-256 of what follows this line: ${sha256}\n${code}`,
  );
  return { file, version };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { source: { type: 'string' } } });
  const { file, version } = await freeze(resolve(values.source ?? HOME));
  console.log(`Engine ${version} is frozen in ${file}.`);
  console.log('Now add it to geolocation/engines.ts, raise ENGINE_VERSION, and write the golden file.');
}
