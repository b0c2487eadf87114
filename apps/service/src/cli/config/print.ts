import { ConfigError, describeConfig, readConfig } from '../../config.ts';
import { command, EXIT, type Terminal } from '../command.ts';
import { table } from '../print.ts';

export const configPrint = command({
  name: 'config print',
  summary: 'Print every setting, where it comes from, and what it means',
  options: {},
  notes:
    'Secrets are not shown. Every variable may come as NAME_FILE, which names a file that holds the value.',
  run: async ({ terminal }) => ({ settings: describeConfig(terminal.env), mistakes: mistakes(terminal.env) }),
  exit: ({ mistakes }) => (mistakes.length > 0 ? EXIT.refused : EXIT.ok),
  text: ({ settings, mistakes }) =>
    table(
      ['variable', 'value', 'from', 'meaning'],
      settings.map(({ name, value, source, meaning }) => [name, value || '-', source, meaning]),
      '',
    ) + mistakes.map((mistake) => `\nMistake: ${mistake}`).join(''),
});

function mistakes(env: Terminal['env']): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}
