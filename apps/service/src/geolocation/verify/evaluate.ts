import { createHash } from 'node:crypto';
import type { EvaluateBody, Evidence, evaluate } from '@standpoint/contract';
import type { Call, Deps, KeyCaller } from '../../deps.ts';
import { normaliseIp } from '../../network-address.ts';
import { customerHash, installHash, transactionHash } from '../../privacy/pseudonyms.ts';
import { Refusal, refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { unreadable } from '../../tokens/open-payload.ts';
import { contentExpiry, evidenceContent, liveExpiries } from '../evidence/content.ts';
import type { Question } from '../facts/gather.ts';
import { wellFormed } from '../preflight/install-id.ts';
import { requirePossiblePlace } from '../preflight/possible-place.ts';
import { acceptAndRecord, type EvaluatedKey } from '../records/verification-records.ts';
import { readOne } from '../records/verifications.ts';
import { type Opened, openPlain, openSealed } from './payload.ts';
import { recordDecision } from './record-decision.ts';
import { checkStamp, foreign, isStampOf, policyOf } from './sent-evidence.ts';
import type { Subject } from './subject.ts';

const COLLECTED_WITHIN_MS = 24 * 3_600_000;

type EvaluateCall = Call<EvaluateBody, unknown, unknown, KeyCaller>;

/** Opens a payload of collect(), sealed or plain. 422 `challenge_mismatch` or `payload_stale`. */
async function openCollected(deps: Deps, { caller, body }: EvaluateCall, now_ms: number): Promise<Opened> {
  const opened = body.payload.startsWith('plain.')
    ? openPlain(caller.env, body.payload)
    : await openSealed(deps.keys, caller.env, body.payload);
  if (opened.evidence.purpose !== 'collect')
    foreign(caller.env, 'core.purpose', 'must be collect; collect() did not make this');
  // Accepted payloads are remembered for 24 hours; after that a replay looks like a first use. The difference
  // counts in both directions: a time far ahead, or an unreadable one, would keep a recording fresh for ever.
  if (!(Math.abs(now_ms - Date.parse(opened.evidence.collected_at)) <= COLLECTED_WITHIN_MS))
    refuse('payload_stale', 'collected more than 24 h from now');
  return opened;
}

/**
 * The address in a stamp; null when the stamp has expired, because an old address proves nothing about now.
 */
async function readStamp(deps: Deps, { caller, body }: EvaluateCall, stamp: string): Promise<string | null> {
  try {
    const claims = await checkStamp(deps, stamp);
    if (!isStampOf(claims, { sub: body.customer_id, org: caller.org, env: caller.env }))
      refuse('challenge_mismatch', 'the IP stamp is of another customer');
    return claims.ip;
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'token_expired') return null;
    if (cause instanceof Refusal && cause.code === 'challenge_mismatch') throw cause;
    return unreadable(caller.env, 'payload.core.ip_stamp', 'its IP stamp is not one of this service', {
      cause,
    });
  }
}

/**
 * The address to decide by. The IP stamp outranks `client_ip`, because the service itself saw that address. A
 * stamp of another customer is refused.
 */
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

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const keyOf = ({ envelope }: Deps, { caller, body }: EvaluateCall, now_ms: number): EvaluatedKey => ({
  transaction_key: Buffer.from(
    transactionHash(envelope, caller, JSON.stringify([body.transaction_type, body.transaction_id ?? null])),
  ),
  payload_sha256: sha256(body.payload),
  exp: contentExpiry(now_ms),
});

/** The id of the verification that this payload got earlier, for the same customer and transaction. */
async function acceptedBefore(
  deps: Deps,
  { caller: { org, env }, body: { customer_id } }: EvaluateCall,
  key: EvaluatedKey,
  now_ms: number,
): Promise<string | null> {
  const { rows } = await deps.database.pool.query<{ verification_id: string }>(
    `SELECT verification_id FROM evaluated_payload
      WHERE org = $1 AND env = $2 AND customer_hash = $3 AND transaction_key = $4 AND payload_sha256 = $5
        AND exp = ANY ($6::timestamptz[])`,
    [
      org,
      env,
      customerHash(deps.envelope, { org, env }, customer_id),
      key.transaction_key,
      key.payload_sha256,
      liveExpiries(now_ms),
    ],
  );
  return rows[0]?.verification_id ?? null;
}

export const evaluateHandler: Handler<typeof evaluate> = async (request, deps) => {
  const call = request as EvaluateCall;
  const { org, env } = call.caller;
  const { policy_id, transaction_type, expected_jurisdiction } = call.body;
  requirePossiblePlace(deps.places, expected_jurisdiction);
  const now_ms = deps.clock.now();
  const policy = await policyOf(deps, { org, policy: policy_id, transaction_type });
  const { evidence } = await openCollected(deps, call, now_ms);
  const ip = await addressOf(deps, call, evidence.ip_stamp);
  const key = keyOf(deps, call, now_ms);
  const before = await acceptedBefore(deps, call, key, now_ms);
  if (before) return readOne(deps, org, env, before);
  const content = evidenceContent(evidence) ?? key.payload_sha256;
  const subject = { ...subjectOf(deps, call, evidence, now_ms), policy, ip, content };
  const answer = await recordDecision(deps, subject, (verification) =>
    acceptAndRecord(deps.database.pool, key, verification),
  );
  if (answer) deps.decided(env, answer.decision);
  const id =
    answer?.verification_id ??
    (await acceptedBefore(deps, call, key, now_ms)) ??
    refuse('unavailable', 'lost a race and found no winner');
  return readOne(deps, org, env, id);
};

/** The case to decide, from the backend's call and the evidence. */
function subjectOf(
  { envelope }: Deps,
  call: EvaluateCall,
  evidence: Evidence,
  now_ms: number,
): Omit<Subject, 'policy' | 'ip' | 'content'> {
  const { caller, body } = call;
  const install_id = wellFormed(body.install_id) ?? wellFormed(evidence.install_id);
  return {
    org: caller.org,
    env: caller.env,
    iss: call.base_url,
    customer_id: body.customer_id,
    customer_hash: customerHash(envelope, caller, body.customer_id),
    since: new Date(now_ms),
    transaction_hash:
      body.transaction_id === undefined ? null : transactionHash(envelope, caller, body.transaction_id),
    install_hash: install_id === null ? null : installHash(envelope, caller, install_id),
    transaction: {
      type: body.transaction_type,
      name: body.transaction_name,
      id: body.transaction_id,
      expected_jurisdiction: body.expected_jurisdiction,
    },
    person: { name: body.name, email: body.email },
    install_id,
    evidence,
    now_ms,
    chain: { hop: 0, root_jti: null, retry_left: false },
    actor: caller.actor,
    request_id: call.request_id,
    address: call.ip,
    locale: undefined,
  };
}
