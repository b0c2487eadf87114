import { Apps } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import { changeSettings } from '../../accounts/organizations.ts';
import { command, ORG } from '../command.ts';
import { readDefinition } from '../json-file.ts';
import { organization, withDatabase } from '../open.ts';

export const orgsAppsSet = command({
  name: 'orgs apps set',
  summary: 'Replace the list of apps whose attestations an organization accepts',
  options: {
    file: { type: 'string', value: 'FILE', required: true, meaning: 'JSON object of apps' },
    ...ORG,
  },
  notes:
    'Example: {"ios": ["A1B2C3D4E5.com.example.bank"],\n' +
    '  "android": [{"package": "com.example.bank", "digests": ["<SHA-256 of the signing certificate>"]}]}\n' +
    '{} accepts no app.',
  run: async ({ options, terminal }) => {
    const apps = readDefinition(options.file, Apps);
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      await database.db.transaction().execute(async (trx) => {
        await changeSettings(trx, org, { apps });
        await audit(trx, {
          org,
          actor: 'cli',
          action: 'organization.apps_set',
          target: org,
          detail: { apps },
        });
      });
      return { id: org, apps };
    });
  },
  text: ({ id, apps }) => {
    const names = [...(apps.ios ?? []), ...(apps.android ?? []).map((app) => app.package)];
    return names.length === 0 ? `${id} accepts no app.` : `${id} accepts ${names.join(', ')}.`;
  },
});
