import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Where a package is installed, whatever it exports. */
export function packageFolder(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (!file) throw new Error(`the package ${name} is not installed`);
  return dirname(file);
}
