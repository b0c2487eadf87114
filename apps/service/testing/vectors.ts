import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER =
  process.env.STANDPOINT_VECTORS ?? fileURLToPath(new URL('../../../../shared/vectors', import.meta.url));

/**
 * A file or folder of public test data outside the repository. Pass `absent` to `describe.skipIf`, so that a
 * clone without the data reports those tests as skipped, by name.
 */
export function vectors(name: string): { path: string; absent: boolean } {
  const path = join(FOLDER, name);
  return { path, absent: !existsSync(path) };
}
