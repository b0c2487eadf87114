import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from './chance.ts';
import type { Config } from './config.ts';

/**
 * The configured root key, or the one in the data directory, which is made on first use and readable by its
 * owner only.
 */
export function rootKey(config: Config): Buffer {
  if (config.root_key) return config.root_key;
  const file = join(config.data_dir, 'root.key');
  mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) make(file);
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by other users: run chmod 600 on it, then start again.`);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${file} must have 32 bytes in base64: restore it from a backup.`);
  return key;
}

/**
 * The file appears with its content: a start that is killed half way must not leave an empty key, which every
 * later start would refuse. Of two starts at once, one makes the key and both use it.
 */
function make(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
