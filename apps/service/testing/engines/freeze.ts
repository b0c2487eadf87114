import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const HERE = import.meta.dirname;
const AREAS = {
  geolocation: {
    home: resolve(HERE, '../../src/geolocation/decision'),
    entry: 'decision.ts',
    version: ['decision.ts', 'ENGINE_VERSION'],
  },
  face: {
    home: resolve(HERE, '../../src/face/decision'),
    entry: 'engines.ts',
    version: ['judge.ts', 'FACE_ENGINE_VERSION'],
  },
} as const;
type Area = keyof typeof AREAS;

/**
 * Writes a decision engine with everything that it runs into one readable file, so that its decisions can be
 * computed again after the source has changed. Run it before you raise ENGINE_VERSION (for faces:
 * FACE_ENGINE_VERSION):
 *
 *     node apps/service/testing/engines/freeze.ts [--area face] [--source FOLDER]
 *
 * FOLDER is the source of the area (default: the present one). A frozen engine is never written twice.
 */
export async function freeze(
  area: Area,
  source: string = AREAS[area].home,
  into = join(AREAS[area].home, 'engines'),
): Promise<{ file: string; version: string }> {
  const entry = join(source, AREAS[area].entry);
  const [where, name] = AREAS[area].version;
  const text = readFileSync(join(source, where), 'utf8');
  const version = new RegExp(`export const ${name} = '(\\d+)'`).exec(text)?.[1];
  if (!version) throw new Error(`${join(source, where)} names no ${name}.`);
  const file = join(into, `${version}.js`);
  if (existsSync(file))
    throw new Error(`engines/${version}.js exists already: a frozen engine never changes.`);
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: source,
    build: { write: false, minify: false, target: 'es2024', lib: { entry, formats: ['es'] } },
  });
  const { output } = (Array.isArray(built) ? built[0]! : built) as { output: { code: string }[] };
  const code = output[0]!.code
    // The origin of each part is kept, without the folders of this machine.
    .replaceAll(/^\/\/ .*\/(?:geolocation|face)\/([\w/-]+\.ts)$/gm, '\n// $1')
    .replaceAll(/^\/\/#(?:end)?region.*\n/gm, '');
  const sha256 = createHash('sha256').update(code).digest('hex');
  writeFileSync(
    file,
    `// Decision engine ${version}, frozen by testing/engines/freeze.ts. Never edit it: its decisions need it.\n` +
      `// SHA-256 of the text after this line: ${sha256}\n${code}`,
  );
  return { file, version };
}

/** Whether the text of a frozen engine is unchanged. */
export function isUntouched(text: string): boolean {
  const [, sha256, code] = /^.*\n\/\/ SHA-256 .*: (\w{64})\n([\s\S]*)$/.exec(text) ?? [];
  return code !== undefined && createHash('sha256').update(code).digest('hex') === sha256;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { area: { type: 'string' }, source: { type: 'string' } } });
  const area = values.area === 'face' ? 'face' : 'geolocation';
  const { file, version } = await freeze(area, values.source && resolve(values.source));
  console.log(`Engine ${version} is frozen in ${file}.`);
  console.log(`Now add it to ${area}/engines.ts, raise the version, and write the golden file.`);
}
