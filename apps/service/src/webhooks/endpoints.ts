import {
  type addWebhook,
  type changeWebhook,
  type listWebhooks,
  type removeWebhook,
  type rotateWebhook,
  WEBHOOKS_MAX,
} from '@standpoint/contract';
import type { Kysely } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { Call, Deps, KeyCaller } from '../deps.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import {
  deleteRow,
  findRow,
  insertRow,
  listRows,
  lockRow,
  rotatingUntil,
  updateRow,
  webhookOf,
} from './records.ts';
import {
  newSecret,
  openSecrets,
  publicKeyOf,
  sealSecrets,
  shownSecret,
  type WebhookName,
} from './secrets.ts';

const OVERLAP_S = 86_400;

type KeyCall = Pick<Call<unknown, unknown, unknown, KeyCaller>, 'caller' | 'request_id' | 'ip'>;
type NamedCall = KeyCall & { params: { webhook_id: string } };

const nameOf = ({ caller: { org, env }, params: { webhook_id } }: NamedCall): WebhookName => ({
  org,
  env,
  webhook_id,
});

/** The change and its audit entry, which tells no secret and no address. */
const noted = <T>(
  { database }: Deps,
  { caller: { org, env, actor }, request_id, ip }: KeyCall,
  { action, target, detail }: { action: string; target: string; detail?: Record<string, unknown> },
  work: (trx: Kysely<Schema>) => Promise<T>,
): Promise<T> =>
  database.db.transaction().execute(async (trx) => {
    const result = await work(trx);
    await audit(trx, { org, env, actor, action, target, request_id, ip, detail });
    return result;
  });

async function refuseAddress({ egress }: Deps, url: string): Promise<void> {
  const problem = await egress.problemOf(url);
  if (problem) refuse('invalid_request', `url ${problem}`, { fields: [{ path: 'url', message: problem }] });
}

async function endpointView({ database, envelope, clock }: Deps, name: WebhookName) {
  const row = (await findRow(database.db, name)) ?? refuse('not_found', name.webhook_id);
  return webhookOf(row, envelope, clock.now());
}

/** Types once each; null where none are named. */
const typesOf = (types: readonly string[] | undefined): string[] => [...new Set(types ?? [])];

export const listHandler: Handler<typeof listWebhooks> = async ({ caller }, deps) => {
  const { database, envelope, clock } = deps;
  const rows = await listRows(database.db, caller);
  return { webhooks: rows.map((row) => webhookOf(row, envelope, clock.now())) };
};

export const addHandler: Handler<typeof addWebhook> = async (call, deps) => {
  const { url, description, types, signature = 'hmac', coordinates = false } = call.body;
  await refuseAddress(deps, url);
  const { org, env } = call.caller;
  const name = { org, env, webhook_id: newId('webhook') };
  const current = newSecret(signature);
  const row = {
    ...name,
    url,
    description: description ?? null,
    types: typesOf(types),
    signature,
    secrets_sealed: sealSecrets(deps.envelope, name, { current, previous: [] }),
    coordinates,
    created_at: new Date(deps.clock.now()),
  };
  const entry = { action: 'webhook.added', target: name.webhook_id, detail: { types: row.types, signature } };
  await noted(deps, call, entry, async (trx) => {
    if (!(await insertRow(trx, row)))
      refuse('invalid_request', 'too many webhook endpoints', {
        message: `There are ${WEBHOOKS_MAX} endpoints already; remove one first.`,
      });
  });
  return { ...(await endpointView(deps, name)), secret: shownSecret(current) };
};

export const changeHandler: Handler<typeof changeWebhook> = async (call, deps) => {
  const { url, description, types, coordinates, enabled } = call.body;
  if (url !== undefined) await refuseAddress(deps, url);
  const name = nameOf(call);
  const change = {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types: typesOf(types) }),
    ...(coordinates !== undefined && { coordinates }),
    ...(enabled !== undefined && switched(enabled, new Date(deps.clock.now()))),
  };
  if (Object.keys(change).length === 0) return endpointView(deps, name);
  const entry = {
    action: 'webhook.changed',
    target: name.webhook_id,
    detail: { fields: Object.keys(call.body) },
  };
  await noted(deps, call, entry, async (trx) => {
    if (!(await updateRow(trx, name, change))) refuse('not_found', name.webhook_id);
  });
  return endpointView(deps, name);
};

/** An endpoint that comes back begins with a clean record, or one more failure would switch it off again. */
const switched = (enabled: boolean, now: Date) =>
  enabled
    ? { disabled_at: null, disabled_reason: null, failing_since: null, failures: 0 }
    : { disabled_at: now, disabled_reason: 'operator' as const };

export const removeHandler: Handler<typeof removeWebhook> = async (call, deps) => {
  const name = nameOf(call);
  const entry = { action: 'webhook.removed', target: name.webhook_id };
  await noted(deps, call, entry, async (trx) => {
    if (!(await deleteRow(trx, name))) refuse('not_found', name.webhook_id);
  });
  return { webhook_id: name.webhook_id, removed: true };
};

export const rotateHandler: Handler<typeof rotateWebhook> = async (call, deps) => {
  const name = nameOf(call);
  const { overlap_s = OVERLAP_S } = call.body;
  const now = deps.clock.now();
  const entry = { action: 'webhook.rotated', target: name.webhook_id, detail: { overlap_s } };
  const secrets = await noted(deps, call, entry, async (trx) => {
    // Locked, or of two rotations at once one would give out a secret that never signs.
    const row = (await lockRow(trx, name)) ?? refuse('not_found', name.webhook_id);
    const { current, previous } = openSecrets(deps.envelope, name, row.secrets_sealed);
    const until_ms = now + overlap_s * 1_000;
    // A second rotation does not shorten the overlap that the first one has promised.
    const older = [{ secret: current, until_ms }, ...previous].filter((secret) => secret.until_ms > now);
    const made = { current: newSecret(row.signature), previous: overlap_s === 0 ? [] : older.slice(0, 4) };
    await updateRow(trx, name, { secrets_sealed: sealSecrets(deps.envelope, name, made) });
    return made;
  });
  return {
    webhook_id: name.webhook_id,
    secret: shownSecret(secrets.current),
    public_key: publicKeyOf(secrets.current),
    rotating_until: rotatingUntil(secrets, now),
  };
};
