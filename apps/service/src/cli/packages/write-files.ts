import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { NO_TOKEN, type PackageFile } from '../../developer/package-files.ts';
import { Failure } from '../command.ts';
import { withLines } from './lines.ts';
import { withMachine } from './netrc.ts';

export interface Places {
  project: string;
  home: string;
}

const PATHS: Record<PackageFile['file'], (places: Places) => string> = {
  '.npmrc': ({ project }) => join(project, '.npmrc'),
  '~/.npmrc': ({ home }) => join(home, '.npmrc'),
  '~/.netrc': ({ home }) => join(home, '.netrc'),
  'gradle.properties': ({ home }) => join(home, '.gradle', 'gradle.properties'),
};

export const pathOf = ({ file }: Pick<PackageFile, 'file'>, places: Places): string => PATHS[file](places);

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** The content of a file with the lines of the package. Everything else in it stays. */
function contentOf({ file, text }: PackageFile, path: string): string {
  const before = read(path);
  if (file !== '~/.netrc') return withLines(before, text.trimEnd().split('\n'));
  const machine = /^machine (\S+)/.exec(text)![1]!;
  const after = withMachine(before, machine, text);
  if (after !== null) return after;
  throw new Failure(
    `${path} has an entry for ${machine} with another login. Nothing was changed.`,
    'Leave iOS out (--for npm,android), or remove that entry first.',
  );
}

/** What would be changed, in words and without a secret. Throws where a file cannot take its lines. */
export function planOf(files: readonly PackageFile[], places: Places): string {
  return files
    .map((file) => {
      const path = pathOf(file, places);
      contentOf(file, path);
      const lines = file.text.trimEnd().split('\n');
      const state = existsSync(path) ? 'these lines are added or replaced, the others stay' : 'is made';
      return `${path}: ${state}\n${lines.map((line) => `  + ${line}`).join('\n')}\n`;
    })
    .join('');
}

const holdsSecret = ({ text }: PackageFile): boolean => /pkg_/.test(text);

/**
 * Writes one file whole or not at all: a crash must not lose other passwords in it. Links of people who keep their
 * settings elsewhere are followed.
 */
export function writeFile(file: PackageFile, places: Places): string {
  const named = pathOf(file, places);
  mkdirSync(dirname(named), { recursive: true });
  const path = existsSync(named) ? realpathSync(named) : named;
  const mode = holdsSecret(file) ? 0o600 : existsSync(path) ? statSync(path).mode & 0o777 : 0o644;
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, contentOf(file, path), { mode, flag: 'wx' });
  chmodSync(draft, mode);
  renameSync(draft, path);
  return named;
}

/** Refuses before a token is made for nothing. */
export function requireProject(files: readonly PackageFile[], { project }: Places): void {
  if (!files.some(({ file }) => file === '.npmrc') || existsSync(join(project, 'package.json'))) return;
  throw new Failure(
    `There is no package.json in ${project}. Nothing was changed.`,
    'Name the root of the project with --project DIR, or leave npm out (--for ios,android).',
  );
}

/** The same files with the token in them. */
export const filled = (files: readonly PackageFile[], token: string): PackageFile[] =>
  files.map((file) => ({ ...file, text: file.text.replaceAll(NO_TOKEN, token) }));
