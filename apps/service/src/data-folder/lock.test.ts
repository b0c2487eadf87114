import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { withFolderLock } from './lock.ts';
import { identify } from './process-identity.ts';

const folder = mkdtempSync(join(tmpdir(), 'sp-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('lets one holder in at a time, and leaves no files behind', async () => {
  const lock = join(folder, 'one');
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withFolderLock(lock, async () => {
        most = Math.max(most, ++inside);
        await sleep(2);
        inside--;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('takes over the lock of a process that died', async () => {
  const lock = join(folder, 'dead');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock, JSON.stringify({ pid, start: null, ticket: 'x' }));
  // The traces of a process that was killed during a takeover must not block the next one.
  mkdirSync(`${lock}.breaking`);
  utimesSync(`${lock}.breaking`, 0, 0);
  expect(await withFolderLock(lock, async () => 'in')).toBe('in');
});

test('takes over the lock when the pid belongs to another process by now', async () => {
  const lock = join(folder, 'reused');
  writeFileSync(lock, JSON.stringify({ pid: process.pid, start: 'another-boot:1', ticket: 'x' }));
  expect(await withFolderLock(lock, async () => 'in')).toBe('in');
});

test('gives up with one sentence when a living process keeps the lock', async () => {
  const lock = join(folder, 'held');
  writeFileSync(lock, JSON.stringify({ ...identify(process.pid), ticket: 'x' }));
  await expect(withFolderLock(lock, async () => 'in', 60)).rejects.toThrow(
    `Process ${process.pid} has held ${lock} for too long`,
  );
});
