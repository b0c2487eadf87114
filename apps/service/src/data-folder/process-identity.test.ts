import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { identify, isAlive } from './process-identity.ts';

test('finds itself alive', () => {
  expect(isAlive(identify(process.pid))).toBe(true);
});

test('finds that a process ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const identity = identify(child.pid!);
  expect(isAlive(identity)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(identity)).toBe(false);
});

test.runIf(existsSync('/proc/self/stat'))('treats a reused pid as another process', () => {
  expect(isAlive({ pid: process.pid, start: 'another-boot:1' })).toBe(false);
});
