import { readVerification } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, environment, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';

export const verificationsGet = command({
  name: 'verifications get',
  summary: 'Print one verification with its checks',
  args: ['ID'],
  options: { ...ENV, ...ORG },
  run: ({ options, args, terminal }) => {
    const env = environment(options.env);
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      return ask(deps, readVerification, { org, env, params: { verification_id: args[0]! } });
    });
  },
  text: (verification) => JSON.stringify(verification, null, 2),
});
