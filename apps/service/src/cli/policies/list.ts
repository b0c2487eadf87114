import { command, ORG } from '../command.ts';
import { listed, versionsText } from '../list-versions.ts';

export const policiesList = command({
  name: 'policies list',
  summary: 'List geolocation policies and their versions',
  options: { all: { type: 'boolean', meaning: 'archived versions too' }, ...ORG },
  run: async ({ options, terminal }) => ({ policies: await listed(terminal, 'policy', options) }),
  text: ({ policies }) =>
    versionsText(
      policies,
      'There is no policy yet: npx standpoint policies create --file policy.example.json',
    ),
});
