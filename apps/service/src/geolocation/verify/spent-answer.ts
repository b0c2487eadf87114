import { type Environment, type VerifyAnswer, verify } from '@standpoint/contract';
import { Answer, type Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import { WHY_NOT_SPENT } from '../../tokens/single-use.ts';
import { type Bundle, openBundle } from '../evidence/bundle.ts';
import { offeredWith } from '../handoff/offer.ts';
import { bundleAad, customerContext } from '../records/verification-records.ts';
import type { VerifyCall } from './sent-evidence.ts';

/** The answer to a call may be asked for again within this time, in case it was lost. */
const REPLAY_S = verify.retry_grace_s;

/** A call that came with a single-use token. */
export interface Attempt {
  call: Pick<VerifyCall, 'header'>;
  claims: { org: string; env: Environment; jti: string; exp: number; sdk?: '0.3' | '0.5' };
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
 * The token could not be spent. Only a request that says it is a retransmission, with the very same payload
 * and soon, gets the stored answer: a lost reply must not lock a person out. Everything else is a reuse
 * (given §5.5, §7.1).
 */
export async function alreadySpent<A>(
  deps: Deps,
  attempt: Attempt,
  shown: (answer: VerifyAnswer) => A,
): Promise<Answer<A>> {
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
    return new Answer(shown(await storedAnswer(deps, claims, row.verification_id!)), {
      headers: { 'idempotent-replayed': 'true' },
    });
  return refuse(claims.sdk === '0.3' ? 'attestation_failed' : 'token_already_used', row.outcome!);
}

/** As it was given, the code for a phone included: that is made again from the token it belongs to. */
async function storedAnswer(deps: Deps, { org, env }: Attempt['claims'], id: string): Promise<VerifyAnswer> {
  const bundle = await storedBundle(deps, org, env, id);
  if (!bundle) return refuse('token_already_used', 'the answer was erased');
  const { answer } = bundle;
  const next = answer.next_token && jtiOf(answer.next_token);
  const handoff = next ? await offeredWith(deps, org, env, next) : undefined;
  return { ...answer, handoff };
}

/** Of a token that we signed ourselves and kept sealed. */
const jtiOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti: string }).jti;

/** What is sealed with a verification; null once the person was erased. */
export async function storedBundle(
  deps: Deps,
  org: string,
  env: Environment,
  id: string,
): Promise<Bundle | null> {
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
  if (!row?.sealed || !row.data_key) return null;
  const key = deps.envelope.unwrap(row.data_key, customerContext(org, env, row.customer_id));
  return openBundle(key, row.sealed, bundleAad(org, env, id));
}
