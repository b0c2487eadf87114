import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Where a package is installed, whatever it exports; `from`: the file that looks for it. */
export function packageFolder(name: string, from: string = import.meta.url): string {
  const file = findPackageJSON(name, from);
  if (!file) throw new Error(`the package ${name} is not installed`);
  return dirname(file);
}
