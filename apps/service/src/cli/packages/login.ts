import { PACKAGE_TOKEN_PATTERN } from '../../accounts/package-tokens.ts';
import { command, Failure, type Terminal } from '../command.ts';
import { readSecret } from '../read-secret.ts';
import { askRegistry, serviceAddress } from './service-address.ts';
import { filesFor, placesOf, WHICH_FILES } from './which-files.ts';
import { filled, planOf, requireProject, unwriteFile, writeAll } from './write-files.ts';

export const packagesLogin = command({
  name: 'packages login',
  summary: 'Write a package token into the files that npm, CocoaPods, SwiftPM and Gradle read',
  options: {
    url: { type: 'string', value: 'URL', required: true, meaning: 'the address of the service' },
    file: { type: 'string', value: 'FILE', meaning: 'a file with the token (default: standard input)' },
    undo: { type: 'boolean', meaning: 'take the lines out again' },
    ...WHICH_FILES,
  },
  notes:
    'The token is tried first, and never given as an argument, because shells keep those. Other lines and other logins\n' +
    'stay as they are. This runs on a developer’s machine: it needs no data of the service.',
  run: async ({ options, terminal }) => {
    const url = serviceAddress(options.url);
    const files = filesFor(options.for, url);
    const places = placesOf(options.project, terminal);
    if (options.undo)
      return { written: [], removed: files.flatMap((file) => unwriteFile(file, places) ?? []) };
    requireProject(files, places);
    terminal.stderr.write(planOf(files, places));
    const token = await tokenFrom(terminal, options.file);
    await tried(url, token);
    return { written: writeAll(filled(files, token), places, 'pkg_…'), removed: [] };
  },
  text: ({ written, removed }) => {
    const lines = [
      ...written.map((path) => `Written: ${path}`),
      ...removed.map((path) => `Cleaned: ${path}`),
    ];
    return lines.length > 0 ? lines.join('\n') : 'There was nothing to take out.';
  },
});

async function tokenFrom(terminal: Terminal, file: string | undefined): Promise<string> {
  const token = await readSecret(terminal, file, 'the package token');
  if (PACKAGE_TOKEN_PATTERN.test(token)) return token;
  const key = /^s[pr]_/.test(token);
  throw new Failure(
    key
      ? 'This is a key of the API, which installs nothing. Nothing was changed.'
      : 'This is no package token: it begins with pkg_ and has 48 characters. Nothing was changed.',
    'Make one in the dashboard: Settings, Developer.',
  );
}

async function tried(url: string, token: string): Promise<void> {
  const answer = await askRegistry(`${url}/npm/-/whoami`, `Bearer ${token}`);
  if ('problem' in answer) throw new Failure(`${url}: ${answer.problem}. Nothing was changed.`);
  if (answer.status === 200) return;
  throw new Failure(
    `${answer.sentence ?? `${url}/npm answered ${answer.status}, and not as this service does: is --url right?`} Nothing was changed.`,
  );
}
