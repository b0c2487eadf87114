import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { packedTree } from './packed-tree.ts';

/**
 * `npm run packages -- [FOLDER]`: packs every package and copies the files to the folder, if one is named.
 */
const [folder] = process.argv.slice(2);
for (const { name, version, file } of await packedTree()) {
  const bytes = readFileSync(file);
  const to = folder ? join(resolve(folder), basename(file)) : file;
  if (folder) {
    mkdirSync(resolve(folder), { recursive: true });
    copyFileSync(file, to);
  }
  console.log(
    `${name}@${version}  ${bytes.length} bytes  sha256 ${createHash('sha256').update(bytes).digest('hex')}`,
  );
  console.log(`  ${to}`);
}
