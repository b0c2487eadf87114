import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { isNpmName, mavenPath, npmPath, VERSION } from './names.ts';
import { type Coordinates, coordinatesOf } from './pom.ts';
import { BadArchive, untar } from './untar.ts';

export type Registry = 'npm' | 'maven' | 'ios';

/** A file as it comes: its name says which kind it is. */
export interface Given {
  name: string;
  bytes: Buffer;
}

/** The same with its place in a registry. */
export interface PackageContent {
  registry: Registry;
  /** Its address below the registry. */
  path: string;
  name: string;
  version: string;
  manifest: Record<string, unknown> | null;
  bytes: Buffer;
}

/** Why a file is no package that can be installed, in a sentence about it. */
export class BadPackage extends Error {}

export const FILE_MAX = 64 * 1024 * 1024;
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OF_MAVEN = /\.(aar|jar|pom|module)$/;
const IOS = /^([A-Za-z][\w-]*?)-(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)(?:\.xcframework|\.artifactbundle)?\.zip$/;

/**
 * Finds out what each file is and where it belongs. Files of Maven need the project file (`.pom`) that they belong to
 * among them, because only it names the group. Throws `BadPackage`, so that all are taken or none.
 */
export function contentsOf(given: readonly Given[]): PackageContent[] {
  const poms = given.filter(({ name }) => name.endsWith('.pom')).map(projectOf);
  return given.map((file) => {
    const name = basename(file.name);
    if (file.bytes.length > FILE_MAX)
      throw new BadPackage(`${name} has more than ${FILE_MAX / 1024 / 1024} MB.`);
    if (name.endsWith('.tgz')) return npmContent(name, file.bytes);
    if (OF_MAVEN.test(name)) return mavenContent(name, file.bytes, poms);
    if (IOS.test(name)) return iosContent(name, file.bytes);
    throw new BadPackage(
      `${name} is no package. Give .tgz for npm, .aar, .jar and .module with their .pom for Maven, ` +
        'and NAME-1.2.3.xcframework.zip for iOS.',
    );
  });
}

function checkedVersion(file: string, version: unknown): string {
  if (typeof version === 'string' && VERSION.test(version)) return version;
  throw new BadPackage(
    `${file} has the version ${String(version)}. It must be like 1.2.3, and never change.`,
  );
}

function npmContent(file: string, bytes: Buffer): PackageContent {
  const manifest = manifestIn(file, bytes);
  const { name, version } = manifest;
  if (!isNpmName(name))
    throw new BadPackage(`${file} has the package name ${String(name)}, which npm refuses.`);
  const checked = checkedVersion(file, version);
  return { registry: 'npm', path: npmPath(name, checked), name, version: checked, manifest, bytes };
}

/** The package.json with `dist`, as the registry tells it: hashes and sizes, without the address. */
function manifestIn(file: string, bytes: Buffer): Record<string, unknown> {
  try {
    const files = untar(bytes);
    const text = files.get('package/package.json');
    if (!text) throw new BadArchive('package/package.json is not in it');
    const manifest: unknown = JSON.parse(text.toString('utf8'));
    if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
      throw new BadArchive('its package.json is no object');
    const unpacked = [...files.values()].reduce((total, { length }) => total + length, 0);
    const dist = {
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      shasum: createHash('sha1').update(bytes).digest('hex'),
      fileCount: files.size,
      unpackedSize: unpacked,
    };
    return { ...manifest, dist };
  } catch (error) {
    if (error instanceof SyntaxError) throw new BadPackage(`${file}: its package.json is not JSON.`);
    if (error instanceof BadArchive) throw new BadPackage(`${file} is no package of npm: ${error.message}.`);
    throw error;
  }
}

function projectOf({ name, bytes }: Given): Coordinates {
  const found = coordinatesOf(bytes.toString('utf8'));
  if (!found) throw new BadPackage(`${name} names no groupId, artifactId and version.`);
  checkedVersion(name, found.version);
  if (basename(name) !== `${found.artifact}-${found.version}.pom`)
    throw new BadPackage(
      `${name} must be called ${found.artifact}-${found.version}.pom, as its content says.`,
    );
  return found;
}

function mavenContent(file: string, bytes: Buffer, poms: readonly Coordinates[]): PackageContent {
  const of = poms
    .filter(({ artifact, version }) => new RegExp(`^${quoted(`${artifact}-${version}`)}[.-]`).test(file))
    .sort((a, b) => b.artifact.length - a.artifact.length)[0];
  if (!of) throw new BadPackage(`${file} needs its .pom: name both files.`);
  if (/\.(aar|jar)$/.test(file)) requireZip(file, bytes);
  const { group, artifact, version } = of;
  const path = mavenPath(group, artifact, version, file);
  return { registry: 'maven', path, name: `${group}:${artifact}`, version, manifest: null, bytes };
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function iosContent(file: string, bytes: Buffer): PackageContent {
  const [, name, version] = IOS.exec(file)!;
  requireZip(file, bytes);
  return {
    registry: 'ios',
    path: file,
    name: name!,
    version: checkedVersion(file, version),
    manifest: null,
    bytes,
  };
}

function requireZip(file: string, bytes: Buffer): void {
  if (!bytes.subarray(0, ZIP.length).equals(ZIP)) throw new BadPackage(`${file} is no zip archive.`);
}
