import { openNote } from '../dossier/notes/sealed.ts';
import { findKey } from '../privacy/customers.ts';
import { iso, type Section } from './section.ts';

/** What people of the organization wrote about the customer, and not which of them wrote it. */
export const NOTE: Section = {
  kind: 'note',
  at_once: 100,
  async read({ database: { db }, data_keys }, who, after, limit) {
    const rows = await db
      .selectFrom('record_note')
      .selectAll()
      .where('org', '=', who.org)
      .where('env', '=', who.env)
      .where('customer_hash', '=', who.customer_hash)
      .where('note_id', '>', after)
      .orderBy('note_id')
      .limit(limit)
      .execute();
    const key = rows.length > 0 ? await findKey(db, data_keys, who) : null;
    if (!key) return [];
    return rows.map((row) => ({
      key: row.note_id,
      id: row.note_id,
      data: { kind: row.kind, record_id: row.record_id, at: iso(row.at), content: openNote(key, row) },
    }));
  },
};
