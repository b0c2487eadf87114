import { createHash } from 'node:crypto';
import type { EvaluateBody, evaluate } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Call, Deps, KeyCaller } from '../../deps.ts';
import { normaliseIp } from '../../network-address.ts';
import { Refusal, refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { check } from '../../tokens/check.ts';
import { contentExpiry, evidenceContent, liveExpiries } from '../evidence/content.ts';
import type { Question } from '../facts/gather.ts';
import { wellFormed } from '../preflight/install-id.ts';
import { acceptAndRecord, type EvaluatedKey } from '../records/verification-records.ts';
import { readOne } from '../records/verifications.ts';
import { type Opened, openPlain, openSealed } from './payload.ts';
import { judge } from './record-decision.ts';

const COLLECTED_WITHIN_MS = 24 * 3_600_000;

type EvaluateCall = Call<EvaluateBody, unknown, unknown, KeyCaller>;

async function open(deps: Deps, { caller, body }: EvaluateCall, now_ms: number): Promise<Opened> {
  const opened = body.payload.startsWith('plain.')
    ? openPlain(body.payload)
    : await openSealed(deps.keys, caller.env, body.payload);
  if (opened.evidence.purpose !== 'collect') refuse('challenge_mismatch', 'not made by collect()');
  // Beyond this the memory of accepted payloads is gone, and a replay could not be told from a first use. A
  // time far ahead, or one that no clock shows, would keep a recording fresh for ever.
  if (!(Math.abs(now_ms - Date.parse(opened.evidence.collected_at)) <= COLLECTED_WITHIN_MS))
    refuse('payload_stale', 'collected more than 24 h from now');
  return opened;
}

/** The address in a stamp; null when it has run out (an old address proves nothing about now). */
async function readStamp(deps: Deps, { caller, body }: EvaluateCall, stamp: string): Promise<string | null> {
  const context = {
    keys: deps.keys,
    issuers: [deps.config.base_url, deps.config.sandbox_base_url],
    now: deps.clock.now(),
    epoch: deps.epoch.current,
  };
  try {
    const { claims } = await check<{ sub: string; org: string; env: string; ip: string }>(context, stamp, [
      'ip_stamp',
    ]);
    if (claims.sub !== body.customer_id || claims.org !== caller.org || claims.env !== caller.env)
      refuse('challenge_mismatch', 'the IP stamp is of another customer');
    return claims.ip;
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'token_expired') return null;
    if (cause instanceof Refusal && cause.code === 'challenge_mismatch') throw cause;
    return refuse('payload_unreadable', 'IP stamp', { cause });
  }
}

/** The IP stamp outranks `client_ip`: the service saw it itself. A stamp of another customer is refused. */
async function addressOf(deps: Deps, call: EvaluateCall, stamp: string | undefined): Promise<Question['ip']> {
  const { client_ip } = call.body;
  const stamped = stamp ? await readStamp(deps, call, stamp) : null;
  if (stamped) return { address: stamped, source: 'stamp', stamp: stamped };
  if (client_ip === undefined) return { address: null, source: 'none', stamp: null };
  const { ip_class, ip } = normaliseIp(client_ip);
  if (ip_class === 'invalid')
    refuse('invalid_request', 'client_ip', {
      fields: [{ path: 'client_ip', message: 'must be an IP address' }],
    });
  return { address: ip, source: 'client_ip', stamp: null };
}

async function policyOf(deps: Deps, org: string, body: EvaluateBody): Promise<Policy | null> {
  if (body.policy_id === undefined) return deps.policies.forType(org, body.transaction_type);
  return (await deps.policies.byId(org, body.policy_id)) ?? refuse('policy_not_found', body.policy_id);
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The verification that this very payload got before, for the same customer and transaction. */
async function acceptedBefore(
  deps: Deps,
  org: string,
  env: string,
  customer_id: string,
  key: EvaluatedKey,
  now_ms: number,
): Promise<string | null> {
  const { rows } = await deps.database.pool.query<{ verification_id: string }>(
    `SELECT verification_id FROM evaluated_payload
      WHERE org = $1 AND env = $2 AND customer_id = $3 AND transaction_key = $4 AND payload_sha256 = $5 AND exp = ANY ($6::timestamptz[])`,
    [org, env, customer_id, key.transaction_key, key.payload_sha256, liveExpiries(now_ms)],
  );
  return rows[0]?.verification_id ?? null;
}

export const evaluateHandler: Handler<typeof evaluate> = async (request, deps) => {
  const call = request as EvaluateCall;
  const { caller, body } = call;
  const { org, env } = caller;
  const now_ms = deps.clock.now();
  const policy = await policyOf(deps, org, body);
  const { evidence } = await open(deps, call, now_ms);
  const ip = await addressOf(deps, call, evidence.ip_stamp);
  const key = {
    transaction_key: sha256(JSON.stringify([body.transaction_type, body.transaction_id ?? null])),
    payload_sha256: sha256(body.payload),
    exp: contentExpiry(now_ms),
  };
  const before = await acceptedBefore(deps, org, env, body.customer_id, key, now_ms);
  if (before) return readOne(deps, org, env, before);
  const answer = await judge(
    deps,
    {
      org,
      env,
      iss: call.base_url,
      customer_id: body.customer_id,
      transaction: {
        type: body.transaction_type,
        name: body.transaction_name,
        id: body.transaction_id,
        expected_jurisdiction: body.expected_jurisdiction,
      },
      person: { name: body.name, email: body.email },
      install_id: wellFormed(body.install_id) ?? wellFormed(evidence.install_id),
      policy,
      evidence,
      content: evidenceContent(evidence) ?? key.payload_sha256,
      ip,
      now_ms,
      chain: { hop: 0, root_jti: null, retry_left: false },
      actor: `key:${caller.key_id}`,
      request_id: call.request_id,
      address: call.ip,
      locale: undefined,
    },
    (verification) => acceptAndRecord(deps.database.pool, key, verification),
  );
  if (answer) deps.decided(env, answer.decision);
  const id = answer?.verification_id ?? (await acceptedBefore(deps, org, env, body.customer_id, key, now_ms));
  return readOne(
    deps,
    org,
    env,
    id ?? refuse('unavailable', 'lost a race and found no winner', { retry_after_s: 1 }),
  );
};
