import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from '../../src/database/schema.ts';
import { readArtifacts } from '../../src/registry/artifacts/read.ts';
import type { PackedPackage } from '../../src/registry/shelf.ts';
import { storeFiles } from '../../src/registry/stored.ts';
import { npmPackage, pom, xcframework, zip } from './archives.ts';

/** A release as an operator gets it: one package of each kind, in two versions of npm. */
export const RELEASE: Record<string, Buffer> = {
  'standpoint-react-native-0.3.2.tgz': npmPackage({ name: '@standpoint/react-native', version: '0.3.2' }),
  'standpoint-react-native-0.5.0.tgz': npmPackage({
    name: '@standpoint/react-native',
    version: '0.5.0',
    description: 'Here',
    dependencies: { '@standpoint/web': '^0.5.0' },
    scripts: { test: 'true' },
  }),
  'android-0.5.0.jar': zip({ name: 'dev/standpoint/Android.class', content: 'class' }),
  'android-0.5.0.pom': Buffer.from(pom('dev.standpoint', 'android', '0.5.0')),
  'parent-0.5.0.pom': Buffer.from(pom('dev.standpoint', 'parent', '0.5.0', 'pom')),
  'Standpoint-0.5.0.xcframework.zip': xcframework('Standpoint'),
};

/** A stand-in for what Maven 3 adds to every build extension. */
export const OF_MAVEN: Record<string, Buffer> = {
  'plexus-utils-1.1.jar': zip({ name: 'Nothing.class' }),
  'plexus-utils-1.1.pom': Buffer.from(pom('org.codehaus.plexus', 'plexus-utils', '1.1')),
};

/** Writes files into a folder; returns their paths. */
export function writeFiles(folder: string, files: Record<string, Buffer>): string[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
}

export const importRelease = (db: Kysely<Schema>, folder: string, files = RELEASE): Promise<unknown> =>
  storeFiles(db, readArtifacts(writeFiles(folder, files)));

/** The tree of a clone: what it packs by itself. */
export function packedTree(folder: string): PackedPackage[] {
  const packages = [
    { name: '@standpoint/web', version: '0.5.0' },
    { name: '@standpoint/web', version: '0.3.0' },
    { name: '@standpoint/node', version: '0.5.0' },
  ];
  return packages.map(({ name, version }) => {
    const file = `${name.replace('/', '-')}-${version}.tgz`;
    const [path] = writeFiles(folder, { [file]: npmPackage({ name, version }) });
    return { name, version, file: path! };
  });
}
