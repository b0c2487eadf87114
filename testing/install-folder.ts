import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const versionsIn = (file: string): Record<string, string> => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  return Object.fromEntries(Object.entries(packages).map(([path, { version = '' }]) => [path, version]));
};

/** Whether the installed packages match the lockfile. Packages for other platforms are ignored. */
function installed(folder: string): boolean {
  const left = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(left)) return false;
  const [there, wanted] = [versionsIn(left), versionsIn(join(folder, 'package-lock.json'))];
  return Object.entries(there).every(([path, version]) => wanted[path] === version);
}

/**
 * Installs a folder that has a lockfile of its own, at its first use: what a bench or a long test needs
 * beside the service is no part of `npm ci` at the top. Returns the folder's `node_modules`.
 */
export function installFolder(folder: string, say: (line: string) => void = () => {}): string {
  if (!installed(folder)) {
    say(`npm ci --prefix ${folder}`);
    const options = ['ci', '--prefix', folder, '--no-audit', '--no-fund'];
    const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ci --prefix ${folder} failed:\n${stderr}`);
  }
  return join(folder, 'node_modules');
}
