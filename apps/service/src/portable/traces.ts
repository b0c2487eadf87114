import { sql } from 'kysely';
import { OF_RECORD } from '../events/of-record.ts';
import { openInstall } from '../geolocation/history/households.ts';
import { listPlaces } from '../geolocation/history/place-records.ts';
import { findKey } from '../privacy/customers.ts';
import { iso, type Section } from './section.ts';

const DAY_MS = 86_400_000;

/** Remembered places. A policy keeps few of them, so all are read at once. */
export const PLACE: Section = {
  kind: 'place',
  at_once: 100,
  async read({ database, data_keys }, who, after, limit) {
    const places = await listPlaces(database.db, data_keys, who);
    return places
      .filter(({ place_id }) => place_id > after)
      .sort((a, b) => (a.place_id < b.place_id ? -1 : 1))
      .slice(0, limit)
      .map(({ place_id, ...data }) => ({ key: place_id, id: place_id, data }));
  },
};

/**
 * Days on which the customer was seen. Network and install are left out: their keyed hashes say nothing to the
 * person, and the records of the verifications name both.
 */
export const SIGHTING: Section = {
  kind: 'sighting',
  at_once: 100,
  async read({ database: { db } }, { org, env, customer_hash }, after, limit) {
    const { rows } = await sql<{
      key: string;
      day: number;
      country: string;
      events: number;
      last_at: Date;
    }>`
      SELECT * FROM (
        SELECT (lpad(day::text, 8, '0') || '~' || install_hash || '~' || encode(network, 'hex')) COLLATE "C" AS key,
               day, country, events, last_at
          FROM sighting WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}) s
       WHERE key > ${after} ORDER BY key LIMIT ${limit}`.execute(db);
    return rows.map(({ key, day, country, events, last_at }) => ({
      key,
      id: null,
      data: {
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        country: country || null,
        events,
        last_at: iso(last_at),
      },
    }));
  },
};

/**
 * Households: that others belong to them, and not who. The note is left out, because it may name any of them.
 */
export const HOUSEHOLD: Section = {
  kind: 'household',
  at_once: 100,
  async read({ database: { db }, data_keys }, who, after, limit) {
    const { org, env, customer_hash } = who;
    const { rows } = await sql<{
      install_hash: string;
      install_sealed: Buffer;
      others: boolean;
      created_at: Date;
      expires_at: Date;
    }>`
      SELECT h.install_hash, h.install_sealed, h.created_at, h.expires_at,
             EXISTS (SELECT FROM household_member o WHERE o.org = h.org AND o.env = h.env
                        AND o.install_hash = h.install_hash AND o.customer_hash <> h.customer_hash) AS others
        FROM household_member h
       WHERE h.org = ${org} AND h.env = ${env} AND h.customer_hash = ${customer_hash}
         AND h.install_hash > ${after}
       ORDER BY h.install_hash LIMIT ${limit}`.execute(db);
    const key = rows.length > 0 ? await findKey(db, data_keys, who) : null;
    return rows.map(({ install_hash, install_sealed, others, created_at, expires_at }) => ({
      key: install_hash,
      id: null,
      data: {
        install_id: key && openInstall(key, { org, env, install_hash, customer_hash }, install_sealed),
        others,
        created_at: iso(created_at),
        expires_at: iso(expires_at),
      },
    }));
  },
};

/** Events about the customer's verifications and sessions, as far as they are kept. */
export const EVENT: Section = {
  kind: 'event',
  at_once: 100,
  async read({ database: { db } }, { org, env, customer_hash }, after, limit) {
    const person = sql`org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}`;
    const { rows } = await sql<{ event_id: string; type: string; at: Date; data: Record<string, unknown> }>`
      SELECT e.event_id, e.type, e.at, e.data FROM event e
       WHERE e.org = ${org} AND e.env = ${env} AND e.event_id > ${after} AND ${OF_RECORD} IN (
         SELECT verification_id FROM verification WHERE ${person}
         UNION ALL SELECT session_id FROM face_session WHERE ${person})
       ORDER BY e.event_id LIMIT ${limit}`.execute(db);
    return rows.map(({ event_id, type, at, data }) => ({
      key: event_id,
      id: event_id,
      data: { type, at: iso(at), data },
    }));
  },
};
