import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Endpoint, Environment } from '@standpoint/contract';
import { Answer, type Call, type Deps, type KeyCaller, type PersonCaller } from '../deps.ts';
import { openJson, sealJson } from '../privacy/envelope.ts';
import { refuse } from '../refuse.ts';
import type { Route } from '../route.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
/** A node that died while it answered blocks a key no longer than this. */
const IN_FLIGHT_MAX = "interval '30 seconds'";
const LIFE = "interval '24 hours'";

interface Row {
  same_body: boolean;
  answer_sealed: Buffer | null;
}

interface Place {
  org: string;
  env: Environment;
  route: string;
  /** The header. It is never stored: it is needed to open the stored answer. */
  key: string;
  /** Keyed hash of the header. */
  key_hash: Buffer;
}

const values = ({ org, env, route, key_hash }: Place): unknown[] => [org, env, route, key_hash];
const aad = ({ org, env, route, key }: Place): string => `idempotency|${org}|${env}|${route}|${key}`;

const macOf = ({ envelope }: Deps, purpose: string, place: Omit<Place, 'key_hash'>): Buffer =>
  createHmac('sha256', envelope.subkey(purpose))
    .update(aad(place as Place))
    .digest();

/**
 * The answer names a person. The key that opens it is made from the header, which only the caller knows: neither
 * the database nor the root key is enough, so an answer that outlives an erasure in old pages tells nothing.
 */
const answerKey = (deps: Deps, place: Place): KeyObject => createSecretKey(macOf(deps, 'idempotency', place));

/**
 * Claims the key with one conditional write: a new key, one that has expired, or one whose owner died.
 * Returns the start time, which identifies the owner, or null when another request owns the key.
 */
async function claimKey(deps: Deps, place: Place, body: Buffer): Promise<string | null> {
  const { rows } = await deps.database.pool.query<{ started: string }>(
    `INSERT INTO idempotency AS i (org, env, route, key_hash, body_sha256, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + ${LIFE})
     ON CONFLICT (org, env, route, key_hash) DO UPDATE
        SET body_sha256 = $5, answer_sealed = NULL, started_at = now(), expires_at = now() + ${LIFE}
      WHERE i.expires_at <= now() OR (i.answer_sealed IS NULL AND i.started_at < now() - ${IN_FLIGHT_MAX})
     RETURNING started_at::text AS started`,
    [...values(place), body],
  );
  return rows[0]?.started ?? null;
}

async function replay(deps: Deps, place: Place, body: Buffer): Promise<Answer> {
  const { rows } = await deps.database.pool.query<Row>(
    `SELECT body_sha256 = $5 AS same_body, answer_sealed FROM idempotency
      WHERE org = $1 AND env = $2 AND route = $3 AND key_hash = $4`,
    [...values(place), body],
  );
  const row = rows[0];
  if (row && !row.same_body) refuse('idempotency_mismatch', place.key);
  if (!row?.answer_sealed) return refuse('idempotency_in_flight', place.key, { retry_after_s: 1 });
  const data = openJson(answerKey(deps, place), row.answer_sealed, aad(place));
  return new Answer(data, { headers: { 'idempotent-replayed': 'true' } });
}

/**
 * Runs the handler as the owner of the key. An owner that took too long was replaced, and must not touch the
 * row.
 */
async function run(
  deps: Deps,
  place: Place,
  started: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    const result = await work();
    const data = result instanceof Answer ? result.data : result;
    const until = (data as { expires_at?: string }).expires_at ?? null;
    await deps.database.pool.query(
      `UPDATE idempotency SET answer_sealed = $5, expires_at = coalesce($6::timestamptz, expires_at)
        WHERE org = $1 AND env = $2 AND route = $3 AND key_hash = $4 AND started_at = $7::timestamptz`,
      [...values(place), sealJson(answerKey(deps, place), data, aad(place)), until, started],
    );
    return result;
  } catch (error) {
    await deps.database.pool
      .query(
        `DELETE FROM idempotency
          WHERE org = $1 AND env = $2 AND route = $3 AND key_hash = $4 AND started_at = $5::timestamptz`,
        [...values(place), started],
      )
      .catch(() => undefined);
    throw error;
  }
}

/**
 * Honours Idempotency-Key: the same key and body get the same answer until its token expires. The answer
 * contains a token, so it is stored sealed. Without the header, nothing is read and nothing is written.
 */
export function idempotent(route: Route): Route {
  type Caller = KeyCaller | PersonCaller;
  const handle = async (call: Call<unknown, unknown, unknown, Caller>, deps: Deps): Promise<unknown> => {
    const header = call.header('idempotency-key');
    const work = () => route.handle(call as never, deps);
    if (header === undefined) return work();
    if (!KEY.test(header)) {
      refuse('invalid_request', 'Idempotency-Key', {
        fields: [{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }],
      });
    }
    const { org, env } = call.caller;
    const named = { org, env, route: (route.endpoint as Endpoint).name, key: header };
    const place: Place = { ...named, key_hash: macOf(deps, 'idempotency-keys', named) };
    // Inputs of the answer besides the body. If one of them differs, it is another request: the same body for
    // another id in the path, and another person, who must not be shown the key that the first one made.
    const person = call.caller.kind === 'person' ? call.caller.user_id : null;
    const { body: sent, params, query, base_url } = call;
    const made_from = [sent, params, query, person, base_url, call.header('standpoint-sdk') ?? null];
    const body = createHmac('sha256', deps.envelope.subkey('idempotency-bodies'))
      .update(JSON.stringify(made_from))
      .digest();
    const started = await claimKey(deps, place, body);
    return started ? run(deps, place, started, work) : replay(deps, place, body);
  };
  return { endpoint: route.endpoint, handle: handle as never };
}
