import { frames } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Call, Deps, KeyCaller, PersonCaller } from '../../deps.ts';

const SEEN = 'face.duplicates_seen';
type Reader = Pick<Call<unknown, unknown, unknown, KeyCaller | PersonCaller>, 'caller' | 'request_id' | 'ip'>;

/**
 * Faces of other people were compared with those of these sessions, and a person or a backend reads how alike they
 * are: wherever they read it, the audit log says so. One entry stands for what the same caller reads within half an
 * hour, as with revealed frames: an open page reads a case again and again. `detail`: such as the review that it was
 * read for, which an entry must name to stand for this one.
 */
export async function noteDuplicatesSeen(
  { database: { db } }: Pick<Deps, 'database'>,
  { caller, request_id, ip }: Reader,
  session_ids: readonly string[],
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (session_ids.length === 0) return;
  const { org, env, actor } = caller;
  const { rows } = await sql<{ target: string }>`
    SELECT DISTINCT target FROM audit
     WHERE org = ${org} AND target = ANY (${session_ids}::text[]) AND env = ${env} AND actor = ${actor}
       AND action = ${sql.lit(SEEN)} AND detail @> ${JSON.stringify(detail)}::jsonb
       AND at > now() - make_interval(mins => ${frames.REVEAL_MINUTES})`.execute(db);
  const known = new Set(rows.map(({ target }) => target));
  const [first, ...more] = session_ids
    .filter((target) => !known.has(target))
    .map((target) => ({ org, env, actor, request_id, ip, action: SEEN, target, detail }));
  // All in one statement: a page of a list waits for one write, and no half of them stays when it fails.
  if (first) await audit(db, first, ...more);
}
