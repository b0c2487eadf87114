import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BUNDLED_DATA } from './artefact.ts';
import {
  currentSnapshot,
  geoFolder,
  install,
  pointerFile,
  readPointer,
  rollBack,
  snapshotFolder,
  snapshotName,
} from './snapshots.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-snapshots-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const name = (n: number) => snapshotName(Date.UTC(2026, 10, n), String(n).repeat(64));
const dataDir = () => mkdtempSync(join(scratch, 'data-'));

/** Data of two files that say which update they come from. */
function built(data_dir: string, text: string): string {
  const folder = join(geoFolder(data_dir), 'work');
  mkdirSync(folder, { recursive: true });
  for (const file of ['manifest.json', 'countries.bin.br']) writeFileSync(join(folder, file), text);
  return folder;
}

/** Reads as a service that starts now would: both files must come from one update. */
function inUse(data_dir: string): string {
  const { name, folder } = currentSnapshot(data_dir);
  if (folder === BUNDLED_DATA) return name;
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(new Set(texts).size).toBe(1);
  expect(texts.length).toBe(2);
  return texts[0]!;
}

describe('snapshots of geographic data', () => {
  it('are those of the service until the first update', () => {
    const dir = dataDir();
    expect(currentSnapshot(dir)).toEqual({ name: 'bundled', folder: BUNDLED_DATA });
    expect(rollBack(dir)).toBeNull();
  });

  it('keep one earlier snapshot, and go back to it and forward again', () => {
    const dir = dataDir();
    install(dir, built(dir, 'first'), name(1));
    expect(readPointer(dir)).toEqual({ format: 1, current: name(1), previous: 'bundled' });
    install(dir, built(dir, 'second'), name(2));
    install(dir, built(dir, 'third'), name(3));
    expect(inUse(dir)).toBe('third');
    expect(existsSync(snapshotFolder(dir, name(1)))).toBe(false);
    rollBack(dir);
    expect(inUse(dir)).toBe('second');
    rollBack(dir);
    expect(inUse(dir)).toBe('third');
  });

  it('can go back to the data of the service as well', () => {
    const dir = dataDir();
    install(dir, built(dir, 'first'), name(1));
    expect(rollBack(dir)?.current).toBe('bundled');
    expect(inUse(dir)).toBe('bundled');
  });

  it('accept no name in the pointer that leads outside the folder', () => {
    const dir = dataDir();
    mkdirSync(geoFolder(dir));
    for (const current of ['../../other', '/etc', '', `${name(1)}/..`]) {
      writeFileSync(pointerFile(dir), JSON.stringify({ format: 1, current, previous: null }));
      expect(() => currentSnapshot(dir)).toThrow(/damaged/);
    }
    writeFileSync(pointerFile(dir), '{');
    expect(() => currentSnapshot(dir)).toThrow(/damaged/);
  });

  it.each([
    ['synced', 'old'],
    ['moved', 'old'],
    ['pointer written', 'old'],
    ['pointer renamed', 'new'],
  ])('are whole when the process is killed after "%s": the %s ones', (step, which) => {
    const dir = dataDir();
    install(dir, built(dir, 'old'), name(1));
    const folder = built(dir, 'new');
    const code = `const { install } = await import(${JSON.stringify(new URL('./snapshots.ts', import.meta.url).href)});
      install(${JSON.stringify(dir)}, ${JSON.stringify(folder)}, ${JSON.stringify(name(2))}, (step) => {
        if (step === ${JSON.stringify(step)}) process.kill(process.pid, 'SIGKILL');
      });`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code]);
    expect(signal).toBe('SIGKILL');
    expect(inUse(dir)).toBe(which);
    // The next update finds no leftovers in its way.
    install(dir, built(dir, 'next'), name(3));
    expect(inUse(dir)).toBe('next');
    rollBack(dir);
    expect(inUse(dir)).toBe(which);
  });
});
