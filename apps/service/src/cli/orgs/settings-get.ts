import { inForce } from '../../accounts/settings.ts';
import { command, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { facts } from '../print.ts';

export const orgsSettingsGet = command({
  name: 'orgs settings get',
  summary: 'Show the settings of an organization, with the defaults',
  options: { ...ORG },
  run: ({ options, terminal }) =>
    withDatabase(terminal, async (database) => {
      const { org, settings } = await organization(database, options.org);
      return { id: org, settings: inForce(settings) };
    }),
  text: ({ settings }) => facts(settings),
});
