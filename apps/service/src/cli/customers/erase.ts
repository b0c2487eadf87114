import { eraseCustomer } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import { askHandler } from '../ask.ts';
import { command, ENV, environment, Misuse, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { facts } from '../print.ts';

export const customersErase = command({
  name: 'customers erase',
  summary: "Destroy a person's data in both areas, and print the signed receipt",
  args: ['ID'],
  options: { yes: { type: 'boolean', meaning: 'confirm: this cannot be undone' }, ...ENV, ...ORG },
  run: async ({ options, args, terminal }) => {
    const env = environment(options.env);
    if (!options.yes)
      throw new Misuse(
        `This destroys every personal trace of ${args[0]} in ${env} and cannot be undone: add --yes.`,
      );
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      // The entry does not name the customer, because the log outlives the person's data.
      await audit(deps.database.db, { org, env, actor: 'cli', action: 'customer.erasure_asked' });
      return askHandler(deps, eraseCustomer, { org, env }, { params: { customer_id: args[0]! } });
    });
  },
  text: ({ customer_id, erased_at, counts, receipt }) =>
    `Erased ${customer_id} at ${erased_at}\n${facts(counts)}\nReceipt: ${receipt}`,
});
