import { audit } from '../../accounts/audit.ts';
import { findByEmail } from '../../people/accounts.ts';
import { makeLink } from '../../people/links.ts';
import { command, Failure } from '../command.ts';
import { withDatabase } from '../open.ts';
import { emailOf } from './create.ts';

export const usersReset = command({
  name: 'users reset',
  summary: 'Make a link with which a person sets a new password and second factor',
  options: { email: { type: 'string', value: 'ADDRESS', meaning: 'whose account' } },
  notes:
    'Nothing changes until the link is used; it works once, for 24 hours. Then all sessions of the person end.',
  run: async ({ options, terminal }) => {
    const email = emailOf(options.email);
    return withDatabase(terminal, async ({ db }, { base_url }) => {
      const person = await findByEmail(db, email);
      const member =
        person &&
        (await db
          .selectFrom('member')
          .select('org')
          .where('user_id', '=', person.id)
          .orderBy('since')
          .executeTakeFirst());
      if (!person || !member)
        throw new Failure(`${email} has no account here.`, 'See who has: npx standpoint users list');
      const { org } = member;
      const link = await db.transaction().execute(async (trx) => {
        await audit(trx, { org, actor: 'cli', action: 'member.reset_offered', target: person.id });
        return makeLink(trx, base_url, new Date(), {
          purpose: 'reset',
          org,
          created_by: 'cli',
          user_id: person.id,
        });
      });
      return { user_id: person.id, email, url: link.url, expires_at: link.expires_at.toISOString() };
    });
  },
  text: ({ email, url }) => `${url}\n\nGive it to ${email}. It works once, for 24 hours.`,
});
