import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder inside the repository, so that modules in it find the installed packages. */
export const FOLDER = fileURLToPath(new URL('../../../.mutants/', import.meta.url));
const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * Loads a module of the service with a defence switched off, for a test that must then see the attack
 * succeed. It proves that the defence's own test would fail without it. Each text to replace must occur
 * exactly once in the file, so that a rewritten defence cannot leave a control behind that changes nothing.
 */
export async function mutant<T>(file: string, ...changes: Change[]): Promise<T> {
  const copy = write(file, changes);
  try {
    return (await import(/* @vite-ignore */ copy)) as T;
  } finally {
    rmSync(copy);
  }
}

/**
 * The same for a defence in `inner`, a module that `outer` imports. Returns an `outer` that uses the mutant.
 */
export async function mutantInside<T>(outer: string, inner: string, ...changes: Change[]): Promise<T> {
  const copy = write(inner, changes);
  try {
    const path = relative(dirname(outer), inner);
    return await mutant<T>(outer, [`'${path.startsWith('.') ? path : `./${path}`}'`, `'${copy}'`]);
  } finally {
    rmSync(copy);
  }
}

type Change = [from: string, to: string];

function write(file: string, changes: Change[]): string {
  const path = join(SOURCES, file);
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2)
      throw new Error(`${file}: expected the defence to switch off exactly once: ${from}`);
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
  return copy;
}
