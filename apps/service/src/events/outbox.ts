import type { Environment, EventType } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { newId } from '../ids.ts';

interface NewEvent {
  org: string;
  env: Environment;
  type: EventType;
  /**
   * Only ids, status and decision. The customer_id is missing: deliveries read it from the fact, so that an
   * erasure need not search here.
   */
  data: Record<string, unknown>;
}

/**
 * Records an event with its fact, and returns its id. `db` must be the transaction of the fact, so that
 * neither exists without the other. The database queues its deliveries in the same transaction.
 */
export async function record(db: Kysely<Schema>, event: NewEvent): Promise<string> {
  const event_id = newId('event');
  await db
    .insertInto('event')
    .values({
      org: event.org,
      env: event.env,
      event_id,
      type: event.type,
      data: JSON.stringify(event.data),
    })
    .execute();
  return event_id;
}
