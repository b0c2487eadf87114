import { readPerson } from '../face/portal/person.ts';
import { findHold, holdView } from '../retention/holds/records.ts';
import { iso, type Section } from './section.ts';

/** The only key of a section with one record. */
const ONLY = 'only';

/** What is stored of the customer beside the records: the person of the last face session, and single dates. */
export const CUSTOMER: Section = {
  kind: 'customer',
  at_once: 1,
  async read({ database: { db }, data_keys }, who, after) {
    if (after !== '') return [];
    const { org, env, customer_hash } = who;
    const row = await db
      .selectFrom('customer')
      .leftJoin('face_approval as a', (join) =>
        join
          .onRef('a.org', '=', 'customer.org')
          .onRef('a.env', '=', 'customer.env')
          .onRef('a.customer_hash', '=', 'customer.customer_hash'),
      )
      .select(['customer.created_at', 'customer.location_declined_at', 'a.first_at'])
      .where('customer.org', '=', org)
      .where('customer.env', '=', env)
      .where('customer.customer_hash', '=', customer_hash)
      .executeTakeFirst();
    if (!row) return [];
    const data = {
      first_seen: iso(row.created_at),
      person: await readPerson(db, data_keys, who),
      face_first_approved_at: iso(row.first_at),
      location_declined_at: iso(row.location_declined_at),
    };
    return [{ key: ONLY, id: who.customer_id, data }];
  },
};

/** The legal hold in force. */
export const HOLD: Section = {
  kind: 'hold',
  at_once: 1,
  async read(deps, who, after) {
    if (after !== '') return [];
    const row = await findHold(deps.database.db, who, new Date(deps.clock.now()));
    if (!row) return [];
    const { hold_id, reason, placed_at, until, erasure_asked_at } = await holdView(deps, row);
    return [{ key: ONLY, id: hold_id, data: { reason, placed_at, until, erasure_asked_at } }];
  },
};
