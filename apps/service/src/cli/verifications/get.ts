import { readVerification } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';

export const verificationsGet = command({
  name: 'verifications get',
  summary: 'Print one verification with its checks',
  args: ['ID'],
  options: { ...ENV, ...ORG },
  run: ({ options, args, terminal }) =>
    ask(terminal, options, readVerification, { params: { verification_id: args[0]! } }),
  text: (verification) => JSON.stringify(verification, null, 2),
});
