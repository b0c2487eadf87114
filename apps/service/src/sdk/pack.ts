import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { nativeRelease } from '../../../../packages/native/build/release.ts';
import { packedTree } from './packed-tree.ts';

/**
 * `npm run packages -- [FOLDER]`: packs every package of npm. With a folder it writes a release there, which `packages
 * import` takes: those packages, the Kotlin core as a module of Maven, and the Swift package as its source.
 */
const [named] = process.argv.slice(2);
const folder = named === undefined ? null : resolve(named);

function told(title: string, path: string, bytes: Buffer): void {
  const sum = createHash('sha256').update(bytes).digest('hex');
  console.log(`${title}  ${bytes.length} bytes  sha256 ${sum}\n  ${path}`);
}

function written(name: string, bytes: Buffer): string {
  const path = join(folder!, name);
  writeFileSync(path, bytes);
  return path;
}

if (folder) mkdirSync(folder, { recursive: true });
for (const { name, version, file } of await packedTree()) {
  const bytes = readFileSync(file);
  told(`${name}@${version}`, folder ? written(basename(file), bytes) : file, bytes);
}
if (folder) {
  const { files, skipped } = await nativeRelease();
  for (const [name, bytes] of files) told(name, written(name, bytes), bytes);
  for (const each of skipped) console.log(`${each}: no module of Maven`);
}
