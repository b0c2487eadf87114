import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Code of a document whose first line names the file that it is a piece of. */
const shown = (document: string) =>
  [...read(document).matchAll(/```(?:jsx?|tsx|html|json) (samples\/\S+)\n([\s\S]*?)\n```/g)].map(
    ([, file, code]) => ({ file: file!, code: code! }),
  );

describe('the code of the samples in the documents', () => {
  it.each([
    ['docs/quick-starts.md', 10],
    ['docs/webhooks.md', 3],
  ])('in %s equals the files that it names', (document, least) => {
    const blocks = shown(document);
    expect(blocks.length).toBeGreaterThanOrEqual(least);
    for (const { file, code } of blocks) expect(read(file), file).toContain(code);
  });

  it('is of every sample, and every sample is in the list of samples', () => {
    const samples = readdirSync(join(root, 'samples'), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => name);
    for (const name of samples) {
      expect(read('samples/README.md')).toContain(`[${name}](${name})`);
      expect(shown('docs/quick-starts.md').map(({ file }) => file.split('/')[1])).toContain(name);
      expect(existsSync(join(root, 'samples', name, 'package.json'))).toBe(true);
    }
  });
});
