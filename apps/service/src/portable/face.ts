import { sql } from 'kysely';
import { compareSessions } from '../face/evidence/contradiction.ts';
import { FACE_EVIDENCE_FORMAT } from '../face/evidence/record.ts';
import { exportFaceEvidence } from '../face/evidence/store.ts';
import { backendViews } from '../face/session/backend-view.ts';
import { maskOf, unmasked } from '../face/templates/prints.ts';
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
