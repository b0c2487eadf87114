import { readSession } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, environment, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';

export const sessionsGet = command({
  name: 'sessions get',
  summary: 'Print one face session with its checks and attempts',
  args: ['ID'],
  options: { ...ENV, ...ORG },
  run: ({ options, args, terminal }) => {
    const env = environment(options.env);
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      return ask(deps, readSession, { org, env, params: { session_id: args[0]! } });
    });
  },
  text: (session) => JSON.stringify(session, null, 2),
});
