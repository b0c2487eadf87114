import type pg from 'pg';

/** The id of the key store that this database belongs to; null for a database that has none yet. */
export async function readKeyStoreId(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ store_id: string }>('SELECT store_id FROM key_store');
  return rows[0]?.store_id ?? null;
}

/** Binds the database to this store, if it has none yet. Returns the store that it belongs to. */
export async function claimKeyStore(pool: pg.Pool, store_id: string): Promise<string> {
  await pool.query('INSERT INTO key_store (store_id) VALUES ($1) ON CONFLICT DO NOTHING', [store_id]);
  return (await readKeyStoreId(pool))!;
}
