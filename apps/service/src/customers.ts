import { type Environment, eraseCustomer, readCustomer, type TimelineEntry } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from './accounts/audit.ts';
import type { Schema } from './database/schema.ts';
import type { Deps } from './deps.ts';
import { record } from './events/outbox.ts';
import { noteContradiction } from './evidence/contradiction.ts';
import { customerTimeline, eraseCustomerFaces, MOMENT, olderThan } from './face/customer.ts';
import { contradictedSessions } from './face/evidence/contradiction.ts';
import { listPlaces } from './geolocation/history/place-records.ts';
import { forgetSightings } from './geolocation/history/sighting-records.ts';
import { contradictedVerifications } from './geolocation/records/contradiction.ts';
import { refuse } from './refuse.ts';
import { closeReviews } from './reviews/records.ts';
import { type Handler, type Route, route } from './route.ts';
import { mint } from './tokens/mint.ts';

/** Ten years, because auditors keep receipts for years. */
const RECEIPT_LIFE_S = 10 * 365 * 86_400;

const CURSOR = /^(\d{1,16})-((?:ver|fcs)_[0-9A-HJKMNP-TV-Z]{26})$/;

const iso = (at: Date): string => at.toISOString();

interface Person {
  org: string;
  env: Environment;
  customer_id: string;
}

/** The last entry of the previous page: its moment in µs since 1970, and its id. */
interface Cursor {
  us: number;
  id: string;
}

type Entry = Omit<TimelineEntry, 'record_contradicted'> & { us: number };

/** Verifications, newest first. */
function readVerifications(
  db: Kysely<Schema>,
  { org, env, customer_id }: Person,
  from: Cursor | null,
  n: number,
) {
  const verified = db
    .selectFrom('verification')
    .select(['verification_id', 'created_at', 'transaction_type', 'decision', MOMENT.as('us')])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_id', '=', customer_id)
    .orderBy('created_at', 'desc')
    .orderBy('verification_id', 'desc')
    .limit(n);
  return (from ? verified.where(olderThan(from, 'verification_id')) : verified).execute();
}

/** Entries of both areas after the cursor, newest first: up to `n` of each area. */
async function readTimeline(
  db: Kysely<Schema>,
  who: Person,
  from: Cursor | null,
  n: number,
): Promise<Entry[]> {
  const verifications = await readVerifications(db, who, from, n);
  const sessions = await customerTimeline(db, who.org, who.env, who.customer_id, from, n);
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
  place: Pick<Person, 'org' | 'env'>,
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
const readHandler: Handler<typeof readCustomer> = async ({ caller: { org, env }, params, query }, deps) => {
  const { db } = deps.database;
  const limit = Number(query.limit ?? 20);
  const last = CURSOR.exec(query.cursor ?? '');
  const from = last && { us: Number(last[1]), id: last[2]! };
  if (query.cursor !== undefined && !from)
    refuse('invalid_request', 'cursor', {
      fields: [{ path: 'cursor', message: 'is not one of this list' }],
    });
  const { customer_id } = params;
  const customer = await db
    .selectFrom('customer')
    .select('created_at')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst();
  const timeline = await readTimeline(db, { org, env, customer_id }, from, limit + 1);
  const more = timeline.length > limit;
  const page = timeline.slice(0, limit);
  const end = page.at(-1);
  const contradicted = await contradictedOf(deps, { org, env }, page);
  return {
    customer_id,
    livemode: env === 'production',
    first_seen: customer ? iso(customer.created_at) : null,
    places: await listPlaces(db, deps.envelope, { org, env, customer_id }),
    timeline: page.map(({ us: _, ...entry }) => ({
      ...entry,
      record_contradicted: contradicted.has(entry.id),
    })),
    next_cursor: more && end ? `${end.us}-${end.id}` : null,
  };
};

/** Tables of area A that lose every row of an erased person. */
const ERASED = ['evidence_seen', 'attested_key', 'evaluated_payload', 'location_handoff'] as const;

/** Deletes the data key and the rows of a person; returns how many verifications lost their person. */
async function eraseVerifications(db: Kysely<Schema>, { org, env, customer_id }: Person): Promise<number> {
  const person = sql`org = ${org} AND env = ${env} AND customer_id = ${customer_id}`;
  await sql`DELETE FROM customer WHERE ${person}`.execute(db);
  await closeReviews(db, { org, env }, { verifications_of: customer_id });
  const cleared = await sql`
    UPDATE verification SET sealed = NULL, position_sealed = NULL, customer_id = '', install_id = NULL,
           transaction_id = NULL, spoof_findings = NULL
     WHERE ${person} RETURNING 1`.execute(db);
  for (const table of ERASED) await sql`DELETE FROM ${sql.table(table)} WHERE ${person}`.execute(db);
  return cleared.rows.length;
}

/**
 * Destroys the person's data key first: from then on no sealed data of the person can be read, neither here
 * nor in any backup without the wrapped keys. Decisions stay as bare facts without a person. A repeated call
 * is safe.
 */
const eraseHandler: Handler<typeof eraseCustomer> = async (call, deps) => {
  const { org, env, key_id } = call.caller;
  const { customer_id } = call.params;
  const erased_at = new Date(deps.clock.now()).toISOString();
  const counts = await deps.database.db.transaction().execute(async (trx) => {
    const verifications = await eraseVerifications(trx, { org, env, customer_id });
    await forgetSightings(trx, org, env, customer_id);
    const faces = await eraseCustomerFaces(trx, deps, org, env, customer_id);
    await record(trx, { org, env, type: 'customer.erased', data: { erased_at } });
    await audit(trx, {
      org,
      env,
      actor: `key:${key_id}`,
      action: 'customer.erased',
      request_id: call.request_id,
      ip: call.ip,
    });
    return { verifications, ...faces };
  });
  const context = { org, env, iss: call.base_url, now: deps.clock.now(), life_s: RECEIPT_LIFE_S };
  const receipt = mint(deps.keys, 'erasure_receipt', context, {
    sub: customer_id,
    erased_at,
    ...counts,
  }).token;
  return { customer_id, livemode: env === 'production', erased_at, counts, receipt };
};

export const CUSTOMER_ROUTES: Route[] = [
  route(readCustomer, readHandler),
  route(eraseCustomer, eraseHandler),
];
