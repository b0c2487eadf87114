import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Codings that a file may be sent in, the smallest first, and what the name of such a file ends with. */
export const CODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;
export type Coding = (typeof CODINGS)[number]['name'];

const brotli = promisify(brotliCompress);
export const zipped = promisify(gzip);

/**
 * Numbers of a network: more quality takes seconds for them and saves nothing. For the rest, quality 10 takes two fifths
 * of the time of the best one, 11, and makes all pages together 1.8 % larger. The first start of a machine waits for it.
 */
const quality = (file: string): number => (extname(file) === '.bin' ? 5 : 10);

/**
 * Writes each file of a folder once more in every coding, beside it. A build does this once, so that no start of the
 * service pays for it.
 */
export async function packFiles(folder: string): Promise<void> {
  await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = join(folder, name);
      const bytes = await readFile(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality(name),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await Promise.all([
        writeFile(`${file}.br`, await brotli(bytes, { params })),
        writeFile(`${file}.gz`, await zipped(bytes, { level: 9 })),
      ]);
    }),
  );
}
