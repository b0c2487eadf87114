import { PolicyDefinition } from '@standpoint/contract';
import { draftVersion, publishVersion } from '../accounts/publication.ts';
import { openPlaces } from '../geolocation/places/places.ts';
import { command, Failure, ORG } from './command.ts';
import { readDefinition } from './json-file.ts';
import { organization, withDatabase } from './open.ts';
import { policyProblems } from './policy-problems.ts';

export const policiesCreate = command({
  name: 'policies create',
  summary: 'Store a geolocation policy file as a draft',
  options: {
    file: { type: 'string', value: 'FILE', required: true, meaning: 'JSON; see policy.example.json' },
    id: { type: 'string', value: 'ID', meaning: 'the next version of this policy instead of a new one' },
    publish: { type: 'boolean', meaning: 'publish it at once' },
    ...ORG,
  },
  run: async ({ options, terminal }) => {
    const definition = readDefinition(options.file, PolicyDefinition);
    const problems = options.publish ? policyProblems(openPlaces(), definition) : [];
    if (problems.length > 0) throw new Failure(`${options.file} cannot be published:`, undefined, problems);
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const version = await database.db.transaction().execute(async (trx) => {
        const made = await draftVersion(trx, 'policy', { org, id: options.id, actor: 'cli' }, definition);
        if (!made || !options.publish) return made;
        return publishVersion(trx, 'policy', { org, id: made.id, version: made.version, actor: 'cli' });
      });
      if (!version)
        throw new Failure(`There is no policy ${options.id}.`, 'See them: npx standpoint policies list');
      return { id: version.id, version: version.version, status: version.status };
    });
  },
  text: ({ id, version, status }) =>
    `${id} version ${version}: ${status}${status === 'draft' ? `\nTry it: npx standpoint policies test --policy ${id} --lat 40.7 --lng -74\nNext: npx standpoint policies publish ${id}` : ''}`,
});
