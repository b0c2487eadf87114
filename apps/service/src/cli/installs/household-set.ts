import { HOUSEHOLD_MAX, setHousehold } from '../../geolocation/history/households.ts';
import { command, ENV, environment, Misuse, number, ORG } from '../command.ts';
import { withEventDepsOf } from '../open.ts';
import { facts } from '../print.ts';

function customersOf(text: string): string[] {
  const customers = [...new Set(text.split(',').map((id) => id.trim()))].filter(Boolean);
  if (customers.length < 2) throw new Misuse('--customers: name at least two, comma-separated.');
  if (customers.length > HOUSEHOLD_MAX)
    throw new Misuse(`--customers: at most ${HOUSEHOLD_MAX}; a shop counter is not a household.`);
  return customers;
}

export const installsHouseholdSet = command({
  name: 'installs household set',
  summary: 'Set the customers that may share an install; replaces an earlier household',
  options: {
    install: { type: 'string', value: 'ID', required: true, meaning: 'the install' },
    customers: { type: 'string', value: 'LIST', required: true, meaning: 'their ids, comma-separated' },
    days: { type: 'string', value: 'N', meaning: 'days until it ends, 1 to 730 (default: 365)' },
    by: { type: 'string', value: 'NAME', meaning: 'the person who decided this, for the audit log' },
    note: { type: 'string', value: 'TEXT', meaning: 'the reason; erased with any of the customers' },
    ...ENV,
    ...ORG,
  },
  notes: 'It turns off install_many_customers and velocity_customers for these customers only.',
  run: async ({ options, terminal }) => {
    const env = environment(options.env);
    const customers = customersOf(options.customers);
    const days = Math.round(number('days', options.days ?? '365', 1, 730));
    const note = options.note?.slice(0, 500) ?? null;
    return withEventDepsOf(terminal, options.org, async (deps, org) => {
      const install = { org, env, install_id: options.install };
      return setHousehold(deps, install, { customers, days, by: options.by ?? 'cli', note });
    });
  },
  text: (household) => facts({ ...household, customers: household.customers.join(', ') }),
});
