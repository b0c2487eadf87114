import { readSession } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';

export const sessionsGet = command({
  name: 'sessions get',
  summary: 'Print one face session with its checks and attempts',
  args: ['ID'],
  options: { ...ENV, ...ORG },
  run: ({ options, args, terminal }) =>
    ask(terminal, options, readSession, { params: { session_id: args[0]! } }),
  text: (session) => JSON.stringify(session, null, 2),
});
