import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** React Native, its generator, Expo's plugins and react-native-web: they have a lockfile of their own. */
export const PEERS = fileURLToPath(new URL('../../peers', import.meta.url));
export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Installs the peers at their first use, about 210 MB. They are not part of `npm ci` at the top. */
export const installPeers = (): void => {
  const stamp = join(PEERS, 'node_modules', '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(PEERS, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const options = ['ci', '--prefix', PEERS, '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', options, { cwd: PEERS, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ci --prefix packages/react-native/peers failed: ${stderr}`);
  writeFileSync(stamp, wanted);
};

/** `require` as a file among the peers has it. */
export const peersRequire = createRequire(join(PEERS, 'package.json'));
