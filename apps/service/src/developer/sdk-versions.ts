import type { developer } from '@standpoint/contract';
import type { Handler } from '../route.ts';
import { readSeen } from './sdk-seen.ts';

const DAYS = 7;

export const listSdkVersionsHandler: Handler<typeof developer.listSdkVersions> = async (
  { caller },
  { database, clock },
) => {
  const seen = await readSeen(database.db, caller, { now_ms: clock.now(), days: DAYS });
  return {
    total: seen.reduce((sum, { count }) => sum + count, 0),
    versions: seen.map(({ last_at, ...version }) => ({ ...version, last_at: last_at.toISOString() })),
  };
};
