import { setUpLink } from '../../people/set-up-link.ts';
import { command, Failure, ORG } from '../command.ts';
import { organization, withDatabase } from '../open.ts';

export const setupLink = command({
  name: 'setup-link',
  summary: 'Print the one-time link that makes the owner of an organization without one',
  options: { ...ORG },
  notes: 'The link works once, for 30 minutes, and a newer one replaces it.',
  run: ({ options, terminal }) =>
    withDatabase(terminal, async ({ db }, { base_url }) => {
      const { org, name } = await organization({ db }, options.org);
      const link = await setUpLink(db, { base_url, org, now: new Date() });
      if (!link)
        throw new Failure(
          `${name} has an owner already.`,
          `Sign in at ${base_url}/dashboard. Is the password or the second factor lost? npx ` +
            'standpoint users reset --email ADDRESS',
        );
      return { org, url: link.url, expires_at: link.expires_at.toISOString() };
    }),
  text: ({ url }) => `${url}\n\nOpen it within 30 minutes. It works once.`,
});
