import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** React Native, its generator, Expo's plugins and react-native-web: they have a lockfile of their own. */
export const PEERS = fileURLToPath(new URL('../../peers', import.meta.url));
export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const LOCKFILE = join(PEERS, 'package-lock.json');
const STAMP = join(PEERS, 'node_modules', '.installed');
const BUSY = join(PEERS, '.installing');
const PATIENCE_MS = 240_000;

const installed = (): boolean => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted();
const wanted = (): string => createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');

/** True for the one that may install. A lock whose owner was killed long ago is taken over. */
const lock = (): boolean => {
  try {
    mkdirSync(BUSY);
    return true;
  } catch {
    const since = statSync(BUSY, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - since > 2 * PATIENCE_MS) rmSync(BUSY, { recursive: true, force: true });
    return false;
  }
};

/**
 * Installs the peers at their first use, about 220 MB. They are not part of `npm ci` at the top. Files that need them
 * run at the same time: one installs, and the others wait.
 */
export const installPeers = async (): Promise<void> => {
  const until = Date.now() + PATIENCE_MS;
  while (!installed()) {
    if (Date.now() > until) throw new Error(`${PEERS} is being installed for too long; remove ${BUSY}`);
    if (!lock()) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    try {
      const options = ['ci', '--prefix', PEERS, '--no-audit', '--no-fund'];
      const { status, stderr } = spawnSync('npm', options, { cwd: PEERS, encoding: 'utf8' });
      if (status !== 0) throw new Error(`npm ci --prefix packages/react-native/peers failed: ${stderr}`);
      writeFileSync(STAMP, wanted());
    } finally {
      rmSync(BUSY, { recursive: true, force: true });
    }
  }
};

/** `require` as a file among the peers has it. */
export const peersRequire = createRequire(join(PEERS, 'package.json'));

/** The compiler of Hermes for this machine. */
export const hermesc = join(
  PEERS,
  'node_modules/hermes-compiler/hermesc',
  { darwin: 'osx-bin/hermesc', win32: 'win64-bin/hermesc.exe' }[process.platform as string] ??
    'linux64-bin/hermesc',
);
