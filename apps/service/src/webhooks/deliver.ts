import type { Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { DatabaseClock } from '../database/clock.ts';
import type { Schema } from '../database/schema.ts';
import type { Egress } from '../egress/egress.ts';
import type { Outcome } from '../egress/outcome.ts';
import { record } from '../events/outbox.ts';
import { newJti } from '../ids.ts';
import type { Envelope } from '../privacy/envelope.ts';
import { eventBodies } from './bodies.ts';
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
export const LEASE_S = 22;

export interface Claim extends DeliveryName {
  lease: string;
  /** How many there are with this one. */
  attempts: number;
}

/** Takes a delivery, or (without `event_id`) the one that is due longest. Null when there is none to be had. */
export async function claim(
  { db, clock }: DeliveryDeps,
  { org, env, webhook_id }: WebhookName,
  event_id: string | null,
): Promise<Claim | null> {
  const lease = newJti();
  const { rows } = await sql<{ event_id: string; attempts: number }>`
    SELECT event_id, attempts FROM claim_delivery(
      ${org}, ${env}, ${webhook_id}, ${event_id}, ${new Date(clock.now())}, ${lease}, ${LEASE_S})`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  return { org, env, webhook_id, lease, event_id: row.event_id, attempts: row.attempts + 1 };
}

/** Makes one attempt of a claimed delivery, and notes what came of it. */
export async function attempt(deps: DeliveryDeps, claimed: Claim): Promise<void> {
  const found = await readBoth(deps.db, claimed);
  // The event is older than events are kept, or the endpoint was removed meanwhile.
  if (!found) return finish(deps, claimed, { status: null, problem: 'event_gone' }, { step: 'exhausted' });
  const { webhook, event } = found;
  const [body] = await eventBodies(deps, [event], webhook);
  const text = JSON.stringify(body);
  const secrets = openSecrets(deps.envelope, claimed, webhook.secrets_sealed);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Standpoint-Webhooks/1',
    ...signedHeaders(secrets, claimed.event_id, text, deps.clock.now()),
  };
  const outcome = await deps.egress.post(webhook.url, headers, Buffer.from(text), deps.given_up);
  if (deps.given_up?.aborted && !outcome.answered) return giveBack(deps.db, claimed);
  const answered = {
    status: outcome.answered ? outcome.status : null,
    retry_after_s: outcome.answered ? outcome.retry_after_s : null,
  };
  const next = nextStep(answered, claimed.attempts, (deps.chance ?? Math.random)());
  await finish(deps, claimed, { status: answered.status, problem: problemOf(outcome) }, next);
}

const problemOf = (outcome: Outcome): string | null => (outcome.answered ? null : outcome.problem);

async function readBoth(db: Kysely<Schema>, { org, env, webhook_id, event_id }: DeliveryName) {
  const row = await db
    .selectFrom('webhook as w')
    .innerJoin('event as e', (join) => join.onRef('e.org', '=', 'w.org').onRef('e.env', '=', 'w.env'))
    .select(['w.url', 'w.secrets_sealed', 'w.coordinates', 'e.type', 'e.at', 'e.data'])
    .where('w.org', '=', org)
    .where('w.env', '=', env)
    .where('w.webhook_id', '=', webhook_id)
    .where('e.event_id', '=', event_id)
    .executeTakeFirst();
  if (!row) return null;
  const { type, at, data, ...webhook } = row;
  return { webhook, event: { org, env, event_id, type, at, data } };
}

const FREE = { lease: null, lease_until: null };

/** The row of a delivery, as long as this worker holds its lease. */
const held = ({ org, env, webhook_id, event_id, lease }: Claim) => sql<boolean>`
  (org, env, webhook_id, event_id, lease) = (${org}, ${env}, ${webhook_id}, ${event_id}, ${lease})`;

/** The attempt was broken off because this process stops: it does not count, and is made again at once. */
async function giveBack(db: Kysely<Schema>, claimed: Claim): Promise<void> {
  await db.updateTable('delivery').set(FREE).where(held(claimed)).execute();
}

/** Why an attempt failed; both are null or false after a success. */
interface Noted {
  status: number | null;
  problem: string | null;
}

/**
 * Gives the lease back with what came of the attempt. A worker whose lease ran out changes nothing: another
 * one has taken over.
 */
async function finish(deps: DeliveryDeps, claimed: Claim, noted: Noted, next: NextStep): Promise<void> {
  const now = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (trx) => {
    const state = STATE[next.step];
    const due_at = next.step === 'again' ? new Date(now.getTime() + next.in_ms) : now;
    const mine = await trx
      .updateTable('delivery')
      .set({ ...FREE, state, due_at, attempts: claimed.attempts, ended_at: state === 'pending' ? null : now })
      .where(held(claimed))
      .returning('event_id')
      .execute();
    if (mine.length > 0) await noteOutcome(trx, claimed, noted, next, now);
  });
}

/** An event that cannot be sent to an endpoint that is gone stays pending: it goes out if that comes back. */
const STATE = {
  delivered: 'delivered',
  gone: 'pending',
  again: 'pending',
  exhausted: 'failed',
} as const satisfies Record<NextStep['step'], string>;

/** The endpoint's last outcome. Switches it off where it is gone, or has failed for too long. */
async function noteOutcome(
  trx: Kysely<Schema>,
  { org, env, webhook_id }: WebhookName,
  { status, problem }: Noted,
  next: NextStep,
  now: Date,
): Promise<void> {
  const good = next.step === 'delivered';
  const since = sql<Date | null>`CASE WHEN ${good} THEN NULL ELSE coalesce(failing_since, ${now}) END`;
  const row = await trx
    .updateTable('webhook')
    .set({
      last_at: now,
      last_status: status,
      last_problem: problem,
      failures: good ? 0 : sql`failures + 1`,
      failing_since: since,
    })
    .where('org', '=', org)
    .where('env', '=', env)
    .where('webhook_id', '=', webhook_id)
    .where('disabled_at', 'is', null)
    .returning('failing_since')
    .executeTakeFirst();
  if (!row || good) return;
  const failing = row.failing_since !== null && now.getTime() - row.failing_since.getTime() >= GIVE_UP_MS;
  if (next.step === 'gone') await disable(trx, { org, env, webhook_id }, 'gone', now);
  else if (failing) await disable(trx, { org, env, webhook_id }, 'failing', now);
}

/** Switches an endpoint off and tells the others. */
async function disable(
  trx: Kysely<Schema>,
  { org, env, webhook_id }: { org: string; env: Environment; webhook_id: string },
  reason: 'gone' | 'failing',
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('org', '=', org)
    .where('env', '=', env)
    .where('webhook_id', '=', webhook_id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const data = { webhook_id, reason, disabled_at: now.toISOString() };
  await record(trx, { org, env, type: 'webhook.disabled', data });
}
