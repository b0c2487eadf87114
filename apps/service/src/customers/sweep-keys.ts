import type { Deps } from '../deps.ts';

/** Destroys keys that no customer has: a process that was killed between storing a key and using it left them. */
export async function sweepKeys({ database, data_keys, log }: Deps, stopping: AbortSignal): Promise<void> {
  const isKnown = async (key_ids: string[]) => {
    const rows = await database.db
      .selectFrom('customer')
      .select('key_id')
      .where('key_id', 'in', key_ids)
      .execute();
    return new Set(rows.map(({ key_id }) => key_id));
  };
  const { destroyed } = await data_keys.sweepOrphans(isKnown, { stopping });
  if (destroyed > 0) log.info({ destroyed }, 'Data keys without a customer were destroyed.');
}
