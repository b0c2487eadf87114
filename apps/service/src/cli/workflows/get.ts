import type { WorkflowDefinition } from '@standpoint/contract';
import { findVersion, newestVersion } from '../../accounts/versions.ts';
import { command, Failure, number, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';

export const workflowsGet = command({
  name: 'workflows get',
  summary: 'Print one version of a workflow with its definition',
  args: ['ID'],
  options: {
    version: {
      type: 'string',
      value: 'N',
      meaning: 'the version (default: the published one, else the newest)',
    },
    ...ORG,
  },
  run: ({ options, args, terminal }) =>
    withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const wanted = options.version === undefined ? undefined : number('version', options.version, 1, 1e9);
      const find = () => findVersion<WorkflowDefinition>(database.db, 'workflow', org, args[0]!, wanted);
      const newest = () => newestVersion<WorkflowDefinition>(database.db, 'workflow', org, args[0]!);
      const found = (await find()) ?? (wanted === undefined ? await newest() : null);
      if (!found)
        throw new Failure(`${args[0]} has no such version.`, 'See them: npx standpoint workflows list --all');
      return found;
    }),
  text: (version) => JSON.stringify(version, null, 2),
});
