import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { checksum } from '../../accounts/api-keys.ts';
import { PACKAGE_TOKEN_PATTERN } from '../../accounts/package-tokens.ts';
import { wrongCredential } from '../../registry/wrong-credential.ts';
import { command, Failure, type Terminal } from '../command.ts';
import { readSecret } from '../read-secret.ts';
import { addressOf, filesFor, PLACE, placesOf, requireHttps, toolsOf, URL_OPTION } from './place.ts';
import { askRegistry } from './registry-answer.ts';
import { filled, planOf, requireProject, takeOut, writeAll } from './write-files.ts';

interface LoggedIn {
  address: string;
  /** The token’s name; null with --undo. */
  name: string | null;
  /** Files that were written, or that lost our lines. */
  written: string[];
}

export const packagesLogin = command({
  name: 'packages login',
  summary: 'Let npm, CocoaPods, Swift packages and Gradle on this computer install the private packages',
  options: {
    ...URL_OPTION,
    file: {
      type: 'string',
      value: 'FILE',
      meaning: 'a file with the token (default: ask, or standard input)',
    },
    undo: { type: 'boolean', meaning: 'take the lines of this address out again' },
    ...PLACE,
  },
  notes:
    'It asks the service whether the token works before it writes. The files: .npmrc in the project’s root,\n' +
    '~/.npmrc, ~/.netrc and ~/.gradle/gradle.properties. Other lines stay as they are.',
  run: async ({ options, terminal }): Promise<LoggedIn> => {
    const address = addressOf(terminal, options.url);
    const places = placesOf(terminal, options.project);
    const files = filesFor(address, toolsOf(options.for));
    if (options.undo) return { address, name: null, written: takeOut(files, places) };
    requireHttps(address);
    requireProject(files, places);
    const plan = planOf(files, places);
    const token = requireForm(await tokenFrom(terminal, options.file));
    const name = await whoseToken(address, token);
    terminal.stderr.write(plan);
    return { address, name, written: writeAll(filled(files, token), places, token) };
  },
  text: ({ address, name, written }) =>
    name === null
      ? written.map((path) => `Taken out of: ${path}`).join('\n') || `No file has lines of ${address}.`
      : `Logged in at ${address} with the token “${name}”.\n${written.map((path) => `Written: ${path}`).join('\n')}\n` +
        'Check it all: npx standpoint packages doctor',
});

async function tokenFrom(terminal: Terminal, file: string | undefined): Promise<string> {
  if (file !== undefined || !terminal.stdin.isTTY) return readSecret(terminal, file, 'the package token');
  terminal.stderr.write('Package token (pkg_…; it is not shown): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: terminal.stdin, output: silent, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    terminal.stderr.write('\n');
  }
}

/** Told apart before it is sent: a secret of another kind must not leave this computer. */
function requireForm(token: string): string {
  const [, lookup, secret, sum] = PACKAGE_TOKEN_PATTERN.exec(token) ?? [];
  if (lookup && secret && checksum(lookup + secret) === sum) return token;
  const { sentence } = wrongCredential(token);
  throw new Failure(
    `${token.startsWith('pkg_') ? 'This package token is not complete, or mistyped.' : sentence} Nothing was sent or written.`,
    'Make a package token in the dashboard: Settings → Developer → New token.',
  );
}

/** The name of the token, as the service knows it. */
async function whoseToken(address: string, token: string): Promise<string> {
  const { status, says, json } = await askRegistry(`${address}/npm/-/whoami`, `Bearer ${token}`);
  if (status === 200 && typeof json?.username === 'string') return json.username;
  const why = says || (status === 200 ? 'this is no Standpoint service' : `it answered ${status}`);
  throw new Failure(
    `${address} did not take the token: ${why}${/[.?]$/.test(why) ? '' : '.'} Nothing was written.`,
    'See what is in the way: npx standpoint packages doctor',
  );
}
