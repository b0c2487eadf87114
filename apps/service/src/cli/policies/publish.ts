import type { PolicyDefinition } from '@standpoint/contract';
import { publishVersion } from '../../accounts/publication.ts';
import { openCurrentPlaces } from '../../geolocation/geodata/geography.ts';
import { command, Failure, ORG } from '../command.ts';
import { newestDraft } from '../newest-draft.ts';
import { organization, withDatabase } from '../open.ts';
import { policyProblems } from './problems.ts';

export const policiesPublish = command({
  name: 'policies publish',
  summary: 'Publish the newest draft of a policy, and archive the version before',
  args: ['ID'],
  options: ORG,
  run: ({ options, args, terminal }) =>
    withDatabase(terminal, async (database, { data_dir }) => {
      const { org } = await organization(database, options.org);
      const id = args[0]!;
      const draft = await newestDraft<PolicyDefinition>(database.db, 'policy', org, id);
      const problems = policyProblems(openCurrentPlaces(data_dir), draft.definition);
      if (problems.length > 0)
        throw new Failure(`${id} version ${draft.version} cannot be published:`, undefined, problems);
      const { version, status } = (await publishVersion(database.db, 'policy', {
        org,
        id,
        version: draft.version,
        actor: 'cli',
      }))!;
      return { id, version, status };
    }),
  text: ({ id, version }) => `${id} version ${version} is published. Decisions use it within 5 seconds.`,
});
