import { removeHousehold } from '../../geolocation/history/households.ts';
import { command, ENV, environment, Failure, ORG } from '../command.ts';
import { withEventDepsOf } from '../open.ts';

export const installsHouseholdRemove = command({
  name: 'installs household remove',
  summary: 'Remove the household of an install',
  options: {
    install: { type: 'string', value: 'ID', required: true, meaning: 'the install' },
    by: { type: 'string', value: 'NAME', meaning: 'the person who decided this, for the audit log' },
    ...ENV,
    ...ORG,
  },
  run: ({ options, terminal }) => {
    const env = environment(options.env);
    return withEventDepsOf(terminal, options.org, async (deps, org) => {
      const install = { org, env, install_id: options.install };
      if (!(await removeHousehold(deps, install, options.by ?? 'cli')))
        throw new Failure(
          `${options.install} has no household.`,
          'See them: npx standpoint installs household list',
        );
      return { install_id: options.install, removed: true };
    });
  },
  text: ({ install_id }) => `${install_id} has no household any more.`,
});
