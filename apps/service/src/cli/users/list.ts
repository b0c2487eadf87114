import { membersOf } from '../../people/members.ts';
import { command, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';
import { columns } from '../print.ts';

export const usersList = command({
  name: 'users list',
  summary: 'List the members of an organization',
  options: { ...ORG },
  run: ({ options, terminal }) =>
    withDatabase(terminal, async ({ db }) => {
      const { org } = await organization({ db }, options.org);
      return { users: await membersOf(db, org) };
    }),
  text: ({ users }) =>
    users.length === 0
      ? 'No members yet. Make the owner: npx standpoint setup-link'
      : columns(
          users.map(({ name, email, role, second_factor, last_seen_at }) => [
            name,
            email,
            role,
            `second factor: ${second_factor}`,
            last_seen_at ? `seen ${last_seen_at}` : 'never seen',
          ]),
        ),
});
