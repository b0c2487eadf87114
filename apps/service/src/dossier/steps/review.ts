import type { record } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Subject } from '../subject.ts';
import { namesOf } from './audit.ts';

/** The review of the record: opened, answered, decided. Reasons and notes stand in the record itself. */
export async function reviewSteps({ database: { db } }: Deps, subject: Subject): Promise<record.Step[]> {
  const { org, env, record_id } = subject;
  const review = await db
    .selectFrom('review')
    .select(['review_id', 'opened_at', 'due_at', 'four_eyes', 'state', 'outcome', 'decided_at'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('id', '=', record_id)
    .executeTakeFirst();
  if (!review) return [];
  const { rows } = await sql<{ at: Date; actor: string; action: string; outcome: string }>`
    SELECT at, actor, action, outcome FROM audit
     WHERE org = ${org} AND target = ${record_id} AND action IN ('review.answered', 'review.decided')
     ORDER BY audit_id`.execute(db);
  const name = await namesOf(
    db,
    org,
    rows.map(({ actor }) => actor),
  );
  const opened: record.Step = {
    at: review.opened_at.toISOString(),
    kind: 'review',
    name: 'opened',
    outcome: null,
    by: null,
    detail: { review_id: review.review_id, due_at: review.due_at.toISOString(), four_eyes: review.four_eyes },
  };
  const answers = rows.map(
    ({ at, actor, action, outcome }): record.Step => ({
      at: at.toISOString(),
      kind: 'review',
      name: action === 'review.decided' ? 'decided' : 'answered',
      outcome: action === 'review.decided' ? review.outcome : outcome,
      by: name(actor),
      detail: {},
    }),
  );
  return [opened, ...answers];
}
