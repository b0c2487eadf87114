import { readFileSync, writeFileSync } from 'node:fs';

const DOCUMENT = new URL('../docs/accuracy.md', import.meta.url);

/** Replaces the text between the two comments of this name in docs/accuracy.md. */
export function writeSection(name: string, text: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const marked = new RegExp(`(<!-- ${name} -->)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!marked.test(document)) throw new Error(`docs/accuracy.md has no place for ${name}`);
  writeFileSync(
    DOCUMENT,
    document.replace(marked, (_, from, to) => `${from}\n\n${text}\n\n${to}`),
  );
}
