import type { readCustomer, TimelineEntry } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { noteContradiction } from '../evidence/contradiction.ts';
import { customerTimeline, MOMENT, olderThan } from '../face/customer.ts';
import { contradictedSessions } from '../face/evidence/contradiction.ts';
import { listPlaces } from '../geolocation/history/place-records.ts';
import { contradictedVerifications } from '../geolocation/records/contradiction.ts';
import type { Who } from '../privacy/customers.ts';
import { customerHash } from '../privacy/pseudonyms.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';

const CURSOR = /^(\d{1,16})-((?:ver|fcs)_[0-9A-HJKMNP-TV-Z]{26})$/;

const iso = (at: Date): string => at.toISOString();

/** The last entry of the previous page: its moment in µs since 1970, and its id. */
interface Cursor {
  us: number;
  id: string;
}

type Entry = Omit<TimelineEntry, 'record_contradicted'> & { us: number };

/** Verifications, newest first. */
function readVerifications(
  db: Kysely<Schema>,
  { org, env, customer_hash }: Who,
  from: Cursor | null,
  n: number,
) {
  const verified = db
    .selectFrom('verification')
    .select(['verification_id', 'created_at', 'transaction_type', 'decision', MOMENT.as('us')])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .orderBy('created_at', 'desc')
    .orderBy('verification_id', 'desc')
    .limit(n);
  return (from ? verified.where(olderThan(from, 'verification_id')) : verified).execute();
}

/** Entries of both areas after the cursor, newest first: up to `n` of each area. */
async function readTimeline(db: Kysely<Schema>, who: Who, from: Cursor | null, n: number): Promise<Entry[]> {
  const verifications = await readVerifications(db, who, from, n);
  const sessions = await customerTimeline(db, who.org, who.env, who.customer_hash, from, n);
  return [
    ...verifications.map((row) => ({
      us: row.us,
      at: iso(row.created_at),
      area: 'geolocation' as const,
      id: row.verification_id,
      about: row.transaction_type,
      status: 'completed',
      decision: row.decision,
    })),
    ...sessions.map((row) => ({
      us: row.us,
      at: iso(row.created_at),
      area: 'face' as const,
      id: row.session_id,
      about: row.workflow_id,
      status: row.status,
      decision: row.decision,
    })),
  ].sort((a, b) => b.us - a.us || (a.id < b.id ? 1 : -1));
}

/** The ids of the entries that their signed records contradict. */
async function contradictedOf(
  deps: Deps,
  place: Pick<Who, 'org' | 'env'>,
  entries: readonly Entry[],
): Promise<Set<string>> {
  const ids = (area: Entry['area']) => entries.filter((entry) => entry.area === area).map(({ id }) => id);
  const areas = {
    geolocation: await contradictedVerifications(deps, place, ids('geolocation')),
    face: await contradictedSessions(deps, place, ids('face')),
  };
  const all = new Set<string>();
  for (const area of ['geolocation', 'face'] as const)
    for (const [id, what] of areas[area]) {
      await noteContradiction(deps, { area, ...place, id, what });
      all.add(id);
    }
  return all;
}

/** Both areas in one timeline, newest first. The cursor names the last entry. */
export const readCustomerHandler: Handler<typeof readCustomer> = async (
  { caller: { org, env }, params, query },
  deps,
) => {
  const { db } = deps.database;
  const limit = Number(query.limit ?? 20);
  const last = CURSOR.exec(query.cursor ?? '');
  const from = last && { us: Number(last[1]), id: last[2]! };
  if (query.cursor !== undefined && !from)
    refuse('invalid_request', 'cursor', {
      fields: [{ path: 'cursor', message: 'is not one of this list' }],
    });
  const { customer_id } = params;
  const customer_hash = customerHash(deps.envelope, { org, env }, customer_id);
  const who = { org, env, customer_hash };
  const customer = await db
    .selectFrom('customer')
    .select('created_at')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .executeTakeFirst();
  const timeline = await readTimeline(db, who, from, limit + 1);
  const more = timeline.length > limit;
  const page = timeline.slice(0, limit);
  const end = page.at(-1);
  const contradicted = await contradictedOf(deps, { org, env }, page);
  return {
    customer_id,
    livemode: env === 'production',
    first_seen: customer ? iso(customer.created_at) : null,
    places: await listPlaces(db, deps.data_keys, who),
    timeline: page.map(({ us: _, ...entry }) => ({
      ...entry,
      record_contradicted: contradicted.has(entry.id),
    })),
    next_cursor: more && end ? `${end.us}-${end.id}` : null,
  };
};
