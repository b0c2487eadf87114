import { BY_CLI } from '../../accounts/audit.ts';
import { endKey } from '../../accounts/key-changes.ts';
import { command, Failure, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Revoke a key, everywhere within 5 seconds',
  args: ['ID'],
  options: ORG,
  run: ({ options, args, terminal }) =>
    withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const id = args[0]!;
      const done = await endKey(database.db, BY_CLI, { org, key_id: id });
      if (!done) throw new Failure(`There is no live key ${id}.`, 'See them: npx standpoint keys list');
      return { id, revoked: true };
    }),
  text: ({ id }) => `${id} is revoked.`,
});
