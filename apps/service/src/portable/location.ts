import type { Review } from '@standpoint/contract';
import { sql } from 'kysely';
import { locationEvidence } from '../geolocation/evidence/file.ts';
import { compareWithRecord, selectStored, storedRows } from '../geolocation/records/contradiction.ts';
import { verificationOf } from '../geolocation/records/verifications.ts';
import { iso, type Section } from './section.ts';

/** A review as the person may have it: what was decided and why, and not which member of staff decided. */
export const withoutReviewers = (review: Review | null) => {
  if (!review) return null;
  const { reviewers, ...rest } = review;
  return { ...rest, answers: reviewers.map(({ reviewer: _, ...answer }) => answer) };
};

/** Verifications, oldest first, each with its signed record: position, facts and checks stand in it. */
export const VERIFICATION: Section = {
  kind: 'verification',
  at_once: 100,
  async read(deps, { org, env, customer_hash }, after, limit) {
    const select = selectStored(deps, org, env)
      .where('v.customer_hash', '=', customer_hash)
      .where('v.verification_id', '>', after)
      .orderBy('v.verification_id')
      .limit(limit);
    const rows = await storedRows(deps, select);
    return rows.map((row) => {
      const compared = compareWithRecord(deps, row);
      const { bundle } = compared;
      const { review, ...verification } = verificationOf(row, compared);
      const data = {
        ...verification,
        review: withoutReviewers(review),
        person: bundle?.person ?? null,
        answer: bundle?.answer ?? null,
        evidence: bundle && locationEvidence.write(deps.keys, bundle.record, bundle.signature),
      };
      return { key: row.verification_id, id: row.verification_id, data };
    });
  },
};

/** Keys that devices of the customer attested. */
export const DEVICE_KEY: Section = {
  kind: 'device_key',
  at_once: 100,
  async read({ database }, { org, env, customer_hash }, after, limit) {
    const key = sql<string>`encode(key_id, 'hex') COLLATE "C"`;
    const rows = await database.db
      .selectFrom('attested_key' as never)
      .select([key.as('key'), sql`kind`.as('kind'), sql`app`.as('app'), sql`statement`.as('statement')])
      .select([
        sql<string>`encode(public_key, 'base64')`.as('public_key'),
        sql<string>`counter::text`.as('counter'),
      ])
      .select([sql<Date>`attested_at`.as('attested_at'), sql<Date | null>`last_used_at`.as('last_used_at')])
      .where(
        sql<boolean>`org = ${org} AND env = ${env} AND customer_hash = ${customer_hash} AND ${key} > ${after}`,
      )
      .orderBy(key)
      .limit(limit)
      .execute();
    return rows.map(({ key, attested_at, last_used_at, counter, ...data }) => ({
      key,
      id: key,
      data: {
        ...data,
        counter: Number(counter),
        attested_at: iso(attested_at),
        last_used_at: iso(last_used_at),
      },
    }));
  },
};

/** Location checks that a phone was asked to finish. */
export const HANDOFF: Section = {
  kind: 'handoff',
  at_once: 100,
  async read({ database: { db } }, { org, env, customer_hash }, after, limit) {
    const rows = await db
      .selectFrom('location_handoff')
      .select(['handoff_id', 'asked_by', 'verification_id', 'state', 'phone_label'])
      .select(['created_at', 'redeemed_at', 'confirmed_at', 'ended_at', 'expires_at'])
      .where('org', '=', org)
      .where('env', '=', env)
      .where('customer_hash', '=', customer_hash)
      .where('handoff_id', '>', after)
      .orderBy('handoff_id')
      .limit(limit)
      .execute();
    return rows.map(
      ({ handoff_id, created_at, redeemed_at, confirmed_at, ended_at, expires_at, ...data }) => ({
        key: handoff_id,
        id: handoff_id,
        data: {
          ...data,
          created_at: iso(created_at),
          redeemed_at: iso(redeemed_at),
          confirmed_at: iso(confirmed_at),
          ended_at: iso(ended_at),
          expires_at: iso(expires_at),
        },
      }),
    );
  },
};
