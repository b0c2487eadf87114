import { listPackageTokens } from '../../accounts/package-tokens.ts';
import { command, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { table } from '../print.ts';

export const packagesList = command({
  name: 'packages list',
  summary: 'List package tokens, without their secrets',
  options: ORG,
  run: ({ options, terminal }) =>
    withDatabase(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      return { tokens: await listPackageTokens(database.db, org) };
    }),
  text: ({ tokens }) =>
    table(
      ['id', 'starts with', 'name', 'made', 'by', 'last install', 'with'],
      tokens.map(({ id, starts, name, created_at, created_by, last_used_at, last_tool }) => [
        id,
        `${starts}…`,
        name,
        created_at,
        created_by ?? '-',
        last_used_at ?? 'never',
        last_tool ?? '-',
      ]),
      'There is no package token yet: npx standpoint packages add --name NAME',
    ),
});
