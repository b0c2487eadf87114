import {
  type Environment,
  type EventType,
  kindsOf,
  LIVE_KINDS,
  type LiveKind,
  type News,
} from '@standpoint/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { ulid } from '../ids.ts';

/** What one screen shows. */
export interface Place {
  org: string;
  env: Environment;
}

export const keyOf = ({ org, env }: Place): string => `${org}|${env}`;

/** An event as it is told: which one, and as what. */
export interface Told {
  event_id: string;
  /** Its transaction, as a number of PostgreSQL. */
  tx: string;
  news: readonly News[];
}

/** A reader who missed more than this loads anew. */
const MOST = 500;

export interface Read {
  told: readonly Told[];
  /** Everything of the transactions before this one is in `told`, or was before. */
  horizon: string;
  /** There was more than is told. */
  more: boolean;
}

interface Row {
  event_id: string | null;
  type: EventType;
  at: Date;
  data: Record<string, unknown>;
  tx: string;
  horizon: string;
}

/** What is loaded anew and told by no event: the transactions before one, but for those that had not ended then. */
export interface Past {
  before: string;
  open: readonly string[];
}

type From = { tx: string; past?: Past | null } | { since_ms: number };

function since(from: From): RawBuilder<unknown> {
  if ('since_ms' in from) return sql`e.event_id >= ${`evt_${ulid(from.since_ms, new Uint8Array(10))}`}`;
  const { tx, past } = from;
  if (!past) return sql`e.tx >= ${tx}::xid8`;
  return sql`e.tx >= ${tx}::xid8 AND (e.tx >= ${past.before}::xid8 OR e.tx = ANY (${past.open}::xid8[]))`;
}

/** Events from the transaction `from` on, or those made since a time, with the transactions that still run. */
export async function readNews(db: Kysely<Schema>, { org, env }: Place, from: From): Promise<Read> {
  const { rows } = await sql<Row>`
    SELECT n.*, h.horizon::text FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon) h
      LEFT JOIN LATERAL (
        SELECT e.event_id, e.type, e.at, e.data, e.tx::text AS tx FROM event e
         WHERE e.org = ${org} AND e.env = ${env} AND ${since(from)}
         ORDER BY e.tx, e.event_id LIMIT ${MOST + 1}) n ON true`.execute(db);
  const events = rows.filter(({ event_id }) => event_id !== null);
  return {
    told: events.slice(0, MOST).map(toldOf),
    horizon: rows[0]!.horizon,
    more: events.length > MOST,
  };
}

const toldOf = ({ event_id, type, at, data, tx }: Row): Told => ({
  event_id: event_id!,
  tx,
  news: kindsOf(type).map((kind) => ({ kind, id: idOf(kind, data), type, at: at.toISOString() })),
});

/** A review is named by what it is about. */
const FIELDS: Record<LiveKind, readonly string[]> = {
  verification: ['verification_id'],
  session: ['session_id'],
  review: ['verification_id', 'session_id'],
  claim: [],
  held: [],
  customer: [],
  policy: ['policy_id'],
  workflow: ['workflow_id'],
  webhook: ['webhook_id'],
  key: ['key_id'],
};

const idOf = (kind: LiveKind, data: Record<string, unknown>): string | null => {
  const found = FIELDS[kind].map((field) => data[field]).find((value) => typeof value === 'string');
  return (found as string | undefined) ?? null;
};

/**
 * A change that is no event, from its notice `org|env|kind|id`. Null for the notice of an event, and for
 * what is malformed.
 */
export function changeIn(notice: string, now_ms: number): { place: string; news: News } | null {
  const [org, env, kind, id] = notice.split('|');
  if (!LIVE_KINDS.includes(kind as LiveKind) || !id) return null;
  const at = new Date(now_ms).toISOString();
  return { place: `${org}|${env}`, news: { kind: kind as LiveKind, id, type: null, at } };
}
