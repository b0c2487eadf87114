import { installUse, listHouseholds } from '../../geolocation/history/households.ts';
import { command, ENV, environment, ORG } from '../command.ts';
import { withEventDepsOf } from '../open.ts';
import { table } from '../print.ts';

export const installsGet = command({
  name: 'installs get',
  summary: 'Print the customers seen on an install in the last 31 days, and its household',
  args: ['ID'],
  options: { ...ENV, ...ORG },
  run: ({ options, args, terminal }) => {
    const env = environment(options.env);
    return withEventDepsOf(terminal, options.org, async (deps, org) => {
      const install_id = args[0]!;
      const [household = null] = await listHouseholds(deps, org, env, install_id);
      return { install_id, household, customers: await installUse(deps, { org, env, install_id }) };
    });
  },
  text: ({ install_id, household, customers }) =>
    `${install_id}\n` +
    (household
      ? `Household until ${household.expires_at}, set by ${household.set_by}: ${household.customers.join(', ')}\n`
      : 'No household label.\n') +
    table(
      ['customer', 'since', 'last', 'verifications', 'networks'],
      customers.map((row) => [
        row.customer_id,
        row.first_day,
        row.last_at,
        String(row.events),
        String(row.networks),
      ]),
      'No customer was seen on it. Only install ids that this service issued are counted.',
    ),
});
