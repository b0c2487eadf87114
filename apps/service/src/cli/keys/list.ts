import { listKeys } from '../../accounts/api-keys.ts';
import { command, environment, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { table } from '../print.ts';

export const keysList = command({
  name: 'keys list',
  summary: 'List keys, without their secrets',
  options: {
    env: { type: 'string', value: 'production|sandbox', meaning: 'only this environment (default: both)' },
    ...ORG,
  },
  run: ({ options, terminal }) => {
    const env = options.env === undefined ? undefined : environment(options.env);
    return withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      return { keys: await listKeys(database.db, org, env) };
    });
  },
  text: ({ keys }) =>
    table(
      ['id', 'kind', 'environment', 'ends in', 'name', 'last used', 'state'],
      keys.map((key) => [
        key.id,
        key.kind,
        key.environment,
        `…${key.last4}`,
        key.name,
        key.last_used_at ?? 'never',
        key.revoked_at ? `revoked ${key.revoked_at}` : key.expires_at ? `until ${key.expires_at}` : 'live',
      ]),
      'There is no key yet: npx standpoint keys create',
    ),
});
