import { command, ORG } from '../command.ts';
import { listed, versionsText } from '../list-versions.ts';

export const workflowsList = command({
  name: 'workflows list',
  summary: 'List workflows and their versions',
  options: { all: { type: 'boolean', meaning: 'archived versions too' }, ...ORG },
  run: async ({ options, terminal }) => ({ workflows: await listed(terminal, 'workflow', options) }),
  text: ({ workflows }) =>
    versionsText(
      workflows,
      'There is no workflow yet: npx standpoint workflows create --file workflow.example.json',
    ),
});
