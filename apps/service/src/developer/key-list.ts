import type { developer, Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import { keyStart } from '../accounts/api-keys.ts';
import type { ApiKeyTable } from '../database/schema.ts';
import type { Deps } from '../deps.ts';

/** A key that was sent by a page within these days is known to strangers, and says so. */
const MISUSED_DAYS = 7;
/** Dead keys are shown for so long. */
const DEAD_DAYS = 30;
const SHOWN_MAX = 200;
const DAY_MS = 86_400_000;

interface KeyRow extends Omit<ApiKeyTable, 'created_at'> {
  created_at: Date;
  created_by: string | null;
  origin: string | null;
  misused_at: Date | null;
  times: number;
}

/** Keys of an environment: those that work first, then the newest. */
export async function keysOf(
  { database, clock }: Deps,
  { org, env }: { org: string; env: Environment },
): Promise<developer.Key[]> {
  const now = new Date(clock.now());
  const dead_since = new Date(now.getTime() - DEAD_DAYS * DAY_MS);
  const misused_since = new Date(now.getTime() - MISUSED_DAYS * DAY_MS);
  const { rows } = await sql<KeyRow>`
    SELECT k.*, made.created_by, coalesce(misused.times, 0) AS times, misused.misused_at, misused.origin
      FROM api_key k
      LEFT JOIN LATERAL (
        SELECT coalesce(p.name, a.actor) AS created_by
          FROM audit a LEFT JOIN person p ON 'user:' || p.id = a.actor
         WHERE a.org = k.org AND a.action IN ('key.created', 'key.rotated')
           AND coalesce(a.detail ->> 'successor', a.target) = k.key_id
         ORDER BY a.at LIMIT 1) made ON true
      LEFT JOIN (
        SELECT e.data ->> 'key_id' AS key_id, count(*)::int AS times, max(e.at) AS misused_at,
               (array_agg(e.data ->> 'origin' ORDER BY e.at DESC))[1] AS origin
          FROM event e
         WHERE e.org = ${org} AND e.env = ${env} AND e.type = 'key.misused' AND e.at > ${misused_since}
         GROUP BY 1) misused ON misused.key_id = k.key_id
     WHERE k.org = ${org} AND k.env = ${env}
       AND coalesce(k.revoked_at, k.expires_at, 'infinity') > ${dead_since}
     ORDER BY k.revoked_at IS NULL AND coalesce(k.expires_at, 'infinity') > ${now} DESC,
              k.created_at DESC, k.key_id DESC
     LIMIT ${SHOWN_MAX}`.execute(database.db);
  return rows.map(shownKey);
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

const shownKey = (row: KeyRow): developer.Key => ({
  key_id: row.key_id,
  kind: row.kind,
  name: row.name,
  starts: keyStart(row),
  last4: row.last4,
  scopes: row.scopes,
  cidrs: row.cidrs,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  last_used_at: iso(row.last_used_at),
  expires_at: iso(row.expires_at),
  revoked_at: iso(row.revoked_at),
  misused: row.misused_at && {
    origin: row.origin ?? '',
    at: row.misused_at.toISOString(),
    times: row.times,
  },
});
