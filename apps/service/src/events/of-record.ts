import { sql } from 'kysely';

/** The verification or session that an event `e` is about. Word for word as in its index. */
export const OF_RECORD = sql`(coalesce(e.data ->> 'verification_id', e.data ->> 'session_id') COLLATE "C")`;
