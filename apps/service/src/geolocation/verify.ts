import { createHash } from 'node:crypto';
import { type PreflightClaims, type VerifyAnswer, type VerifyBody, verify } from '@standpoint/contract';
import type { Policy } from '../accounts/policies.ts';
import { Answer, type Call, type Deps, type TokenCaller } from '../deps.ts';
import { openJson } from '../privacy/envelope.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { check } from '../tokens/check.ts';
import { WHY_NOT_SPENT } from '../tokens/single-use.ts';
import { wellFormed } from './install-id.ts';
import { type Bundle, judge } from './judge.ts';
import { type Opened, openSealed } from './payload.ts';
import { openPerson } from './person.ts';
import { chainHasTime, mintNext } from './preflight-token.ts';
import { bundleAad, customerContext, spendAndRecord } from './verification-records.ts';

/** A lost reply may be asked for again within this time. */
const REPLAY_S = 120;

type VerifyCall = Call<VerifyBody, unknown, unknown, TokenCaller>;

async function open(deps: Deps, call: VerifyCall, claims: PreflightClaims): Promise<Opened> {
  const { payload, evidence } = call.body;
  const fail = (path: string, message: string) =>
    refuse('invalid_request', 'body', { fields: [{ path, message }] });
  if ((payload === undefined) === (evidence === undefined))
    fail('payload', 'is required (or evidence, in the sandbox)');
  if (payload !== undefined) return openSealed(deps.keys, claims.env, payload);
  if (claims.env !== 'sandbox') fail('evidence', 'is accepted in the sandbox only; seal it into payload');
  return { evidence: evidence!, header: null };
}

/** The payload must be made for this very token and call: a payload for another one is somebody else's recording. */
function mustBelong({ evidence, header }: Opened, claims: PreflightClaims): void {
  if (
    header &&
    (header.sp_jti !== claims.jti || header.sp_htm !== 'POST' || header.sp_path !== verify.path)
  ) {
    refuse('challenge_mismatch', 'the sealed header names another token or call');
  }
  if (evidence.jti !== undefined && evidence.jti !== claims.jti)
    refuse('challenge_mismatch', 'the evidence names another token');
  if (evidence.purpose === 'collect') refuse('challenge_mismatch', 'made by collect(), not verify()');
  if (claims.origins && header?.sp_origin !== undefined && !claims.origins.includes(header.sp_origin)) {
    refuse('origin_not_allowed', `sealed on ${header.sp_origin}`);
  }
}

/** The address in a valid stamp of the same customer; a bad stamp is as good as none. In verify it is a signal only. */
async function stampedAddress(
  deps: Deps,
  stamp: string | undefined,
  claims: PreflightClaims,
): Promise<string | null> {
  if (!stamp) return null;
  const context = {
    keys: deps.keys,
    issuers: [deps.config.base_url, deps.config.sandbox_base_url],
    now: deps.clock.now(),
    epoch: deps.epoch.current,
  };
  try {
    const found = await check<{ sub: string; org: string; env: string; ip: string }>(context, stamp, [
      'ip_stamp',
    ]);
    const { sub, org, env, ip } = found.claims;
    return sub === claims.sub && org === claims.org && env === claims.env ? ip : null;
  } catch {
    return null;
  }
}

/** A policy that the token names is never replaced by a weaker default: without it nothing is decided, and nothing spent. */
async function policyOf(deps: Deps, claims: PreflightClaims): Promise<Policy | null> {
  if (!claims.policy) return deps.policies.forType(claims.org, claims.transaction_type);
  return (await deps.policies.byId(claims.org, claims.policy)) ?? refuse('policy_not_found', claims.policy);
}

export const verifyHandler: Handler<typeof verify> = async (call, deps) => {
  const claims = call.caller.claims as unknown as PreflightClaims;
  const opened = await open(deps, call as VerifyCall, claims);
  mustBelong(opened, claims);
  const { evidence } = opened;
  const payload_sha256 = createHash('sha256')
    .update(call.body.payload ?? JSON.stringify(evidence))
    .digest();
  const attempt = { call: call as VerifyCall, claims, attempt_id: evidence.attempt_id, payload_sha256 };
  const now_ms = deps.clock.now();
  if (deps.spent.has(claims.jti) || claims.exp * 1000 <= now_ms) return alreadySpent(deps, attempt);

  const answer = await judge(
    deps,
    {
      org: claims.org,
      env: claims.env,
      iss: call.base_url,
      customer_id: claims.customer_id,
      transaction: {
        type: claims.transaction_type,
        name: claims.transaction_name,
        id: claims.transaction_id,
        expected_jurisdiction: claims.expected_jurisdiction,
      },
      person: openPerson(deps.envelope.subkey('pii'), claims.pii, claims.jti),
      install_id: claims.install_id ?? wellFormed(evidence.install_id),
      policy: await policyOf(deps, claims),
      evidence,
      ip: {
        address: call.ip,
        source: 'connection',
        stamp: await stampedAddress(deps, evidence.ip_stamp, claims),
      },
      now_ms,
      chain: {
        hop: claims.hop ?? 0,
        root_jti: claims.root_jti ?? null,
        retry_left: chainHasTime(claims, now_ms),
      },
      actor: 'client',
      request_id: call.request_id,
      address: call.ip,
      locale: call.header('accept-language')?.split(/[,;]/)[0],
      next: () => mintNext(deps, claims).token,
    },
    (verification) =>
      spendAndRecord(
        deps.database.pool,
        { jti: claims.jti, exp: claims.exp, epoch: claims.epoch, payload_sha256 },
        verification,
      ),
  );
  if (!answer) return alreadySpent(deps, attempt);
  deps.spent.add(claims.jti);
  deps.decided(claims.env, answer.decision);
  return answer;
};

interface Attempt {
  call: VerifyCall;
  claims: PreflightClaims;
  attempt_id: string;
  payload_sha256: Buffer;
}

interface SpentRow {
  outcome: string | null;
  payload_sha256: Buffer | null;
  verification_id: string | null;
  age_s: number | null;
  expired: boolean;
}

/**
 * The token could not be spent. Only a request that says it is a retransmission, with the very same payload and soon, gets the
 * stored answer: a lost reply must not lock a person out. Everything else is a reuse (given §5.5, §7.1).
 */
async function alreadySpent(deps: Deps, attempt: Attempt): Promise<Answer<VerifyAnswer>> {
  const { call, claims } = attempt;
  const { rows } = await deps.database.pool.query<SpentRow>({
    name: 'why-not-spent',
    text: WHY_NOT_SPENT,
    values: [claims.org, claims.env, claims.jti, claims.exp],
  });
  const row = rows[0]!;
  if (row.outcome === null)
    refuse('token_expired', row.expired ? 'exp by the database’s clock' : 'epoch_fenced');
  const retransmission =
    call.header('standpoint-retry') === attempt.attempt_id &&
    row.outcome === 'spent' &&
    row.age_s! <= REPLAY_S &&
    row.payload_sha256?.equals(attempt.payload_sha256);
  if (retransmission)
    return new Answer(await storedAnswer(deps, claims, row.verification_id!), {
      headers: { 'idempotent-replayed': 'true' },
    });
  return refuse(claims.sdk === '0.3' ? 'attestation_failed' : 'token_already_used', row.outcome!);
}

async function storedAnswer(deps: Deps, { org, env }: PreflightClaims, id: string): Promise<VerifyAnswer> {
  const { rows } = await deps.database.pool.query<{
    sealed: Buffer | null;
    data_key: Buffer | null;
    customer_id: string;
  }>(
    `SELECT v.sealed, v.customer_id, c.data_key FROM verification v
       LEFT JOIN customer c ON c.org = v.org AND c.env = v.env AND c.customer_id = v.customer_id
      WHERE v.org = $1 AND v.env = $2 AND v.verification_id = $3`,
    [org, env, id],
  );
  const row = rows[0];
  if (!row?.sealed || !row.data_key) return refuse('token_already_used', 'the answer was erased');
  const key = deps.envelope.unwrap(row.data_key, customerContext(org, env, row.customer_id));
  return openJson<Bundle>(key, row.sealed, bundleAad(org, env, id)).answer;
}
