import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

interface Entry {
  sha256: string;
  bytes: number;
  package: string;
  version: string;
  published: string;
  path: string;
  licence: string;
  origin: string;
}
const { files } = JSON.parse(read('manifest.json')) as { files: Record<string, Entry> };

describe('the package of models', () => {
  it('holds the files of its manifest and no others', () => {
    expect(readdirSync(join(FOLDER, 'data')).sort()).toEqual(Object.keys(files).sort());
  });

  it.each(Object.entries(files))('has %s as its manifest says', (name, { sha256, bytes }) => {
    const file = readFileSync(join(FOLDER, 'data', name));
    expect(file.length).toBe(bytes);
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
  });

  it('says of each file where it comes from and under which licence, and so does its notice', () => {
    const notice = read('NOTICE.md');
    for (const [name, entry] of Object.entries(files)) {
      for (const words of [entry.path, entry.licence, entry.origin]) expect(words).not.toBe('');
      expect(entry.published).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(notice).toContain(`\`${name}\``);
      expect(notice).toContain(`${entry.package} ${entry.version}`);
    }
  });

  it('carries no code', () => {
    const names = readdirSync(FOLDER, { recursive: true }).map(String);
    expect(names.filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !name.endsWith('.test.ts'))).toEqual([]);
  });
});
