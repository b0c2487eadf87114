import { EMAIL_PATTERN, ROLES } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import { newId } from '../../ids.ts';
import { findByEmail } from '../../people/accounts.ts';
import { makeLink } from '../../people/links.ts';
import { plainEmail } from '../../people/plain-email.ts';
import { command, Failure, Misuse, ORG, oneOf } from '../command.ts';
import { organization, withDatabase } from '../open.ts';

const EMAIL = new RegExp(EMAIL_PATTERN);

/** Refuses what is no address. */
export function emailOf(text: string | undefined): string {
  if (!text) throw new Misuse('--email is needed.');
  if (!EMAIL.test(text)) throw new Misuse(`--email: ${text} is not an e-mail address.`);
  return plainEmail(text);
}

export const usersCreate = command({
  name: 'users create',
  summary: 'Make a link with which a person joins an organization in the dashboard',
  options: {
    email: { type: 'string', value: 'ADDRESS', meaning: 'who it is for' },
    role: { type: 'string', value: 'ROLE', meaning: `${ROLES.join(', ')} (default: admin)` },
    ...ORG,
  },
  notes: 'The person chooses a name, a password and a second factor. The link works once, for seven days.',
  run: async ({ options, terminal }) => {
    const email = emailOf(options.email);
    const role = oneOf('role', options.role ?? 'admin', ROLES);
    return withDatabase(terminal, async ({ db }, { base_url }) => {
      const { org, name } = await organization({ db }, options.org);
      const known = await findByEmail(db, email);
      const member =
        known &&
        (await db
          .selectFrom('member')
          .select('role')
          .where('org', '=', org)
          .where('user_id', '=', known.id)
          .executeTakeFirst());
      if (member) throw new Failure(`${email} is a member of ${name} already, as ${member.role}.`);
      const invitation_id = newId('invitation');
      const link = await db.transaction().execute(async (trx) => {
        const entry = { org, actor: 'cli', action: 'member.invited', target: invitation_id };
        await audit(trx, { ...entry, detail: { role } });
        const invitation = {
          purpose: 'invitation',
          org,
          created_by: 'cli',
          invitation_id,
          email,
          role,
        } as const;
        return makeLink(trx, base_url, new Date(), invitation);
      });
      return {
        id: invitation_id,
        email,
        role,
        org,
        url: link.url,
        expires_at: link.expires_at.toISOString(),
      };
    });
  },
  text: ({ email, role, url }) =>
    `${url}\n\nGive it to ${email}, who joins as ${role}. It works once, for seven days.`,
});
