import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from './find.ts';

test('finds a program on PATH or where its variable says, and calls a wrong variable an error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'standpoint-find-'));
  const program = join(folder, 'firefox');
  const text = join(folder, 'firefox-esr');
  writeFileSync(program, '');
  writeFileSync(text, '');
  chmodSync(program, 0o755);
  const env = { PATH: `/nowhere:${folder}` };
  expect(findProgram('FIREFOX_BIN', ['firefox-esr', 'firefox'], env)).toBe(program);
  expect(findProgram('FIREFOX_BIN', ['firefox-esr'], env)).toBeNull();
  expect(findProgram('FIREFOX_BIN', [], { FIREFOX_BIN: program })).toBe(program);
  expect(() => findProgram('FIREFOX_BIN', ['firefox'], { ...env, FIREFOX_BIN: text })).toThrow(
    `FIREFOX_BIN: ${text} is not an executable`,
  );
  rmSync(folder, { recursive: true });
});
