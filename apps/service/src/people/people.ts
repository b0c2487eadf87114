import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import type { Log } from '../database/log.ts';
import type { Envelope } from '../privacy/envelope.ts';
import type { Auth } from './sign-in/auth.ts';

/** The sign-in of people. It is loaded when the first person comes: most processes never need it. */
export interface People {
  auth(): Promise<Auth>;
}

interface Parts {
  config: Config;
  database: Database;
  envelope: Envelope;
  log: Log;
}

export function openPeople({ config, database, envelope, log }: Parts): People {
  let opened: Promise<Auth> | undefined;
  return {
    auth() {
      opened ??= import('./sign-in/auth.ts').then(({ openAuth }) =>
        openAuth(config, database.db, envelope, log),
      );
      return opened;
    },
  };
}
