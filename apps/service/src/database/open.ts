import { connect, type Database, type Server, STARTING } from './connect.ts';
import { type EmbeddedFacts, openEmbedded } from './embedded/embedded.ts';
import type { Log } from './log.ts';

/** The part of the configuration that names the database. */
interface DatabasePlace {
  data_dir: string;
  /** Null: the embedded database. */
  database_url: string | null;
  /** How the owner of its tables connects; null: as the service does. */
  database_owner_url: string | null;
}

export interface OpenDatabase extends Database {
  embedded: EmbeddedFacts | null;
  leave(): Promise<void>;
}

/**
 * Connects to DATABASE_URL, or joins (and starts, if needed) the embedded PostgreSQL of the data directory.
 * Connections may take as long as those of a start until `serving()` is called.
 */
export async function openDatabase(place: DatabasePlace, log: Log, max = 10): Promise<OpenDatabase> {
  const embedded = place.database_url === null ? await openEmbedded({ data_dir: place.data_dir, log }) : null;
  const { database_url, database_owner_url } = place;
  const roles: { service: Server; owner: Server | null } = embedded
    ? { service: { connection: embedded.connection }, owner: { connection: embedded.owner } }
    : { service: { url: database_url! }, owner: database_owner_url ? { url: database_owner_url } : null };
  const database = connect({ ...roles.service, owner: roles.owner, log, max, patience: STARTING });
  return {
    ...database,
    embedded: embedded?.facts ?? null,
    async leave() {
      await database.close();
      await embedded?.leave();
    },
  };
}
