import type { WorkflowDefinition } from '@standpoint/contract';
import { workflowProblems } from '../../accounts/workflow-problems.ts';
import { command, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { publishNewestDraft } from '../publish-draft.ts';
import { facePack } from './face-pack.ts';

export const workflowsPublish = command({
  name: 'workflows publish',
  summary: 'Publish the newest draft of a workflow, and archive the version before',
  args: ['ID'],
  options: ORG,
  run: ({ options, args, terminal }) =>
    withDatabase(terminal, async (database, config) => {
      const { org } = await organization(database, options.org);
      const pack = facePack(config);
      return publishNewestDraft<WorkflowDefinition>(
        database.db,
        'workflow',
        { org, id: args[0]! },
        (definition) => workflowProblems(definition, pack),
      );
    }),
  text: ({ id, version }) =>
    `${id} version ${version} is published. Portal tokens minted from now on use it.`,
});
