import type { Environment } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { customersOfSessions } from '../face/session/customers-of.ts';
import { type EventFacts, factsForEvents } from '../geolocation/records/event-facts.ts';
import type { DataKeys } from '../privacy/keys/data-keys.ts';

/** An event as it is stored. */
export interface StoredEvent {
  org: string;
  env: Environment;
  event_id: string;
  type: string;
  at: Date;
  data: Record<string, unknown>;
}

/** Where the facts of events are read. */
interface EventSource {
  db: Kysely<Schema>;
  data_keys: DataKeys;
}

/** What a webhook's body holds. */
interface EventBody {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

const idsOf = (events: readonly StoredEvent[], field: string): string[] => [
  ...new Set(events.flatMap(({ data }) => (typeof data[field] === 'string' ? [data[field]] : []))),
];

/** Types that carry the position where an endpoint asks for it. */
const POSITIONED = /^geolocation\.verification\./;

/**
 * The bodies of stored events, of one organization and environment, in their order. The person is read from
 * the fact: after an erasure no body names them. Apart from that a body never changes, so that each attempt
 * sends the same bytes.
 */
export async function eventBodies(
  { db, data_keys }: EventSource,
  events: readonly StoredEvent[],
  { coordinates }: { coordinates: boolean },
): Promise<EventBody[]> {
  const [first] = events;
  if (!first) return [];
  const place = { org: first.org, env: first.env };
  const verifications = await factsForEvents(
    { database: { db }, data_keys },
    place,
    idsOf(events, 'verification_id'),
  );
  const customers = await customersOfSessions(db, data_keys, place, idsOf(events, 'session_id'));
  return events.map(({ env, type, at, data }) => {
    const body: Record<string, unknown> = { ...data, livemode: env === 'production' };
    if (typeof data.verification_id === 'string')
      Object.assign(body, ofVerification(verifications.get(data.verification_id), type, coordinates, data));
    if (typeof data.session_id === 'string')
      body.customer_id = customers.get(data.session_id) ?? data.customer_id ?? null;
    return { type, timestamp: at.toISOString(), data: body };
  });
}

/** `data` names a person only in the example that `trigger` sends, which has no fact. */
function ofVerification(
  facts: EventFacts | undefined,
  type: string,
  coordinates: boolean,
  data: StoredEvent['data'],
) {
  const { customer_id = null, transaction_id = null, install_id = null } = facts ?? data;
  const person = { customer_id, transaction_id };
  if (type === 'geolocation.install.shared') return { ...person, install_id };
  return coordinates && POSITIONED.test(type) ? { ...person, position: facts?.position ?? null } : person;
}
