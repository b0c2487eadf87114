import { Unfit } from '../artifact.ts';

/**
 * Refuses a name in an archive that a program could unpack outside of its folder, or over another file of it. `..`,
 * roots, drives and backslashes are no part of an honest package.
 */
export function requireSafe(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  const unsafe =
    name === '' ||
    /^[A-Za-z]:|[\\\p{Cc}]/u.test(name) ||
    parts.some((part) => part === '' || part === '.' || part === '..');
  if (unsafe)
    throw new Unfit(`it holds ${JSON.stringify(name.slice(0, 200))}, which leads out of its folder`);
}

/** Refuses two entries of one name: programs differ in which they take, and some disks in whether case counts. */
export function requireOnce(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    const same = name.normalize('NFC').toLowerCase();
    if (seen.has(same)) throw new Unfit(`it holds ${name} twice`);
    seen.add(same);
  }
}
