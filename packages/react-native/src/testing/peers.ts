import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installFolder } from '../../../../testing/install-folder.ts';

/** React Native, its generator, Expo's plugins and react-native-web: they have a lockfile of their own. */
export const PEERS = fileURLToPath(new URL('../../peers', import.meta.url));
export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Installs the peers at their first use, about 220 MB. They are not part of `npm ci` at the top. */
export const installPeers = (): string => installFolder(PEERS);

/** `require` as a file among the peers has it. */
export const peersRequire = createRequire(join(PEERS, 'package.json'));

/** The compiler of Hermes for this machine. */
export const hermesc = join(
  PEERS,
  'node_modules/hermes-compiler/hermesc',
  { darwin: 'osx-bin/hermesc', win32: 'win64-bin/hermesc.exe' }[process.platform as string] ??
    'linux64-bin/hermesc',
);
