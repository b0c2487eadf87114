import { type Kysely, sql } from 'kysely';
import type { DatabaseClock } from '../database/clock.ts';
import type { Schema } from '../database/schema.ts';
import type { Egress } from '../egress/egress.ts';
import type { Outcome } from '../egress/outcome.ts';
import { newId, newJti } from '../ids.ts';
import type { Tally } from '../overview/tally.ts';
import type { Envelope } from '../privacy/envelope.ts';
import type { DataKeys } from '../privacy/keys/data-keys.ts';
import { eventBodies, type StoredEvent } from './bodies.ts';
import { type Answered, GIVE_UP_MS, type NextStep, nextStep } from './schedule.ts';
import { openSecrets, type Secrets, signedHeaders, type WebhookName, withoutSecrets } from './secrets.ts';

/** The parts of the world that a delivery needs. */
export interface DeliveryDeps {
  db: Kysely<Schema>;
  clock: Pick<DatabaseClock, 'now'>;
  envelope: Envelope;
  data_keys: DataKeys;
  egress: Pick<Egress, 'post'>;
  tally?: Pick<Tally, 'attempted'>;
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
export const HOLDER = `${process.pid}-${newJti()}`;
let leases = 0;

export interface Claim extends DeliveryName {
  lease: string;
  /** How many there are with this one. */
  attempts: number;
  /** How often the event was replayed before. */
  round: number;
  url: string;
  secrets_sealed: Buffer;
  coordinates: boolean;
  /** Null: the event is older than events are kept. */
  event: StoredEvent | null;
  /** Since when it was due. */
  due: Date;
}

interface ClaimRow {
  event_id: string;
  attempts: number;
  round: number;
  url: string;
  secrets_sealed: Buffer;
  coordinates: boolean;
  type: string | null;
  stored_at: Date;
  data: StoredEvent['data'];
  due: Date;
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
  const { event } = claimed;
  if (!event) return finish(deps, claimed, EVENT_GONE, { step: 'exhausted' });
  // What cannot be built counts as an attempt, or it would hold a place of its endpoint for ever.
  const built = await request(deps, claimed, event).catch((error: Error) => error);
  if (built instanceof Error) return finish(deps, claimed, NOT_BUILT, again(deps, claimed, NO_ANSWER));
  const { headers, bytes, secrets } = built;
  const outcome = safe(secrets, await deps.egress.post(claimed.url, headers, bytes, deps.given_up));
  if (deps.given_up?.aborted && !outcome.answered) return giveBack(deps.db, claimed);
  const answered = outcome.answered ? outcome : NO_ANSWER;
  const next = again(deps, claimed, answered);
  const good = next.step === 'delivered';
  count(deps, claimed, event, good);
  const noted = good ? { status: answered.status } : notedOf(outcome);
  const answer = outcome.answered && outcome.text !== '' ? outcome.text : null;
  await finish(deps, claimed, { ...noted, ms: outcome.ms, answer }, next);
}

/** How long a receiver waits for news. What was sent again, or late by a person's wish, says nothing about that. */
function count({ tally, clock }: DeliveryDeps, claimed: Claim, { at }: StoredEvent, good: boolean): void {
  const { org, env, webhook_id, attempts, round, due } = claimed;
  if (attempts > 1 || round > 0 || due.getTime() !== at.getTime()) return;
  const now = clock.now();
  tally?.attempted({ org, env, webhook_id, good }, now, Math.max(0, now - at.getTime()));
}

const safe = (secrets: Secrets, outcome: Outcome): Outcome =>
  outcome.answered ? { ...outcome, text: withoutSecrets(secrets, outcome.text) } : outcome;

const NO_ANSWER: Answered = { status: null, retry_after_s: null };
const EVENT_GONE: Noted = { problem: 'event_gone', detail: 'The event is older than events are kept.' };
const NOT_BUILT: Noted = { problem: 'internal', detail: 'The event could not be read or signed.' };

const again = ({ chance = Math.random }: DeliveryDeps, { attempts }: Claim, answered: Answered): NextStep =>
  nextStep(answered, attempts, chance());

const notedOf = (outcome: Outcome): Noted =>
  outcome.answered
    ? { status: outcome.status, detail: outcome.text }
    : { problem: outcome.problem, detail: outcome.detail };

async function request(deps: DeliveryDeps, claimed: Claim, event: StoredEvent) {
  const [body] = await eventBodies(deps, [event], claimed);
  const text = JSON.stringify(body);
  const secrets = openSecrets(deps.envelope, claimed, claimed.secrets_sealed);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Standpoint-Webhooks/1',
    ...signedHeaders(secrets, claimed.event_id, text, deps.clock.now()),
  };
  return { headers, bytes: Buffer.from(text), secrets };
}

/** The attempt was broken off because this process stops: it does not count, and is made again at once. */
async function giveBack(db: Kysely<Schema>, { org, env, webhook_id, event_id, lease }: Claim): Promise<void> {
  await sql`
    UPDATE delivery SET lease = NULL, lease_until = NULL
     WHERE (org, env, webhook_id, event_id, lease) = (${org}, ${env}, ${webhook_id}, ${event_id}, ${lease})`.execute(
    db,
  );
}

/** What was answered, or why there was no answer; the words are for the organization. */
interface Noted {
  status?: number | null;
  problem?: string;
  detail?: string;
  ms?: number;
  answer?: string | null;
}

/** An event that cannot be sent to an endpoint that is gone stays pending: it goes out if that comes back. */
const STATE = {
  delivered: 'delivered',
  gone: 'pending',
  again: 'pending',
  exhausted: 'failed',
} as const satisfies Record<NextStep['step'], string>;

async function finish(deps: DeliveryDeps, claimed: Claim, noted: Noted, next: NextStep): Promise<void> {
  const { org, env, webhook_id, event_id, lease, attempts, round, event } = claimed;
  const now = deps.clock.now();
  const about = event?.data.verification_id ?? event?.data.session_id ?? null;
  const ms = noted.ms === undefined ? null : Math.round(noted.ms);
  const due = next.step === 'again' ? now + next.in_ms : now;
  await sql`
    SELECT finish_delivery(
      ${org}, ${env}, ${webhook_id}, ${event_id}, ${lease}, ${round}, ${new Date(now)}, ${STATE[next.step]},
      ${new Date(due)}, ${attempts}, ${noted.status ?? null}, ${noted.problem ?? null},
      ${noted.detail ?? null}, ${next.step === 'gone'},
      make_interval(secs => ${GIVE_UP_MS / 1_000}), ${newId('event')}, ${ms}, ${noted.answer ?? null},
      ${about})`.execute(deps.db);
}
