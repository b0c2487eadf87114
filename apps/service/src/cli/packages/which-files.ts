import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type PackageFile, packageFiles } from '../../developer/package-files.ts';
import { oneOf, type Terminal } from '../command.ts';
import type { Places } from './write-files.ts';

const TOOLS = ['npm', 'ios', 'android'] as const;
const TOOL_OF: Record<PackageFile['file'], (typeof TOOLS)[number]> = {
  '.npmrc': 'npm',
  '~/.npmrc': 'npm',
  '~/.netrc': 'ios',
  'gradle.properties': 'android',
};

/** Options of commands that write these files. */
export const WHICH_FILES = {
  for: { type: 'string', value: 'LIST', meaning: `the files of: ${TOOLS.join(', ')} (default: all)` },
  project: { type: 'string', value: 'DIR', meaning: 'the project’s root (default: this folder)' },
} as const;

/** The files of the tools that `--for` names, with a mark where the token belongs. */
export function filesFor(tools: string | undefined, base_url: string): PackageFile[] {
  const chosen =
    tools === undefined ? TOOLS : tools.split(',').map((tool) => oneOf('for', tool.trim(), TOOLS));
  return packageFiles(base_url).filter(({ file }) => chosen.includes(TOOL_OF[file]));
}

export const placesOf = (project: string | undefined, { env }: Terminal): Places => ({
  project: resolve(project ?? '.'),
  home: env.HOME || homedir(),
});
