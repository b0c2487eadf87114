import type { PolicyDefinition } from '@standpoint/contract';
import { openCurrentPlaces } from '../../geolocation/geodata/geography.ts';
import { policyProblems } from '../../geolocation/policies/problems.ts';
import { command, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { publishNewestDraft } from '../publish-draft.ts';
import { tellLeftOut } from './left-out.ts';

export const policiesPublish = command({
  name: 'policies publish',
  summary: 'Publish the newest draft of a policy, and archive the version before',
  args: ['ID'],
  options: ORG,
  run: ({ options, args, terminal }) =>
    withDatabase(terminal, async (database, { data_dir }) => {
      const { org } = await organization(database, options.org);
      const places = openCurrentPlaces(data_dir);
      return publishNewestDraft<PolicyDefinition>(
        database.db,
        'policy',
        { org, id: args[0]! },
        (definition) => {
          tellLeftOut(terminal, definition);
          return policyProblems(places, definition);
        },
      );
    }),
  text: ({ id, version }) => `${id} version ${version} is published. Decisions use it within 5 seconds.`,
});
