import { existsSync, readFileSync, statSync } from 'node:fs';
import { NPM_SCOPE, type PackageFile, packageFiles } from '../../developer/package-files.ts';
import { nameIn } from './lines.ts';
import { machineIn } from './netrc.ts';
import type { Tool } from './place.ts';
import { type Places, pathOf } from './write-files.ts';

/** What the files of this computer hold for one address. */
export interface FoundToken {
  /** The file that it stands in. */
  path: string;
  /** Null: there is none for this address. */
  token: string | null;
  /** Whether other users of this computer may read the file. */
  open: boolean;
}
export type FoundTokens = Record<Tool, FoundToken> & {
  /** Where `.npmrc` of the project sends the scope; null where it says nothing. */
  scope: string | null;
};

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** The value of the last line of this name: npm and Gradle take that one. */
function lastValue(text: string, name: string): string | null {
  const row = text.split(/\r?\n/).findLast((line) => line.includes('=') && nameIn(line).trim() === name);
  return row === undefined
    ? null
    : row
        .slice(row.indexOf('=') + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1');
}

/** `${VARIABLE}` stands for a variable of the environment in .npmrc. */
const withVariables = (text: string | null, env: Record<string, string | undefined>): string | null =>
  text?.replace(/\$\{(\w+)\??\}/g, (whole, name: string) => env[name] ?? whole) ?? null;

/** The password for exactly this machine: that of the default entry is another program's, and is sent nowhere. */
function ownPassword(netrc: string, machine: string): string | null {
  const found = machineIn(netrc, machine);
  return found?.machine === machine ? (found.fields.password ?? null) : null;
}

/** The tokens of each tool for this address. */
export function tokensIn(
  address: string,
  places: Places,
  env: Record<string, string | undefined>,
): FoundTokens {
  const path = (file: PackageFile['file']) => pathOf({ file }, places);
  const found = (file: PackageFile['file'], token: string | null): FoundToken => ({
    path: path(file),
    token,
    open: existsSync(path(file)) && (statSync(path(file)).mode & 0o077) !== 0,
  });
  const npmName = nameIn(packageFiles(address).find(({ file }) => file === '~/.npmrc')!.text);
  const gradle = readText(path('gradle.properties'));
  const here = lastValue(gradle, 'standpointRegistry') === `${address}/maven`;
  return {
    scope: lastValue(readText(path('.npmrc')), `${NPM_SCOPE}:registry`),
    npm: found('~/.npmrc', withVariables(lastValue(readText(path('~/.npmrc')), npmName), env)),
    ios: found('~/.netrc', ownPassword(readText(path('~/.netrc')), new URL(address).hostname)),
    android: found('gradle.properties', here ? lastValue(gradle, 'standpointToken') : null),
  };
}
