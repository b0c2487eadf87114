import type { Config } from './config.ts';
import { connect, type Database, type DatabaseConnection } from './database/connect.ts';
import { type EmbeddedFacts, openEmbedded } from './database/embedded.ts';
import type { Log } from './database/log.ts';

export interface OpenDatabase extends Database {
  embedded: EmbeddedFacts | null;
  leave(): Promise<void>;
}

/** Connects to DATABASE_URL, or joins (and if need be starts) the embedded PostgreSQL of the data directory. */
export async function openDatabase(config: Config, log: Log, max = 10): Promise<OpenDatabase> {
  const embedded =
    config.database_url === null ? await openEmbedded({ data_dir: config.data_dir, log }) : null;
  const where: { url: string } | { connection: DatabaseConnection } = embedded
    ? { connection: embedded.connection }
    : { url: config.database_url! };
  const database = connect({ ...where, log, max });
  return {
    ...database,
    embedded: embedded?.facts ?? null,
    async leave() {
      await database.close();
      await embedded?.leave();
    },
  };
}
