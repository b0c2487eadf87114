import { readCustomer } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';
import { shownDecision, table } from '../print.ts';

export const customersGet = command({
  name: 'customers get',
  summary: "Print a customer's timeline over both areas",
  args: ['ID'],
  options: {
    limit: { type: 'string', value: 'N', meaning: '1 to 100 (default: 20)' },
    cursor: { type: 'string', value: 'TEXT', meaning: 'next_cursor of the previous page' },
    ...ENV,
    ...ORG,
  },
  run: ({ options, args, terminal }) => {
    const { limit, cursor } = options;
    const params = { customer_id: args[0]! };
    return ask(terminal, options, readCustomer, { params, query: { limit, cursor } });
  },
  text: ({ customer_id, first_seen, places, timeline, next_cursor }) =>
    `${customer_id}, ${first_seen ? `first seen ${first_seen}` : 'never seen'}\n` +
    (places.length > 0
      ? `${places.length} remembered places: npx standpoint customers places list ${customer_id}\n`
      : '') +
    table(
      ['at', 'area', 'id', 'about', 'status', 'decision'],
      timeline.map((row) => [row.at, row.area, row.id, row.about, row.status, shownDecision(row)]),
      'This customer has no entries in this environment.',
    ) +
    (next_cursor ? `\nMore: --cursor ${next_cursor}` : ''),
});
