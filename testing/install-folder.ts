import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
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

const PATIENCE_MS = 300_000;

/** True for the caller that may install. A lock whose owner was killed long ago is taken over. */
function locked(busy: string): boolean {
  try {
    mkdirSync(busy);
    return true;
  } catch {
    const since = statSync(busy, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - since > 2 * PATIENCE_MS) rmSync(busy, { recursive: true, force: true });
    return false;
  }
}

const waitFor = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

interface Installing {
  /** Is told the command before it runs. */
  say?: (line: string) => void;
  /**
   * `install` where the lockfile lacks packages for other systems, which not every registry has: `npm ci` refuses such
   * a lockfile.
   */
  command?: 'ci' | 'install';
}

/**
 * Installs a folder that has a lockfile of its own, at its first use: what a bench or a long test needs beside the
 * service is no part of `npm ci` at the top. Of several test files that come at once, one installs and the others wait.
 * Returns the folder's `node_modules`.
 */
export function installFolder(folder: string, { say = () => {}, command = 'ci' }: Installing = {}): string {
  const busy = join(folder, '.installing');
  const options = [command, '--prefix', folder, '--no-audit', '--no-fund'];
  if (command === 'install') options.push('--no-save');
  for (const until = Date.now() + PATIENCE_MS; !installed(folder); ) {
    if (Date.now() > until) throw new Error(`${folder} is being installed for too long; remove ${busy}`);
    if (!locked(busy)) {
      waitFor(300);
      continue;
    }
    try {
      say(`npm ${command} --prefix ${folder}`);
      const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`npm ${command} --prefix ${folder} failed:\n${stderr}`);
    } finally {
      rmSync(busy, { recursive: true, force: true });
    }
  }
  return join(folder, 'node_modules');
}
