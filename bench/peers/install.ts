import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..');

const versionsIn = (file: string): Record<string, string> => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  return Object.fromEntries(Object.entries(packages).map(([path, { version = '' }]) => [path, version]));
};

/** Whether the installed packages match the lockfile. Packages for other platforms are ignored. */
function installed(): boolean {
  const left = join(FOLDER, 'node_modules', '.package-lock.json');
  if (!existsSync(left)) return false;
  const [there, wanted] = [versionsIn(left), versionsIn(join(FOLDER, 'package-lock.json'))];
  return Object.entries(there).every(([path, version]) => wanted[path] === version);
}

/**
 * Installs the peers at their first use. They have their own lockfile and are not part of `npm ci` at the
 * top.
 */
export function installPeers(say: (line: string) => void): void {
  if (installed()) return;
  say(
    'What is measured beside ours is installed now, once: npm ci --prefix bench (about 310 MB in bench/node_modules).',
  );
  const options = ['ci', '--prefix', FOLDER, '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', options, { cwd: FOLDER, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('The peers could not be installed: npm ci --prefix bench');
}
