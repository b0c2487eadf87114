import { eraseCustomer, readCustomer, type TimelineEntry } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from './accounts/audit.ts';
import { record } from './events/outbox.ts';
import { customerTimeline, eraseCustomerFaces } from './face/customer.ts';
import { refuse } from './refuse.ts';
import { type Handler, type Route, route } from './route.ts';
import { mint } from './tokens/mint.ts';

/** Receipts are kept by auditors for years. */
const RECEIPT_LIFE_S = 10 * 365 * 86_400;

const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const iso = (at: Date): string => at.toISOString();

/** Both areas in one line of time, newest first; the cursor is the time of the last entry. */
const readHandler: Handler<typeof readCustomer> = async ({ caller: { org, env }, params, query }, deps) => {
  const { db } = deps.database;
  const limit = Number(query.limit ?? 20);
  const until = new Date(query.cursor ?? 8.64e15);
  if (query.cursor !== undefined && (!CURSOR.test(query.cursor) || Number.isNaN(until.getTime())))
    refuse('invalid_request', 'cursor', {
      fields: [{ path: 'cursor', message: 'is not one of this list' }],
    });
  const customer = await db
    .selectFrom('customer')
    .select('created_at')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_id', '=', params.customer_id)
    .executeTakeFirst();
  const verifications = await db
    .selectFrom('verification')
    .select(['verification_id', 'created_at', 'transaction_type', 'decision'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_id', '=', params.customer_id)
    .where('created_at', '<', until)
    .orderBy('created_at', 'desc')
    .limit(limit + 1)
    .execute();
  const sessions = await customerTimeline(db, org, env, params.customer_id, until, limit + 1);
  const timeline: TimelineEntry[] = [
    ...verifications.map((row) => ({
      at: iso(row.created_at),
      area: 'geolocation' as const,
      id: row.verification_id,
      about: row.transaction_type,
      status: 'completed',
      decision: row.decision,
    })),
    ...sessions.map((row) => ({
      at: iso(row.created_at),
      area: 'face' as const,
      id: row.session_id,
      about: row.workflow_id,
      status: row.status,
      decision: row.decision,
    })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  const more = timeline.length > limit;
  const page = timeline.slice(0, limit);
  return {
    customer_id: params.customer_id,
    livemode: env === 'production',
    first_seen: customer ? iso(customer.created_at) : null,
    timeline: page,
    next_cursor: more ? page.at(-1)!.at : null,
  };
};

/**
 * Destroys the person's data key first: from then on nothing sealed with it can be read, here or in any copy that left the
 * wrapped keys out. Decisions stay as bare facts without a person. Safe to repeat.
 */
const eraseHandler: Handler<typeof eraseCustomer> = async (call, deps) => {
  const { org, env, key_id } = call.caller;
  const { customer_id } = call.params;
  const erased_at = new Date(deps.clock.now()).toISOString();
  const counts = await deps.database.db.transaction().execute(async (trx) => {
    await sql`DELETE FROM customer WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id}`.execute(
      trx,
    );
    const cleared = await sql`
      UPDATE verification SET sealed = NULL, position_sealed = NULL, customer_id = 'erased', install_id = NULL, transaction_id = NULL
       WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id} RETURNING 1`.execute(trx);
    await sql`DELETE FROM evidence_seen WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id}`.execute(
      trx,
    );
    await sql`DELETE FROM evaluated_payload WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id}`.execute(
      trx,
    );
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
    return { verifications: cleared.rows.length, ...faces };
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
