import { TooMany } from '../../accounts/api-keys.ts';
import { BY_CLI } from '../../accounts/audit.ts';
import { makePackageToken } from '../../accounts/package-tokens.ts';
import type { PackageFile } from '../../developer/package-files.ts';
import { command, Failure, Misuse, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { filesFor, PLACE, placesOf, toolsOf } from './place.ts';
import { filled, planOf, requireProject, writeAll } from './write-files.ts';

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

export const packagesAdd = command({
  name: 'packages add',
  summary: 'Make a package token, which installs the private packages and does nothing else',
  options: {
    name: { type: 'string', value: 'NAME', required: true, meaning: 'whose it is, such as "CI"' },
    write: { type: 'boolean', meaning: 'write the lines into the files that need them, after showing them' },
    ...PLACE,
    ...ORG,
  },
  notes:
    'The token is shown once. The files: .npmrc in the project’s root, ~/.npmrc, ~/.netrc and\n' +
    '~/.gradle/gradle.properties. Without --write none is changed.',
  run: async ({ options, json, terminal }): Promise<Added> => {
    const name = nameOf(options.name);
    const tools = toolsOf(options.for);
    const places = placesOf(terminal, options.project);
    return withDatabase(terminal, async (database, { base_url }) => {
      const { org } = await organization(database, options.org);
      const files = filesFor(base_url, tools);
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

function tooMany(error: unknown): never {
  if (error instanceof TooMany) throw new Failure(error.message, 'See them: npx standpoint packages list');
  throw error;
}
