import { type Environment, type VerifyAnswer, verify } from '@standpoint/contract';
import { Answer, type Deps } from '../../deps.ts';
import { withKeys } from '../../privacy/customers.ts';
import { refuse } from '../../refuse.ts';
import { WHY_NOT_SPENT } from '../../tokens/single-use.ts';
import { type Bundle, openStoredBundle, type SealedBundle } from '../evidence/bundle.ts';
import { offeredWith } from '../handoff/offer.ts';
import type { VerifyCall } from './sent-evidence.ts';

/** The answer to a call may be asked for again within this time, in case it was lost. */
const REPLAY_S = verify.retry_grace_s;

/** One call with a single-use token. */
export interface Attempt {
  call: Pick<VerifyCall, 'header'>;
  claims: { org: string; env: Environment; jti: string; exp: number; sdk?: '0.3' | '0.5' };
  attempt_id: string;
  payload_sha256: Buffer;
}

type StoredRow = Omit<SealedBundle, 'key'> & { customer_hash: string; key_id: string | null };

interface SpentRow {
  outcome: string | null;
  payload_sha256: Buffer | null;
  verification_id: string | null;
  age_s: number | null;
  expired: boolean;
}

/**
 * Answers a call whose token could not be spent. A retransmission gets the stored answer, because a lost
 * reply must not lock a person out: it says that it is one, carries the same payload, and comes within 120 s.
 * Every other call is a reuse and is refused (given §5.5, §7.1). `project` turns the stored answer into the
 * endpoint's own.
 */
export async function alreadySpent<A>(
  deps: Deps,
  attempt: Attempt,
  project: (answer: VerifyAnswer) => A,
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
    return new Answer(project(await storedAnswer(deps, claims, row.verification_id!)), {
      headers: { 'idempotent-replayed': 'true' },
    });
  return refuse(claims.sdk === '0.3' ? 'attestation_failed' : 'token_already_used', row.outcome!);
}

/** The answer as it was given. The hand-off code is not stored; it is derived again from its token. */
async function storedAnswer(deps: Deps, { org, env }: Attempt['claims'], id: string): Promise<VerifyAnswer> {
  const bundle = await storedBundle(deps, org, env, id);
  if (!bundle) return refuse('token_already_used', 'the answer was erased');
  const { answer } = bundle;
  const next = answer.next_token && jtiOf(answer.next_token);
  const handoff = next ? await offeredWith(deps, org, env, next) : undefined;
  return { ...answer, handoff };
}

/** The jti of a token that we signed and kept sealed, so its signature need not be checked. */
const jtiOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti: string }).jti;

/** The sealed bundle of a verification; null once the person was erased. */
export async function storedBundle(
  deps: Deps,
  org: string,
  env: Environment,
  id: string,
): Promise<Bundle | null> {
  const { rows } = await deps.database.pool.query<StoredRow>(
    `SELECT v.org, v.env, v.verification_id, v.customer_hash, v.sealed, c.key_id FROM verification v
       LEFT JOIN customer c ON c.org = v.org AND c.env = v.env AND c.customer_hash = v.customer_hash
      WHERE v.org = $1 AND v.env = $2 AND v.verification_id = $3`,
    [org, env, id],
  );
  const [row] = await withKeys(deps.data_keys, rows);
  return row ? openStoredBundle(row) : null;
}
