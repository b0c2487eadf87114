import { type Environment, WEBHOOKS_MAX, type Webhook } from '@standpoint/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema, WebhookTable } from '../database/schema.ts';
import type { Envelope } from '../privacy/envelope.ts';
import { openSecrets, publicKeyOf, type Secrets, type WebhookName } from './secrets.ts';

type WebhookRow = Selectable<WebhookTable>;

interface Place {
  org: string;
  env: Environment;
}

const pending = sql<number>`(
  SELECT count(*)::int FROM delivery d
   WHERE d.org = webhook.org AND d.env = webhook.env AND d.webhook_id = webhook.webhook_id
     AND d.state = 'pending')`.as('pending');

/** Endpoints, the oldest first, each with how many deliveries wait for it. */
export const listRows = (db: Kysely<Schema>, { org, env }: Place) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .select(pending)
    .where('org', '=', org)
    .where('env', '=', env)
    .orderBy('webhook_id')
    .execute();

export type ListedRow = WebhookRow & { pending: number };

export const findRow = (db: Kysely<Schema>, { org, env, webhook_id }: WebhookName) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .select(pending)
    .where('org', '=', org)
    .where('env', '=', env)
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirst();

/** The row, locked until the transaction ends. */
export const lockRow = (trx: Kysely<Schema>, { org, env, webhook_id }: WebhookName) =>
  trx
    .selectFrom('webhook')
    .select(['signature', 'secrets_sealed'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('webhook_id', '=', webhook_id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** False where there are as many endpoints as there may be. */
export async function insertRow(
  trx: Kysely<Schema>,
  row: Pick<
    WebhookRow,
    | 'org'
    | 'env'
    | 'webhook_id'
    | 'url'
    | 'description'
    | 'types'
    | 'signature'
    | 'secrets_sealed'
    | 'coordinates'
    | 'created_at'
  >,
): Promise<boolean> {
  // The organization's row is locked, so that two calls at once cannot both add the last one.
  await trx.selectFrom('organization').select('org').where('org', '=', row.org).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('webhook')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('org', '=', row.org)
    .where('env', '=', row.env)
    .executeTakeFirstOrThrow();
  if (count >= WEBHOOKS_MAX) return false;
  await trx.insertInto('webhook').values(row).execute();
  return true;
}

/** False where there is no such endpoint. */
export async function updateRow(
  db: Kysely<Schema>,
  { org, env, webhook_id }: WebhookName,
  change: Partial<WebhookRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set(change)
    .where('org', '=', org)
    .where('env', '=', env)
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Also deletes the deliveries. They come first, because an attempt that ends locks its delivery and then the
 * endpoint: in the other order the two would deadlock.
 */
export async function deleteRow(
  trx: Kysely<Schema>,
  { org, env, webhook_id }: WebhookName,
): Promise<boolean> {
  await trx
    .deleteFrom('delivery')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('webhook_id', '=', webhook_id)
    .execute();
  const { numDeletedRows } = await trx
    .deleteFrom('webhook')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** When the older secret ends, while it still signs. */
export const rotatingUntil = ({ previous }: Secrets, now_ms: number): string | null =>
  previous[0] && previous[0].until_ms > now_ms ? new Date(previous[0].until_ms).toISOString() : null;

/** An endpoint as a backend sees it, without its secret. */
export function webhookOf(row: ListedRow, envelope: Envelope, now_ms: number): Webhook {
  const secrets = openSecrets(envelope, row, row.secrets_sealed);
  const { last_at, last_status: status, last_problem: problem, last_detail: detail } = row;
  return {
    webhook_id: row.webhook_id,
    url: row.url,
    description: row.description,
    types: row.types,
    signature: row.signature,
    public_key: publicKeyOf(secrets.current),
    coordinates: row.coordinates,
    enabled: row.disabled_at === null,
    disabled_reason: row.disabled_reason,
    disabled_at: iso(row.disabled_at),
    rotating_until: rotatingUntil(secrets, now_ms),
    last: last_at ? { at: last_at.toISOString(), status, problem, detail } : null,
    pending: row.pending,
    created_at: row.created_at.toISOString(),
  };
}
