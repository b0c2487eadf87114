import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER =
  process.env.STANDPOINT_VECTORS ?? new URL('../../../../shared/vectors', import.meta.url).pathname;

/**
 * A file or folder of public test data, which lies outside of the repository. `absent` goes into
 * `describe.skipIf`, so that a clone without the data shows those tests as skipped, by name.
 */
export function vectors(name: string): { path: string; absent: boolean } {
  const path = join(FOLDER, name);
  return { path, absent: !existsSync(path) };
}
