import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COROUTINES, KOTLIN, kotlinBuild } from './kotlin.ts';
import { type Module, pomOf } from './pom.ts';
import { NATIVE } from './toolchain.ts';
import { packZip } from './zip.ts';

const ROOT = join(NATIVE, '../..');
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

export const CORE: Module = {
  group: 'com.standpoint',
  artifact: 'standpoint-core',
  version: VERSION,
  name: 'Standpoint for Kotlin',
  description:
    'The core for the JVM and Android: where a device is, and what a WebView with the face page needs.',
  dependencies: [
    { group: 'org.jetbrains.kotlin', artifact: 'kotlin-stdlib', version: KOTLIN },
    { group: 'org.jetbrains.kotlinx', artifact: 'kotlinx-coroutines-core-jvm', version: COROUTINES },
  ],
};

const LICENSE = readFileSync(join(ROOT, 'LICENSE'));

/** Files below a folder, by the path that they get in an archive. */
const filesIn = (folder: string, pattern: string, to = ''): [string, Buffer][] =>
  globSync(pattern, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [`${to}${path.slice(folder.length + 1)}`, readFileSync(path)]);

/** `-sources.jar`: each file in the folder of its package, where development environments look for it. */
function kotlinSources(): Buffer {
  const sources = filesIn(join(NATIVE, 'kotlin'), '{src,jvm}/**/*.kt').map(([path, bytes]) => {
    const [, name] = /^package ([\w.]+)$/m.exec(bytes.toString()) ?? [];
    if (!name) throw new Error(`${path} names no package`);
    return [`${name.replaceAll('.', '/')}/${path.split('/').at(-1)}`, bytes] as const;
  });
  return packZip(new Map([...sources, ['META-INF/LICENSE', LICENSE]]));
}

/** The Swift package as its source: what an app adds as a local package. */
function swiftSources(): Buffer {
  const top = `Standpoint-${VERSION}/`;
  const sources = filesIn(join(NATIVE, 'swift'), '{Package.swift,README.md,Sources/**,ios/**}', top);
  return packZip(new Map([...sources, [`${top}LICENSE`, LICENSE]]));
}

/** What needs no compiler. */
export function sourceFiles(): Map<string, Buffer> {
  const base = `${CORE.artifact}-${VERSION}`;
  return new Map([
    [`${base}.pom`, Buffer.from(pomOf(CORE))],
    [`${base}-sources.jar`, kotlinSources()],
    [`Standpoint-${VERSION}.zip`, swiftSources()],
  ]);
}

/**
 * The native files of a release, by name, as `packages import` takes them. Without a JDK there is no module of Maven:
 * a POM alone would promise a jar.
 */
export async function nativeRelease(): Promise<{ files: Map<string, Buffer>; skipped: string[] }> {
  const files = sourceFiles();
  const kotlin = await kotlinBuild();
  if ('skipped' in kotlin) {
    for (const name of files.keys()) if (name.startsWith(CORE.artifact)) files.delete(name);
    return { files, skipped: [kotlin.skipped] };
  }
  files.set(`${CORE.artifact}-${VERSION}.jar`, readFileSync(join(kotlin.out, 'core.jar')));
  return { files, skipped: [] };
}
