import { SettingsFile } from '@standpoint/contract';
import { BY_CLI } from '../../accounts/audit.ts';
import { replaceSettings } from '../../accounts/settings.ts';
import { command, ORG } from '../command.ts';
import { readDefinition } from '../json-file.ts';
import { organization, withDatabase } from '../open.ts';
import { facts, plain } from '../print.ts';

export const orgsSettingsSet = command({
  name: 'orgs settings set',
  summary: "Replace an organization's settings",
  options: {
    file: { type: 'string', value: 'FILE', required: true, meaning: 'JSON object of settings' },
    ...ORG,
  },
  notes:
    'Example: {"preflight_life_s": 120, "legal_name": "Example Shop Ltd.", "retention": {"preset": "bipa"}}\n' +
    'A setting that the file leaves out gets its default; {} restores all of them. What "orgs settings get\n' +
    '--json" prints is a file too. Every running node follows within 5 seconds.',
  run: async ({ options, terminal }) => {
    const file = readDefinition(options.file, SettingsFile, 'settings');
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const { settings, changed } = (await replaceSettings(database.db, BY_CLI, org, () => file))!;
      return { id: org, settings, changed };
    });
  },
  text: ({ id, changed }) => {
    const words = Object.entries(changed).map(
      ([name, { from, to }]) => [name, `${plain(from)} → ${plain(to)}`] as const,
    );
    return words.length === 0
      ? `The settings of ${id} are unchanged.`
      : `Changed for ${id}:\n${facts(Object.fromEntries(words))}`;
  },
});
