import { join } from 'node:path';
import { installFolder } from '../../testing/install-folder.ts';

/** Installs the peers at their first use: about 310 MB in `bench/node_modules`. */
export function installPeers(say: (line: string) => void): void {
  installFolder(join(import.meta.dirname, '..'), {
    say: (command) => say(`What is measured beside ours is installed now, once: ${command} (about 310 MB).`),
  });
}
