import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installFolder } from '../../../../testing/install-folder.ts';

/** `node_modules` of what packages are checked with; installed when it is first asked for. */
export const tools = (): string => installFolder(import.meta.dirname);

/**
 * Loads one file of a tool, of which the repository has neither code nor types. It is named in full, because
 * Vitest asks for the `development` form of packages, which is TypeScript.
 */
export const loadTool = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(join(tools(), file)).href)) as T;

/** One Node.js, or the reason why it is not there. */
interface NodeVersion {
  major: number;
  path: string | null;
}

/** The versions of Node.js that integrators run. npm has builds for Linux; this process is the newest one. */
export function nodeVersions(): NodeVersion[] {
  const older = [20, 22].map((major) => {
    const path = join(tools(), `node-${major}-${process.arch}/bin/node`);
    return { major, path: existsSync(path) ? path : null };
  });
  return [...older, { major: Number(process.versions.node.split('.')[0]), path: process.execPath }];
}
