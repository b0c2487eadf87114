import type { record } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { OF_RECORD } from '../../events/of-record.ts';
import type { Subject } from '../subject.ts';

interface Row {
  event_id: string;
  type: string;
  at: Date;
  webhook_id: string | null;
  url: string | null;
  state: string | null;
  attempts: number | null;
  due_at: Date | null;
  ended_at: Date | null;
}

/** Events of the record, however long after it, and what became of each delivery. They are kept for 30 days. */
export async function eventSteps(deps: Deps, subject: Subject): Promise<record.Step[]> {
  const { org, env, record_id } = subject;
  const { rows } = await sql<Row>`
    SELECT e.event_id, e.type, e.at, d.webhook_id, w.url, d.state, d.attempts, d.due_at, d.ended_at
      FROM event e
      LEFT JOIN delivery d ON d.org = e.org AND d.env = e.env AND d.event_id = e.event_id
      LEFT JOIN webhook w ON w.org = d.org AND w.env = d.env AND w.webhook_id = d.webhook_id
     WHERE e.org = ${org} AND e.env = ${env} AND ${OF_RECORD} = ${record_id}
     ORDER BY e.event_id, d.webhook_id`.execute(deps.database.db);
  const events = new Map(rows.map((row) => [row.event_id, row]));
  return [...[...events.values()].map(eventStep), ...rows.flatMap(deliveryStep)];
}

const eventStep = ({ event_id, type, at }: Row): record.Step => ({
  at: at.toISOString(),
  kind: 'event',
  name: type,
  outcome: null,
  by: null,
  detail: { event_id },
});

function deliveryStep({
  event_id,
  type,
  at,
  webhook_id,
  url,
  state,
  attempts,
  due_at,
  ended_at,
}: Row): record.Step[] {
  if (webhook_id === null || state === null) return [];
  return [
    {
      at: (ended_at ?? at).toISOString(),
      kind: 'delivery',
      name: type,
      outcome: state,
      by: null,
      detail: {
        event_id,
        webhook_id,
        host: url === null ? null : new URL(url).host,
        attempts,
        next_at: state === 'pending' ? (due_at?.toISOString() ?? null) : null,
      },
    },
  ];
}
