import { HOUSEHOLD_MAX, setHousehold } from '../../geolocation/history/households.ts';
import { command, ENV, environment, Misuse, number, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { facts } from '../print.ts';

function customersOf(text: string): string[] {
  const customers = [...new Set(text.split(',').map((id) => id.trim()))].filter(Boolean);
  if (customers.length < 2) throw new Misuse('--customers: a household has at least two, comma-separated.');
  if (customers.length > HOUSEHOLD_MAX)
    throw new Misuse(`--customers: at most ${HOUSEHOLD_MAX}; a shop counter is not a household.`);
  return customers;
}

export const installsHouseholdSet = command({
  name: 'installs household set',
  summary: 'Say which customers share an install legitimately; replaces the label before',
  options: {
    install: { type: 'string', value: 'ID', required: true, meaning: 'the install' },
    customers: { type: 'string', value: 'LIST', required: true, meaning: 'their ids, comma-separated' },
    days: { type: 'string', value: 'N', meaning: 'until it runs out, 1 to 730; 365 when not named' },
    by: { type: 'string', value: 'NAME', meaning: 'who decided this; the audit log keeps it' },
    note: { type: 'string', value: 'TEXT', meaning: 'why; erased with any of the customers' },
    ...ENV,
    ...ORG,
  },
  notes: 'It lifts install_many_customers and velocity_customers for these customers only.',
  run: async ({ options, terminal }) => {
    const env = environment(options.env);
    const customers = customersOf(options.customers);
    const days = Math.round(number('days', options.days ?? '365', 1, 730));
    const note = options.note?.slice(0, 500) ?? null;
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const install = { org, env, install_id: options.install };
      return setHousehold(database.db, install, { customers, days, by: options.by ?? 'cli', note });
    });
  },
  text: (household) => facts({ ...household, customers: household.customers.join(', ') }),
});
