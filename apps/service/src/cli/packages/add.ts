import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { TooMany } from '../../accounts/api-keys.ts';
import { BY_CLI } from '../../accounts/audit.ts';
import { makePackageToken } from '../../accounts/package-tokens.ts';
import { NO_TOKEN, type PackageFile, packageFiles } from '../../developer/package-files.ts';
import { command, Failure, Misuse, ORG, oneOf } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { filled, type Places, planOf, requireProject, writeFile } from './write-files.ts';

const TOOLS = ['npm', 'ios', 'android'] as const;
const TOOL_OF: Record<PackageFile['file'], (typeof TOOLS)[number]> = {
  '.npmrc': 'npm',
  '~/.npmrc': 'npm',
  '~/.netrc': 'ios',
  'gradle.properties': 'android',
};
const NAME_MAX = 80;

interface Added {
  id: string;
  token: string;
  /** With --write. */
  written?: string[];
  /** For a person who reads. */
  files?: PackageFile[];
}

function nameOf(name: string): string {
  if (name.trim() === '' || name.length > NAME_MAX || /\p{Cc}/u.test(name))
    throw new Misuse(`--name must have 1 to ${NAME_MAX} characters, without control characters.`);
  return name;
}

function toolsOf(text: string | undefined): readonly (typeof TOOLS)[number][] {
  return text === undefined ? TOOLS : text.split(',').map((tool) => oneOf('for', tool.trim(), TOOLS));
}

export const packagesAdd = command({
  name: 'packages add',
  summary: 'Make a package token, which installs the private packages and does nothing else',
  options: {
    name: { type: 'string', value: 'NAME', required: true, meaning: 'whose it is, such as "CI"' },
    write: { type: 'boolean', meaning: 'write the lines into the files that need them, after showing them' },
    for: { type: 'string', value: 'LIST', meaning: `the files of: ${TOOLS.join(', ')} (default: all)` },
    project: { type: 'string', value: 'DIR', meaning: 'the project’s root (default: this folder)' },
    ...ORG,
  },
  notes:
    'The token is shown once. The files: .npmrc in the project’s root, ~/.npmrc, ~/.netrc and\n' +
    '~/.gradle/gradle.properties. Without --write none is changed.',
  run: async ({ options, json, terminal }): Promise<Added> => {
    const name = nameOf(options.name);
    const tools = toolsOf(options.for);
    const places: Places = {
      project: resolve(options.project ?? '.'),
      home: terminal.env.HOME || homedir(),
    };
    return withDatabase(terminal, async (database, { base_url }) => {
      const { org } = await organization(database, options.org);
      const files = packageFiles(base_url).filter(({ file }) => tools.includes(TOOL_OF[file]));
      if (options.write) {
        requireProject(files, places);
        terminal.stderr.write(planOf(files, places));
      }
      const made = await makePackageToken(database.db, BY_CLI, { org, name }).catch(tooMany);
      const ready = filled(files, made.token);
      if (options.write) return { ...made, written: writeAll(ready, places, made.token) };
      return json ? made : { ...made, files: ready };
    });
  },
  text: ({ id, token, files, written }) =>
    `${token}\n\n${id}: it is not stored and will not be shown again.\n` +
    (written?.map((path) => `Written: ${path}`).join('\n') ??
      files!.map(({ file, where, text }) => `\n${file}  (${where})\n\n${indented(text)}`).join('')),
});

const indented = (text: string): string => text.replace(/^/gm, '  ').trimEnd().concat('\n');

/** The token is not lost where a file cannot be written. */
function writeAll(files: readonly PackageFile[], places: Places, token: string): string[] {
  const written: string[] = [];
  for (const file of files)
    try {
      written.push(writeFile(file, places));
    } catch (error) {
      throw new Failure(
        `${file.file} could not be written: ${(error as Error).message}. Written before it: ${written.join(', ') || 'nothing'}.`,
        `The token was made. Put it where ${NO_TOKEN} stands above: ${token}`,
      );
    }
  return written;
}

function tooMany(error: unknown): never {
  if (error instanceof TooMany) throw new Failure(error.message, 'See them: npx standpoint packages list');
  throw error;
}
