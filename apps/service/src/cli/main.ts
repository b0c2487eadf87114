import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { Refusal } from '../refuse.ts';
import { nearest } from '../validate.ts';
import { COMMANDS } from './all.ts';
import { type Command, EXIT, Failure, Misuse, type Terminal, type Values } from './command.ts';
import { help, helpOf } from './help.ts';

/** Runs one command and returns its exit code. */
export async function main(argv: string[], terminal: Terminal): Promise<number> {
  const json = argv.includes('--json');
  try {
    const name = find(argv);
    if (name === null) {
      terminal.stdout.write(await overview());
      return EXIT.ok;
    }
    const load = COMMANDS[name];
    if (!load) {
      const family = await familyOf(name);
      if (!family) throw new Misuse(`unknown command: ${name}${meant(name)}\n\n${await overview()}`);
      if (!argv.some((arg) => ['--help', '-h'].includes(arg)))
        throw new Misuse(`unknown command: ${name}${meant(name)}\n\n${family}`);
      terminal.stdout.write(family);
      return EXIT.ok;
    }
    return await run(await load(), argv.slice(name.split(' ').length), terminal, json);
  } catch (error) {
    return report(error, terminal, json);
  }
}

const overview = async () => help(await Promise.all(Object.values(COMMANDS).map((load) => load())));

const meant = (name: string): string => {
  const near = nearest(name, Object.keys(COMMANDS));
  return near ? `; did you mean ${near}?` : '';
};

/** Help on the commands that begin with the same word; null when there are none. */
async function familyOf(name: string): Promise<string | null> {
  const [word] = name.split(' ');
  const members = Object.entries(COMMANDS).filter(([other]) => other.startsWith(`${word} `));
  return members.length > 0 ? help(await Promise.all(members.map(([, load]) => load()))) : null;
}

/**
 * The leading words, as far as they name a command (or up to three of them); null for `help` or no command.
 */
function find(argv: string[]): string | null {
  const end = argv.findIndex((arg) => arg.startsWith('-'));
  const words = argv.slice(0, end < 0 ? argv.length : end);
  if (words.length === 0 && argv.some((arg) => !['--help', '-h', '--json'].includes(arg)))
    throw new Misuse('A command comes first, then its options: npx standpoint --help');
  if (words.length === 0 || words[0] === 'help') return null;
  const known = [3, 2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((name) => Object.hasOwn(COMMANDS, name));
  return known ?? words.slice(0, 3).join(' ');
}

async function run(command: Command, rest: string[], terminal: Terminal, json: boolean): Promise<number> {
  const { values, positionals } = parse(command, rest);
  if (values.help) {
    terminal.stdout.write(helpOf(command));
    return EXIT.ok;
  }
  const names = command.args ?? [];
  const missing = [
    ...names.slice(positionals.length).filter((name) => !name.startsWith('[')),
    ...Object.entries(command.options).flatMap(([name, { required }]) =>
      required && values[name] === undefined ? [`--${name}`] : [],
    ),
  ];
  if (missing.length > 0) throw new Misuse(`${missing.join(' and ')} is missing.\n\n${helpOf(command)}`);
  if (positionals.length > names.length && !names.at(-1)?.endsWith('…'))
    // The argument may be a secret, so the message does not repeat it.
    throw new Misuse(`There is one argument too many.\n\n${helpOf(command)}`);
  const options = values as Values<Record<string, never>>;
  const result = await command.run({ options, args: positionals, json, terminal });
  const text = json ? `${JSON.stringify(result)}\n` : command.text(result);
  if (result !== undefined) terminal.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return command.exit?.(result) ?? EXIT.ok;
}

/** Joins `--lng -74` to `--lng=-74`: parseArgs would take the number for an unknown option. */
function joinNegatives({ options }: Command, args: string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = /^--([\w-]+)$/.exec(joined.at(-1) ?? '')?.[1];
    if (before && options[before]?.type === 'string' && /^-[.\d]/.test(arg))
      joined[joined.length - 1] += `=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function parse(command: Command, args: string[]) {
  const known = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  const own = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({
      args: joinNegatives(command, args),
      options: { ...own, ...known },
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new Misuse(`${(error as Error).message.split('. ')[0]}.\n\n${helpOf(command)}`);
  }
}

/** Writes the problem and, where it is known, the next step to stderr. Never a stack: a person reads this. */
function report(error: unknown, terminal: Terminal, json: boolean): number {
  const { message, next, fields } = explain(error);
  const lines = [
    message,
    ...(fields ?? []).map(({ path, message }) => `  - ${path || 'the file'} ${message}`),
    ...(next ? [next] : []),
  ];
  terminal.stderr.write(
    json ? `${JSON.stringify({ error: { message, next, fields } })}\n` : `${lines.join('\n')}\n`,
  );
  return error instanceof Misuse ? EXIT.usage : EXIT.refused;
}

interface Explanation {
  message: string;
  next?: string;
  fields?: { path: string; message: string }[];
}

/** Errors of a file system that does not take our files. */
const NOT_WRITABLE: Record<string, string> = {
  EACCES: 'this user has no permission',
  EPERM: 'the system does not permit it',
  EROFS: 'it is read-only',
  ENOTDIR: 'a part of the path is a file and not a folder',
  ENOSPC: 'the disk is full',
};

function explain(error: unknown): Explanation {
  if (error instanceof Failure) return error;
  if (error instanceof ConfigError)
    return { message: error.message, next: 'Every variable and its meaning: npx standpoint config print' };
  if (error instanceof Refusal)
    // The sentence for the caller where there is one; else the reason, which a command may show.
    return {
      message: `${error.code}: ${error.detail.message ?? error.message}`,
      fields: error.detail.fields,
    };
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (path !== undefined && NOT_WRITABLE[code ?? ''])
    return {
      message: `${path} cannot be written: ${NOT_WRITABLE[code!]}.`,
      next: 'Let this user write there, or choose another folder for the data with STANDPOINT_DATA_DIR.',
    };
  if (code === 'ECONNREFUSED' || code === '28P01')
    return {
      message: `The database refused the connection: ${message}`,
      next: 'Check DATABASE_URL, then run npx standpoint doctor.',
    };
  if (/connection timeout|timeout exceeded when trying to connect/.test(message))
    return {
      message: 'The database did not answer in time.',
      next: 'The machine may be busy: try again. With DATABASE_URL, check its host, then run npx standpoint doctor.',
    };
  return { message: message || String(error) };
}
