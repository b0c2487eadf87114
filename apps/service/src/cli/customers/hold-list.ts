import { holdView, listHolds } from '../../retention/holds/records.ts';
import { command, ENV, environment, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { table } from '../print.ts';

export const customersHoldList = command({
  name: 'customers hold list',
  summary: 'List the customers under a legal hold',
  options: { ...ENV, ...ORG },
  run: ({ options, terminal }) => {
    const env = environment(options.env);
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const rows = await listHolds(deps.database.db, { org, env }, new Date(deps.clock.now()));
      const holds = [];
      for (const row of rows) holds.push(await holdView(deps, row));
      return { holds };
    });
  },
  text: ({ holds }) =>
    table(
      ['hold', 'customer', 'placed', 'until', 'erasure asked', 'reason'],
      holds.map((hold) => [
        hold.hold_id,
        hold.customer_id,
        hold.placed_at,
        hold.until ?? 'removed',
        hold.erasure_asked_at ?? '-',
        hold.reason,
      ]),
      'No customer is under a legal hold in this environment.',
    ),
});
