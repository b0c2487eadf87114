import { removeHold } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';

export const customersHoldRemove = command({
  name: 'customers hold remove',
  summary: 'Remove the legal hold of a customer; an erasure that was asked for happens now',
  args: ['ID'],
  options: { ...ENV, ...ORG },
  run: ({ options, args, terminal }) =>
    ask(terminal, options, removeHold, { params: { customer_id: args[0]! } }),
  text: ({ hold_id, ended_at, erased }) =>
    `${hold_id} ended at ${ended_at}.` +
    (erased ? `\nThe customer was erased, as asked.\nReceipt: ${erased.receipt}` : ''),
});
