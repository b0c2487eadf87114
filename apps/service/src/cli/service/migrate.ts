import { readConfig } from '../../config.ts';
import { refuseUnsafe } from '../../database/guard.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { command } from '../command.ts';
import { quiet } from '../open.ts';

export const migrateCommand = command({
  name: 'migrate',
  summary: 'Bring the database schema up to this version',
  options: { 'dry-run': { type: 'boolean', meaning: 'only list what is pending' } },
  notes: 'start does this itself. Migrations only go forward, and one process runs them at a time.',
  run: async ({ options, terminal }) => {
    const database = await openDatabase(readConfig(terminal.env), quiet(terminal), 2);
    try {
      await refuseUnsafe(database.pool);
      return await migrate(database.owner, {
        dry_run: options['dry-run'] ?? false,
        grant_to: await database.service_role(),
      });
    } finally {
      await database.leave();
    }
  },
  text: ({ applied, pending }) =>
    [
      ...applied.map((name) => `applied ${name}`),
      ...pending.map((name) => `pending ${name}`),
      ...(applied.length + pending.length === 0 ? ['The database is up to date.'] : []),
    ].join('\n'),
});
