import type { aboutCustomer, CustomerAbout } from '@standpoint/contract';
import { sql } from 'kysely';
import type { FaceConsent } from '../database/tables/face.ts';
import type { Deps } from '../deps.ts';
import type { Who } from '../privacy/customers.ts';
import { customerHash } from '../privacy/pseudonyms.ts';
import { endOf, findHold } from '../retention/holds/records.ts';
import type { Handler } from '../route.ts';
import { lastErasure } from './erasures.ts';
import { installsOf } from './installs.ts';

type Stored = CustomerAbout['stored'];

/** Counted as an erasure counts. */
async function storedOf({ database }: Deps, { org, env, customer_hash }: Who) {
  const person = sql`org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}`;
  const { rows } = await sql<Stored & { known: boolean }>`
    SELECT EXISTS (SELECT FROM customer WHERE ${person}) AS known,
           (SELECT count(*)::int FROM verification WHERE ${person}) AS verifications,
           (SELECT count(*)::int FROM face_session WHERE ${person}) AS sessions,
           (SELECT count(*)::int FROM face_frame f JOIN face_session s USING (org, env, session_id)
             WHERE s.org = ${org} AND s.env = ${env} AND s.customer_hash = ${customer_hash}
               AND s.frames_state = 'kept') AS frames,
           (SELECT count(*)::int FROM face_template WHERE ${person}) AS templates`.execute(database.db);
  const { known, ...stored } = rows[0]!;
  return { known, stored };
}

async function holdOf({ database, clock }: Deps, who: Who): Promise<CustomerAbout['hold']> {
  const row = await findHold(database.db, who, new Date(clock.now()));
  if (!row) return null;
  const name = await sql<{
    name: string;
  }>`SELECT name FROM person WHERE 'user:' || id = ${row.placed_by}`.execute(database.db);
  return {
    hold_id: row.hold_id,
    placed_at: row.placed_at.toISOString(),
    placed_by: name.rows[0]?.name ?? row.placed_by,
    until: endOf(row.until)?.toISOString() ?? null,
    erasure_asked_at: row.erasure_asked_at?.toISOString() ?? null,
  };
}

async function erasedOf(deps: Deps, who: Who): Promise<CustomerAbout['erased']> {
  const last = await lastErasure(deps, who);
  if (!last) return null;
  const { verifications, sessions, frames, templates } = last.counts;
  const counts = { verifications, sessions, frames, templates };
  return { at: last.at.toISOString(), counts, finished: last.finished_at !== null };
}

interface ConsentRow {
  session_id: string;
  consent: FaceConsent;
  consent_withdrawn_at: Date | null;
}

/** Of the newest session in which the person answered. */
async function consentOf(
  { database }: Deps,
  { org, env, customer_hash }: Who,
): Promise<CustomerAbout['consent']> {
  const { rows } = await sql<ConsentRow>`
    SELECT session_id, consent, consent_withdrawn_at FROM face_session
     WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash} AND consent IS NOT NULL
     ORDER BY session_id DESC LIMIT 1`.execute(database.db);
  if (!rows[0]) return null;
  const { session_id, consent, consent_withdrawn_at } = rows[0];
  const { accepted, version, at } = consent;
  const withdrawn_at = consent_withdrawn_at?.toISOString() ?? null;
  return { session_id, accepted, version, at: new Date(at).toISOString(), withdrawn_at };
}

export const aboutCustomerHandler: Handler<typeof aboutCustomer> = async ({ caller, params }, deps) => {
  const { org, env } = caller;
  const who = { org, env, customer_hash: customerHash(deps.envelope, { org, env }, params.customer_id) };
  const [counted, hold, erased, consent, installs] = await Promise.all([
    storedOf(deps, who),
    holdOf(deps, who),
    erasedOf(deps, who),
    consentOf(deps, who),
    installsOf(deps, who),
  ]);
  return { ...counted, hold, erased, consent, installs };
};
