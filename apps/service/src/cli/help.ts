import type { Command } from './command.ts';
import { columns } from './print.ts';

const EXIT_CODES = 'Exit codes: 0 done, 1 refused or failed, 2 wrong usage.';
const EVERYWHERE: [string, string][] = [
  ['--json', 'print the answer as one line of JSON'],
  ['-h, --help', 'this text'],
];

export function help(commands: readonly Command[]): string {
  const rows = commands.map(({ name, args = [], summary }) => [[name, ...args].join(' '), summary]);
  return `Standpoint verifies where a device really is, and that a live person is really who they claim to be.

Usage: npx standpoint COMMAND [options]

${columns(rows)}

Every command takes --json and --help. Settings come from the environment: npx standpoint config print.
${EXIT_CODES}
`;
}

export function helpOf({ name, args = [], summary, options, notes }: Command): string {
  const own = Object.entries(options).map(([option, { value, meaning, required }]): [string, string] => [
    value ? `--${option} ${value}` : `--${option}`,
    required ? `${meaning} (required)` : meaning,
  ]);
  return `${summary}

Usage: npx standpoint ${[name, ...args].join(' ')} [options]

${columns([...own, ...EVERYWHERE])}
${notes ? `\n${notes}\n` : ''}
${EXIT_CODES}
`;
}
