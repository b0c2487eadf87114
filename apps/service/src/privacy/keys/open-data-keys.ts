import type { DatabaseClock } from '../../database/clock.ts';
import type { Database } from '../../database/connect.ts';
import type { Log } from '../../database/log.ts';
import type { Envelope } from '../envelope.ts';
import { ErasureLedger } from '../ledger/ledger.ts';
import { DataKeys } from './data-keys.ts';
import { type KeyStoreSettings, openKeyStore } from './open.ts';
import { rootKeyProvider } from './provider.ts';

interface World {
  database: { pool: Database['pool'] };
  envelope: Pick<Envelope, 'subkey'>;
  clock: Pick<DatabaseClock, 'now'>;
  log: Pick<Log, 'warn'>;
}

/** The keys of customers and the ledger of erasures, which lie together outside of the database. */
export async function openDataKeys(
  settings: KeyStoreSettings,
  { database, envelope, clock, log }: World,
): Promise<{ data_keys: DataKeys; ledger: ErasureLedger }> {
  const store = await openKeyStore(database, settings);
  const data_keys = new DataKeys({
    store,
    provider: rootKeyProvider(envelope),
    now: () => clock.now(),
    log,
  });
  return { data_keys, ledger: new ErasureLedger(store.ledger, envelope) };
}
