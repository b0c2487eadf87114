import { createHash } from 'node:crypto';
import type { Endpoint, Environment } from '@standpoint/contract';
import { Answer, type Call, type Deps, type KeyCaller } from '../deps.ts';
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
  key: string;
}

const values = ({ org, env, route, key }: Place): unknown[] => [org, env, route, key];
const aad = (place: Place): string => `idempotency|${values(place).join('|')}`;

/**
 * Claims the key with one conditional write: a new key, one that has expired, or one whose owner died.
 * Returns the start time, which identifies the owner, or null when another request owns the key.
 */
async function claim(deps: Deps, place: Place, body: Buffer): Promise<string | null> {
  const { rows } = await deps.database.pool.query<{ started: string }>(
    `INSERT INTO idempotency AS i (org, env, route, key, body_sha256, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + ${LIFE})
     ON CONFLICT (org, env, route, key) DO UPDATE
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
      WHERE org = $1 AND env = $2 AND route = $3 AND key = $4`,
    [...values(place), body],
  );
  const row = rows[0];
  if (row && !row.same_body) refuse('idempotency_mismatch', place.key);
  if (!row?.answer_sealed) return refuse('idempotency_in_flight', place.key, { retry_after_s: 1 });
  const data = openJson(deps.envelope.subkey('idempotency'), row.answer_sealed, aad(place));
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
        WHERE org = $1 AND env = $2 AND route = $3 AND key = $4 AND started_at = $7::timestamptz`,
      [...values(place), sealJson(deps.envelope.subkey('idempotency'), data, aad(place)), until, started],
    );
    return result;
  } catch (error) {
    await deps.database.pool
      .query(
        `DELETE FROM idempotency
          WHERE org = $1 AND env = $2 AND route = $3 AND key = $4 AND started_at = $5::timestamptz`,
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
  const handle = async (call: Call<unknown, unknown, unknown, KeyCaller>, deps: Deps): Promise<unknown> => {
    const header = call.header('idempotency-key');
    const work = () => route.handle(call as never, deps);
    if (header === undefined) return work();
    if (!KEY.test(header)) {
      refuse('invalid_request', 'Idempotency-Key', {
        fields: [{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }],
      });
    }
    const place = {
      org: call.caller.org,
      env: call.caller.env,
      route: (route.endpoint as Endpoint).name,
      key: header,
    };
    // Inputs of the answer besides the body. If one of them differs, it is another request.
    const made_from = [call.body, call.base_url, call.header('standpoint-sdk') ?? null];
    const body = createHash('sha256').update(JSON.stringify(made_from)).digest();
    const started = await claim(deps, place, body);
    return started ? run(deps, place, started, work) : replay(deps, place, body);
  };
  return { endpoint: route.endpoint, handle: handle as never };
}
