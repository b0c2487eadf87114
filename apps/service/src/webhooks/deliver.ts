import { type Kysely, sql } from 'kysely';
import type { DatabaseClock } from '../database/clock.ts';
import type { Schema } from '../database/schema.ts';
import type { Egress } from '../egress/egress.ts';
import { newId, newJti } from '../ids.ts';
import type { Envelope } from '../privacy/envelope.ts';
import { eventBodies, type StoredEvent } from './bodies.ts';
import { GIVE_UP_MS, type NextStep, nextStep } from './schedule.ts';
import { openSecrets, signedHeaders, type WebhookName } from './secrets.ts';

/** The parts of the world that a delivery needs. */
export interface DeliveryDeps {
  db: Kysely<Schema>;
  clock: Pick<DatabaseClock, 'now'>;
  envelope: Envelope;
  egress: Pick<Egress, 'post'>;
  chance?: () => number;
  /** Aborted when the process stops: attempts that still run are given back. */
  given_up?: AbortSignal;
}

/** The delivery that a job names. */
export interface DeliveryName extends WebhookName {
  event_id: string;
}

/**
 * Longer than an attempt may take, so that no other worker makes the same attempt meanwhile; short enough that
 * what a killed worker held goes on soon.
 */
const LEASE_S = 22;

/** Names this process in the leases that it takes; the number tells an operator whose they are. */
const HOLDER = `${process.pid}-${newJti()}`;
let leases = 0;

export interface Claim extends DeliveryName {
  lease: string;
  /** How many there are with this one. */
  attempts: number;
  url: string;
  secrets_sealed: Buffer;
  coordinates: boolean;
  /** Null: the event is older than events are kept. */
  event: StoredEvent | null;
}

interface ClaimRow {
  event_id: string;
  attempts: number;
  url: string;
  secrets_sealed: Buffer;
  coordinates: boolean;
  type: string | null;
  stored_at: Date;
  data: StoredEvent['data'];
}

/** Takes a delivery, or (without `event_id`) the one that is due longest. Null when there is none to be had. */
export async function claim(
  { db, clock }: Pick<DeliveryDeps, 'db' | 'clock'>,
  { org, env, webhook_id }: WebhookName,
  event_id: string | null,
): Promise<Claim | null> {
  const lease = `${HOLDER}.${++leases}`;
  const { rows } = await sql<ClaimRow>`
    SELECT * FROM claim_delivery(
      ${org}, ${env}, ${webhook_id}, ${event_id}, ${new Date(clock.now())}, ${lease}, ${LEASE_S})`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const { type, stored_at, data, ...rest } = row;
  const event = type === null ? null : { org, env, event_id: row.event_id, type, at: stored_at, data };
  return { ...rest, org, env, webhook_id, lease, attempts: row.attempts + 1, event };
}

/** Makes one attempt of a claimed delivery, and notes what came of it. */
export async function attempt(deps: DeliveryDeps, claimed: Claim): Promise<void> {
  if (!claimed.event)
    return finish(deps, claimed, { status: null, problem: 'event_gone' }, { step: 'exhausted' });
  const [body] = await eventBodies(deps, [claimed.event], claimed);
  const text = JSON.stringify(body);
  const secrets = openSecrets(deps.envelope, claimed, claimed.secrets_sealed);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Standpoint-Webhooks/1',
    ...signedHeaders(secrets, claimed.event_id, text, deps.clock.now()),
  };
  const outcome = await deps.egress.post(claimed.url, headers, Buffer.from(text), deps.given_up);
  if (deps.given_up?.aborted && !outcome.answered) return giveBack(deps.db, claimed);
  const noted = outcome.answered
    ? { status: outcome.status, problem: null }
    : { status: null, problem: outcome.problem };
  const retry_after_s = outcome.answered ? outcome.retry_after_s : null;
  const answered = { status: noted.status, retry_after_s };
  await finish(deps, claimed, noted, nextStep(answered, claimed.attempts, (deps.chance ?? Math.random)()));
}

/** The attempt was broken off because this process stops: it does not count, and is made again at once. */
async function giveBack(db: Kysely<Schema>, { org, env, webhook_id, event_id, lease }: Claim): Promise<void> {
  await sql`
    UPDATE delivery SET lease = NULL, lease_until = NULL
     WHERE (org, env, webhook_id, event_id, lease) = (${org}, ${env}, ${webhook_id}, ${event_id}, ${lease})`.execute(
    db,
  );
}

/** What was answered, or why there was no answer. */
interface Noted {
  status: number | null;
  problem: string | null;
}

/** An event that cannot be sent to an endpoint that is gone stays pending: it goes out if that comes back. */
const STATE = {
  delivered: 'delivered',
  gone: 'pending',
  again: 'pending',
  exhausted: 'failed',
} as const satisfies Record<NextStep['step'], string>;

async function finish(deps: DeliveryDeps, claimed: Claim, noted: Noted, next: NextStep): Promise<void> {
  const { org, env, webhook_id, event_id, lease, attempts } = claimed;
  const now = deps.clock.now();
  const due = next.step === 'again' ? now + next.in_ms : now;
  await sql`
    SELECT finish_delivery(
      ${org}, ${env}, ${webhook_id}, ${event_id}, ${lease}, ${new Date(now)}, ${STATE[next.step]},
      ${new Date(due)}, ${attempts}, ${noted.status}, ${noted.problem}, ${next.step === 'gone'},
      make_interval(secs => ${GIVE_UP_MS / 1_000}), ${newId('event')})`.execute(deps.db);
}
