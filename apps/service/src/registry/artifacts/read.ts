import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type Artifact, FILE_BYTES_MAX, Unfit } from '../artifact.ts';
import { iosArtifact } from './ios.ts';
import { isMaven, mavenArtifacts, type NamedBytes } from './maven.ts';
import { npmArtifact } from './npm.ts';

function bytesOf(path: string): NamedBytes {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new Unfit('there is no such file');
  if (stat.size > FILE_BYTES_MAX) throw new Unfit(`it has more than ${FILE_BYTES_MAX / 2 ** 20} MB`);
  return { file: basename(path), bytes: readFileSync(path) };
}

/** The file and what is wrong with it. */
const fail = (file: string, error: unknown): never => {
  if (error instanceof Unfit) throw new Unfit(`${basename(file)}: ${error.message}`);
  throw error;
};

/** Files of a release, checked. Throws `Unfit` for the first that is not what its name says. */
export function readArtifacts(paths: readonly string[]): Artifact[] {
  const files = paths.map((path) => attempt(path, () => bytesOf(path)));
  const maven = files.filter(({ file }) => isMaven(file));
  const others = files.filter(({ file }) => !isMaven(file));
  return [
    ...others.map(({ file, bytes }) => attempt(file, () => artifactOf(file, bytes))),
    ...mavenArtifacts(maven, fail),
  ];
}

function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    return fail(file, error);
  }
}

function artifactOf(file: string, bytes: Buffer): Artifact {
  if (file.endsWith('.tgz')) return npmArtifact(bytes);
  if (file.endsWith('.zip')) return iosArtifact(file, bytes);
  throw new Unfit('it is no package: .tgz (npm), .aar or .jar with its .pom (Maven), or .zip (iOS)');
}
