import { WorkflowDefinition } from '@standpoint/contract';
import { draftVersion, publishVersion } from '../../accounts/publication.ts';
import { workflowProblems } from '../../accounts/workflow-problems.ts';
import { readConfig } from '../../config.ts';
import { command, Failure, ORG } from '../command.ts';
import { readDefinition } from '../json-file.ts';
import { organization, withDatabase } from '../open.ts';
import { facePack } from './face-pack.ts';

export const workflowsCreate = command({
  name: 'workflows create',
  summary: 'Store a workflow file as a draft',
  options: {
    file: { type: 'string', value: 'FILE', required: true, meaning: 'JSON; see workflow.example.json' },
    id: { type: 'string', value: 'ID', meaning: 'the next version of this workflow instead of a new one' },
    publish: { type: 'boolean', meaning: 'publish it at once' },
    ...ORG,
  },
  run: async ({ options, terminal }) => {
    const definition = readDefinition(options.file, WorkflowDefinition);
    const pack = () => facePack(readConfig(terminal.env));
    const problems = options.publish ? workflowProblems(definition, pack()) : [];
    if (problems.length > 0) throw new Failure(`${options.file} cannot be published:`, undefined, problems);
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const version = await database.db.transaction().execute(async (trx) => {
        const made = await draftVersion(trx, 'workflow', { org, id: options.id, actor: 'cli' }, definition);
        if (!made || !options.publish) return made;
        return publishVersion(trx, 'workflow', { org, id: made.id, version: made.version, actor: 'cli' });
      });
      if (!version)
        throw new Failure(`There is no workflow ${options.id}.`, 'See them: npx standpoint workflows list');
      return { id: version.id, version: version.version, status: version.status };
    });
  },
  text: ({ id, version, status }) =>
    `${id} version ${version}: ${status}${status === 'draft' ? `\nNext: npx standpoint workflows publish ${id}` : ''}`,
});
