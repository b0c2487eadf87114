import type { Database } from '../database/connect.ts';
import { command, Failure, ORG } from './command.ts';
import { organization, withDatabase } from './open.ts';

interface Revoked {
  name: string;
  summary: string;
  /** Falsy where the organization has none of this id that works. */
  end: (db: Database['db'], org: string, id: string) => Promise<unknown>;
  missing: (id: string) => string;
  /** The command that lists them. */
  list: string;
  text: (id: string) => string;
}

/** A command that ends what an organization gave out, by its id. */
export const revoking = ({ name, summary, end, missing, list, text }: Revoked) =>
  command({
    name,
    summary,
    args: ['ID'],
    options: ORG,
    run: ({ options, args, terminal }) =>
      withDatabase(terminal, async (database) => {
        const { org } = await organization(database, options.org);
        const id = args[0]!;
        if (!(await end(database.db, org, id)))
          throw new Failure(missing(id), `See them: npx standpoint ${list}`);
        return { id, revoked: true };
      }),
    text: ({ id }) => text(id),
  });
