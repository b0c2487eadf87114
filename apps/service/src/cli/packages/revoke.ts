import { BY_CLI } from '../../accounts/audit.ts';
import { endPackageToken } from '../../accounts/package-tokens.ts';
import { command, Failure, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';

export const packagesRevoke = command({
  name: 'packages revoke',
  summary: 'Revoke a package token: it installs nothing from now on',
  args: ['ID'],
  options: ORG,
  run: ({ options, args, terminal }) =>
    withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const id = args[0]!;
      if (!(await endPackageToken(database.db, BY_CLI, { org, token_id: id })))
        throw new Failure(
          `There is no package token ${id} that works.`,
          'See them: npx standpoint packages list',
        );
      return { id, revoked: true };
    }),
  text: ({ id }) => `${id} is revoked. What was installed with it stays installed.`,
});
