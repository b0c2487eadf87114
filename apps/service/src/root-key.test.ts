import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { rootKey } from './root-key.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function config() {
  const STANDPOINT_DATA_DIR = mkdtempSync(join(tmpdir(), 'standpoint-key-'));
  folders.push(STANDPOINT_DATA_DIR);
  return readConfig({ STANDPOINT_DATA_DIR });
}

test('makes a key that only its owner can read, and finds it again', () => {
  const made = config();
  const key = rootKey(made);
  expect([key.length, rootKey(made).equals(key)]).toEqual([32, true]);
  expect(statSync(join(made.data_dir, 'root.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(made.data_dir)).toEqual(['root.key']);
});

test('makes a key beside the draft of a start that was killed half way', () => {
  const made = config();
  // `writeFileSync` had opened the file when the process ended.
  writeFileSync(join(made.data_dir, 'root.key.4711'), '', { mode: 0o600 });
  expect(rootKey(made)).toHaveLength(32);
});
