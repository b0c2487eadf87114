import { SettingsFile } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import { changeSettings } from '../../accounts/organizations.ts';
import { command, ORG } from '../command.ts';
import { readDefinition } from '../json-file.ts';
import { organization, withDatabase } from '../open.ts';
import { facts } from '../print.ts';
import { differences, inForce } from './settings.ts';

export const orgsSettingsSet = command({
  name: 'orgs settings set',
  summary: "Replace an organization's settings",
  options: {
    file: { type: 'string', value: 'FILE', required: true, meaning: 'JSON object of settings' },
    ...ORG,
  },
  notes:
    'Example: {"preflight_life_s": 120, "sdk": "0.5", "version": "2026-11-21"}\n' +
    'A setting that the file leaves out gets its default; {} restores all of them. What "orgs settings get\n' +
    '--json" prints is a file too. Every running node follows within 5 seconds.',
  run: async ({ options, terminal }) => {
    const { preflight_life_s, sdk, version } = readDefinition(options.file, SettingsFile, 'settings');
    const settings = { preflight_life_s, sdk, version };
    return withDatabase(terminal, async (database) => {
      const { org, settings: before } = await organization(database, options.org);
      const changed = differences(inForce(before), inForce(settings));
      await database.db.transaction().execute(async (trx) => {
        await changeSettings(trx, org, settings);
        await audit(trx, {
          org,
          actor: 'cli',
          action: 'organization.settings_set',
          target: org,
          detail: { changed },
        });
      });
      return { id: org, settings: inForce(settings), changed };
    });
  },
  text: ({ id, changed }) => {
    const words = Object.entries(changed).map(([name, { from, to }]) => [name, `${from} → ${to}`] as const);
    return words.length === 0
      ? `The settings of ${id} are unchanged.`
      : `Changed for ${id}:\n${facts(Object.fromEntries(words))}`;
  },
});
