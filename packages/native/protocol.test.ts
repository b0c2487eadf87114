import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APP, BACKEND } from '../../apps/service/src/cli/conformance/scenarios.ts';

const here = import.meta.dirname;
const text = readFileSync(join(here, 'PROTOCOL.md'), 'utf8');
const links = (file: string): string[] =>
  [...readFileSync(join(here, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
    (match) => match[1]!,
  );

describe('PROTOCOL.md', () => {
  it.each(['PROTOCOL.md', 'README.md'])('links only to files that exist: %s', (file) => {
    expect(links(file).filter((path) => !existsSync(join(here, path)))).toEqual([]);
  });

  it('names every family of vectors and every schema', () => {
    const named = links('PROTOCOL.md');
    const files = ['vectors', 'schemas'].flatMap((folder) =>
      readdirSync(join(here, folder)).map((name) => `${folder}/${name}`),
    );
    expect(files.filter((path) => !named.includes(path))).toEqual(['schemas/vectors.json']);
  });

  it('names every step of the mock server', () => {
    const missing = [...APP, ...BACKEND].filter(({ name }) => !text.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });
});
