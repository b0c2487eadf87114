import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const FOLDER = import.meta.dirname;

const installed = (name: string): boolean => {
  const file = join(FOLDER, 'node_modules', name, 'package.json');
  return existsSync(file);
};

/**
 * Installs the frameworks at their first use (about 330 MB). They have their own lockfile and are not part of
 * `npm ci` at the top. It is no `npm ci`: that refuses a lockfile without the packages for other systems, which
 * not every registry has.
 */
export function installFrameworks(): void {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  if (Object.keys(dependencies).every(installed)) return;
  const options = ['install', '--no-save', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', options, { cwd: FOLDER, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(`The frameworks could not be installed: npm ${options.join(' ')} in ${FOLDER}`);
}
