import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { main } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'apps-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command without a usable configuration: accepted files stop there, before any database. */
async function set(apps: unknown) {
  const file = join(folder, 'apps.json');
  writeFileSync(file, JSON.stringify(apps));
  const said: string[] = [];
  const write = (text: string) => said.push(text);
  const terminal = {
    env: { STANDPOINT_PORT: 'none' },
    stdin: process.stdin,
    stdout: { write },
    stderr: { write },
  };
  return { exit: await main(['orgs', 'apps', 'set', '--file', file], terminal), said: said.join('') };
}

const DIGEST = 'AB:'.repeat(31).concat('AB');

it.each<[string, unknown, string]>([
  ['a bundle without a team', { ios: ['com.example.bank'] }, 'ios'],
  [
    'a package without a digest',
    { android: [{ package: 'com.example.bank', digests: [] }] },
    'android.0.digests',
  ],
  [
    'a digest of SHA-1',
    { android: [{ package: 'com.example.bank', digests: ['ab'.repeat(20)] }] },
    'android.0.digests',
  ],
  ['an unknown field', { windows: [] }, 'windows'],
  ['a list', [], 'the file'],
])('refuses %s, and names the place', async (_, apps, where) => {
  const { exit, said } = await set(apps);
  expect(exit).toBe(1);
  expect(said).toContain(where);
});

it.each<[string, unknown]>([
  ['nothing', {}],
  [
    'what keytool prints',
    { ios: ['A1B2C3D4E5.com.example.bank'], android: [{ package: 'com.example.bank', digests: [DIGEST] }] },
  ],
])('takes %s', async (_, apps) => {
  expect((await set(apps)).said).toContain('STANDPOINT_PORT');
});
