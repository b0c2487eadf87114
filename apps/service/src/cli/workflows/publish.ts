import type { WorkflowDefinition } from '@standpoint/contract';
import { publishVersion } from '../../accounts/publication.ts';
import { workflowProblems } from '../../accounts/workflow-problems.ts';
import { command, Failure, ORG } from '../command.ts';
import { newestDraft } from '../newest-draft.ts';
import { organization, withDatabase } from '../open.ts';
import { facePack } from './face-pack.ts';

export const workflowsPublish = command({
  name: 'workflows publish',
  summary: 'Publish the newest draft of a workflow, and archive the version before',
  args: ['ID'],
  options: ORG,
  run: ({ options, args, terminal }) =>
    withDatabase(terminal, async (database, config) => {
      const { org } = await organization(database, options.org);
      const id = args[0]!;
      const draft = await newestDraft<WorkflowDefinition>(database.db, 'workflow', org, id);
      const problems = workflowProblems(draft.definition, facePack(config));
      if (problems.length > 0)
        throw new Failure(`${id} version ${draft.version} cannot be published:`, undefined, problems);
      const { version, status } = (await publishVersion(database.db, 'workflow', {
        org,
        id,
        version: draft.version,
        actor: 'cli',
      }))!;
      return { id, version, status };
    }),
  text: ({ id, version }) =>
    `${id} version ${version} is published. Portal tokens minted from now on use it.`,
});
