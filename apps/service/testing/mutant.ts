import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../.mutants/', import.meta.url));
const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * A module of the service with a defence switched off, for a test that must then see the attack succeed: a defence counts
 * only if its test fails without it. Each text to replace must stand in the file exactly once, so that a
 * rewritten defence does not leave a control behind that controls nothing.
 */
export async function mutant<T>(file: string, ...changes: [from: string, to: string][]): Promise<T> {
  const path = join(SOURCES, file);
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2)
      throw new Error(`${file}: the defence to switch off is not there exactly once: ${from}`);
    text = text.replace(from, () => to);
  }
  text = text.replace(
    /(from\s+')(\.[^']+)(')/g,
    (_, before, relative, after) => before + resolve(dirname(path), relative) + after,
  );
  const copy = join(
    FOLDER,
    `${createHash('sha256').update(text).digest('hex').slice(0, 16)}-${process.pid}.ts`,
  );
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(copy, text);
  try {
    return (await import(/* @vite-ignore */ copy)) as T;
  } finally {
    rmSync(copy);
  }
}
