import { listOrganizations } from '../../accounts/organizations.ts';
import { command } from '../command.ts';
import { withDatabase } from '../open.ts';
import { table } from '../print.ts';

export const orgsList = command({
  name: 'orgs list',
  summary: 'List organizations with their settings',
  options: {},
  run: ({ terminal }) =>
    withDatabase(terminal, async ({ db }) => ({
      organizations: (await listOrganizations(db)).map(({ org, name, settings }) => ({
        id: org,
        name,
        settings,
      })),
    })),
  text: ({ organizations }) =>
    table(
      ['id', 'name', 'settings'],
      organizations.map(({ id, name, settings }) => [id, name, JSON.stringify(settings)]),
      'There is no organization yet: npx standpoint orgs create --name NAME',
    ),
});
