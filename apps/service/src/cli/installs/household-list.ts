import { listHouseholds } from '../../geolocation/history/households.ts';
import { command, ENV, environment, ORG } from '../command.ts';
import { withEventDepsOf } from '../open.ts';
import { table } from '../print.ts';

export const installsHouseholdList = command({
  name: 'installs household list',
  summary: 'List households: the customers that may share an install, until when, and who set it',
  options: {
    install: { type: 'string', value: 'ID', meaning: 'only this install' },
    ...ENV,
    ...ORG,
  },
  run: ({ options, terminal }) => {
    const env = environment(options.env);
    return withEventDepsOf(terminal, options.org, async (deps, org) => ({
      households: await listHouseholds(deps, org, env, options.install),
    }));
  },
  text: ({ households }) =>
    table(
      ['install', 'customers', 'until', 'set by', 'note'],
      households.map((row) => [
        row.install_id,
        row.customers.join(', '),
        row.expires_at,
        row.set_by,
        row.note ?? '-',
      ]),
      'There is no household yet: npx standpoint installs household set',
    ),
});
