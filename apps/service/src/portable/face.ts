import { sql } from 'kysely';
import { frameAad } from '../face/capture/frame-aad.ts';
import { compareSessions } from '../face/evidence/contradiction.ts';
import { FACE_EVIDENCE_FORMAT } from '../face/evidence/record.ts';
import { exportFaceEvidence } from '../face/evidence/store.ts';
import { backendViews } from '../face/session/backend-view.ts';
import { maskOf, unmasked } from '../face/templates/prints.ts';
import { findKey } from '../privacy/customers.ts';
import { openBytes } from '../privacy/envelope.ts';
import { withoutReviewers } from './location.ts';
import { iso, type Section } from './section.ts';

/**
 * Sessions with consent, attempts, hand-offs, decision and the signed record of each attempt. Customers who look
 * the same are other people: only their number is told.
 */
export const SESSION: Section = {
  kind: 'session',
  at_once: 10,
  async read(deps, { org, env, customer_hash }, after, limit) {
    const { db } = deps.database;
    const rows = await db
      .selectFrom('face_session')
      .selectAll()
      .where('org', '=', org)
      .where('env', '=', env)
      .where('customer_hash', '=', customer_hash)
      .where('session_id', '>', after)
      .orderBy('session_id')
      .limit(limit)
      .execute();
    const ids = rows.map(({ session_id }) => session_id);
    const compared = await compareSessions(deps, { org, env }, ids);
    const pieces = [];
    for (const { duplicates, review, ...session } of await backendViews(deps, rows, compared)) {
      const { session_id } = session;
      const lines = await exportFaceEvidence(deps, { org, env, session_id });
      const data = {
        ...session,
        review: withoutReviewers(review),
        others_look_alike: duplicates.length,
        evidence: lines.filter(({ format }) => format === FACE_EVIDENCE_FORMAT),
      };
      pieces.push({ key: session_id, id: session_id, data });
    }
    return pieces;
  },
};

const LEFT_OUT =
  'This picture is kept, but left out here: only an owner or an admin, or a key of the backend, ' +
  'exports pictures of a face.';

/** Pictures that are still kept. */
export const FRAME: Section = {
  kind: 'frame',
  // Each may have 1.5 MB.
  at_once: 4,
  async read(deps, who, after, limit) {
    const { org, env, customer_hash } = who;
    const key = sql<string>`(f.session_id || '~' || f.attempt_id || '~' || lpad(f.index::text, 4, '0')) COLLATE "C"`;
    const rows = await deps.database.db
      .selectFrom('face_session as s')
      .innerJoin('face_frame as f', (join) =>
        join
          .onRef('f.org', '=', 's.org')
          .onRef('f.env', '=', 's.env')
          .onRef('f.session_id', '=', 's.session_id'),
      )
      .select(['f.session_id', 'f.attempt_id', 'f.index', 'f.t_ms', 'f.step', 's.frames_delete_after'])
      .select(key.as('key'))
      .where('s.org', '=', org)
      .where('s.env', '=', env)
      .where('s.customer_hash', '=', customer_hash)
      .where('s.frames_state', '=', 'kept')
      .where(key, '>', after)
      .orderBy(key)
      .limit(limit)
      .execute();
    const data_key =
      rows.length > 0 && who.pictures && (await findKey(deps.database.db, deps.data_keys, who));
    const pieces = [];
    for (const { key, index, frames_delete_after, ...frame } of rows) {
      const place = { org, env, session_id: frame.session_id, attempt_id: frame.attempt_id };
      const sealed = data_key ? await deps.face.frames.read(place, index) : null;
      const image = sealed && data_key ? openBytes(data_key, sealed, frameAad(place, index)) : null;
      // Deleted since the row was read: its retention is over.
      const base64 = image?.toString('base64') ?? null;
      const data = {
        ...frame,
        index,
        delete_after: iso(frames_delete_after),
        image_base64: base64,
        ...(!who.pictures && { image_left_out: LEFT_OUT }),
      };
      pieces.push({ key, id: frame.attempt_id, data });
    }
    return pieces;
  },
};

/**
 * That a template exists, of which model, and until when. Its numbers are left out: they are under the secret
 * transform of the organization, say nothing to the person, and a copy elsewhere could be stolen.
 */
export const TEMPLATE: Section = {
  kind: 'template',
  at_once: 100,
  async read({ database: { db } }, { org, env, customer_hash }, after, limit) {
    const rows = await db
      .selectFrom('face_template')
      .select(['template_id', 'kind', 'pack', 'pack_version', 'frames', 'quality', 'sessions'])
      .select(['created_at', 'updated_at', 'delete_after'])
      .where('org', '=', org)
      .where('env', '=', env)
      .where('customer_hash', '=', customer_hash)
      .where('template_id', '>', after)
      .orderBy('template_id')
      .limit(limit)
      .execute();
    return rows.map(({ template_id, created_at, updated_at, delete_after, ...data }) => ({
      key: template_id,
      id: template_id,
      data: {
        ...data,
        created_at: iso(created_at),
        updated_at: iso(updated_at),
        delete_after: iso(delete_after),
      },
    }));
  },
};

/** Perceptual hashes of accepted captures, by session. */
export const PRINT: Section = {
  kind: 'print',
  at_once: 100,
  async read({ database: { db }, envelope }, { org, env, customer_hash }, after, limit) {
    const mask = maskOf(envelope, { org, env });
    const { rows } = await sql<{ session_id: string; prints: string[]; at: Date; delete_after: Date }>`
      SELECT session_id, array_agg(print::text ORDER BY attempt_id, index) AS prints, min(at) AS at,
             max(delete_after) AS delete_after
        FROM face_print
       WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash} AND session_id > ${after}
       GROUP BY session_id ORDER BY session_id LIMIT ${limit}`.execute(db);
    return rows.map(({ session_id, prints, at, delete_after }) => ({
      key: session_id,
      id: session_id,
      data: {
        prints: prints.map((print) => unmasked(print, mask)),
        at: iso(at),
        delete_after: iso(delete_after),
      },
    }));
  },
};
