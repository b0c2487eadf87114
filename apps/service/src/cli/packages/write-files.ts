import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { NO_TOKEN, type PackageFile } from '../../developer/package-files.ts';
import { Failure } from '../command.ts';
import { withLines, withoutLines } from './lines.ts';
import { withMachine, withoutMachine } from './netrc.ts';

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

const machineOf = (entry: string): string => /^machine (\S+)/.exec(entry)![1]!;

/** The content of a file with the lines of the package. Everything else in it stays. */
function contentOf({ file, text }: PackageFile, path: string): string {
  const before = read(path);
  if (file !== '~/.netrc') return withLines(before, text.trimEnd().split('\n'));
  const machine = machineOf(text);
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
  replace(path, contentOf(file, path), mode);
  return named;
}

function replace(path: string, content: string, mode: number): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' });
    chmodSync(draft, mode);
    renameSync(draft, path);
  } catch (error) {
    // It holds the token, and every other password of the file.
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Writes all of them. Where one cannot be written, the failure tells the token, which is not lost then. */
export function writeAll(files: readonly PackageFile[], places: Places, token: string): string[] {
  const written: string[] = [];
  for (const file of files)
    try {
      written.push(writeFile(file, places));
    } catch (error) {
      throw new Failure(
        `${file.file} could not be written: ${(error as Error).message}. Written before it: ${written.join(', ') || 'nothing'}.`,
        `The token works. Put it where ${NO_TOKEN} stands above: ${token}`,
      );
    }
  return written;
}

/** Takes the lines of these files out again, and removes a file that held nothing else. Returns what was changed. */
export function takeOut(files: readonly PackageFile[], places: Places): string[] {
  return files.flatMap((file) => {
    const named = pathOf(file, places);
    if (!existsSync(named)) return [];
    const path = realpathSync(named);
    const before = read(path);
    const after = withoutOurs(file, before);
    if (after === before) return [];
    // A link is left: it leads to the settings of a person who keeps them elsewhere.
    if (after.trim() === '' && path === named) rmSync(path);
    else replace(path, after, statSync(path).mode & 0o777);
    return [named];
  });
}

function withoutOurs({ file, text }: PackageFile, before: string): string {
  if (file === '~/.netrc') return withoutMachine(before, machineOf(text));
  const lines = text.trimEnd().split('\n');
  // Of another installation, its token is too.
  if (file === 'gradle.properties' && !before.split(/\r?\n/).some((row) => row.trim() === lines[0]))
    return before;
  return withoutLines(before, lines);
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
