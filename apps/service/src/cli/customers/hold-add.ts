import { putHold } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';
import { time } from '../page.ts';

export const customersHoldAdd = command({
  name: 'customers hold add',
  summary: 'Place a legal hold on a customer: nothing of them is deleted while it lasts',
  args: ['ID'],
  options: {
    reason: { type: 'string', value: 'TEXT', required: true, meaning: 'why, e.g. the number of the case' },
    until: { type: 'string', value: 'TIME', meaning: 'the end (RFC 3339; default: until it is removed)' },
    ...ENV,
    ...ORG,
  },
  notes:
    'Called again, it changes the reason and the end. An erasure meets 409 legal_hold, is remembered, and happens\n' +
    'when the hold ends.\n' +
    'Example: npx standpoint customers hold add ann --reason "case 4711" --until 2027-06-30T00:00:00Z --env production',
  run: ({ options, args, terminal }) => {
    const body = { reason: options.reason, until: time('until', options.until)?.toISOString() };
    return ask(terminal, options, putHold, { params: { customer_id: args[0]! }, body });
  },
  text: ({ hold_id, customer_id, until }) =>
    `${customer_id} is held ${until ? `until ${until}` : 'until you remove the hold'}: ${hold_id}`,
});
