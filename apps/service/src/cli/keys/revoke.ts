import { revokeKey } from '../../accounts/api-keys.ts';
import { audit } from '../../accounts/audit.ts';
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
      const done = await database.db.transaction().execute(async (trx) => {
        const revoked = await revokeKey(trx, org, id);
        if (revoked) await audit(trx, { org, actor: 'cli', action: 'key.revoked', target: id });
        return revoked;
      });
      if (!done) throw new Failure(`There is no live key ${id}.`, 'See them: npx standpoint keys list');
      return { id, revoked: true };
    }),
  text: ({ id }) => `${id} is revoked.`,
});
