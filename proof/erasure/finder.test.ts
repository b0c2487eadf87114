import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CLASSES, formsOf, newPerson } from './canaries.ts';
import { Finder, type Pattern } from './finder.ts';

const folder = mkdtempSync(join(tmpdir(), 'standpoint-finder-'));
afterAll(() => rmSync(folder, { recursive: true }));

const foundIn = (finder: Finder, bytes: Uint8Array): Set<number> => {
  const found = new Set<number>();
  finder.search(bytes, (owner) => found.add(owner));
  return found;
};
const between = (bytes: Uint8Array) => Buffer.concat([randomBytes(33), bytes, randomBytes(33)]);
const search = (text: string, bytes: Uint8Array) =>
  foundIn(new Finder([{ owner: 7, bytes: Buffer.from(text), text: true }]), bytes);

/** Literals as pglz writes them: a control byte before each eight, which begin anywhere in the text. */
function compressed(text: string, first: number): Buffer {
  const groups = [text.slice(0, first), ...(text.slice(first).match(/.{1,8}/g) ?? [])];
  return Buffer.concat(groups.map((group, at) => Buffer.from(at === 0 ? group : `\0${group}`)));
}

describe('the search of a proof', () => {
  it('finds every form of every secret, and none where there is none', async () => {
    const person = await newPerson();
    person.tokens = [`e30.e30.${randomBytes(64).toString('base64url')}`];
    const forms = formsOf(person);
    for (const name of CLASSES)
      for (const secret of forms[name]) {
        const finder = new Finder(secret.map((form) => ({ owner: 1, ...form })) as Pattern[]);
        expect(foundIn(finder, between(randomBytes(4_096))).size).toBe(0);
        for (const { bytes } of secret)
          expect([name, foundIn(finder, between(bytes)).size]).toEqual([name, 1]);
      }
  });

  it('finds a text that PostgreSQL compressed, wherever the groups begin', () => {
    const text = 'k3v9x0q2m7w1z8b5n4c6';
    for (let first = 0; first < 8; first++)
      expect([first, ...search(text, between(compressed(text, first)))]).toEqual([first, 7]);
    expect(search(text, between(compressed('k3v9x0q2AAAAAAAAAAAA', 3))).size).toBe(0);
  });

  it('finds a text across the border of two chunks of a file', () => {
    const path = join(folder, 'large');
    const chunk_bytes = 2 ** 20;
    const bytes = Buffer.alloc(chunk_bytes + 100);
    bytes.write('k3v9x0q2m7w1z8b5n4c6', chunk_bytes - 10);
    writeFileSync(path, bytes);
    const found: number[] = [];
    const finder = new Finder([{ owner: 3, bytes: Buffer.from('k3v9x0q2m7w1z8b5n4c6'), text: true }]);
    expect(finder.searchFile(path, (owner) => found.push(owner), chunk_bytes)).toBe(bytes.length);
    expect(new Set(found)).toEqual(new Set([3]));
  });
});
