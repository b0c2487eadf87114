import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Deps } from '../deps.ts';
import { contentExpiry } from '../geolocation/evidence/content.ts';
import { type NewVerification, spendAndRecord } from '../geolocation/records/verification-records.ts';
import { recordDecision } from '../geolocation/verify/record-decision.ts';
import type { Subject } from '../geolocation/verify/subject.ts';
import { newJti } from '../ids.ts';

const MINUTE_MS = 60_000;

/**
 * Decides and records one verification of a past moment by the statement that verify() uses. Its token expires
 * after now, as the ledger demands; afterwards the row and its events get the moment of the decision, in the same
 * transaction.
 */
export async function recordPast(deps: Deps, subject: Subject): Promise<string> {
  const answer = await recordDecision(deps, subject, (verification) => commit(deps, subject, verification));
  if (!answer) throw new Error('a fresh token was spent already');
  const again = nextTry(subject, answer.decision);
  return again ? recordPast(deps, again) : answer.decision;
}

/** Most people whose first try was not enough try again. Null for all others. */
export function nextTry(subject: Subject, decision: string): Subject | null {
  if (decision !== 'retry' || subject.chain.hop > 0 || subject.now_ms % 10 < 4) return null;
  const now_ms = subject.now_ms + MINUTE_MS / 2;
  const [reading] = subject.evidence.positions;
  const better = reading && { ...reading, accuracy_m: 18, measured_at: new Date(now_ms - 500).toISOString() };
  return {
    ...subject,
    now_ms,
    evidence: {
      ...subject.evidence,
      attempt_id: newJti(),
      collected_at: new Date(now_ms).toISOString(),
      positions: better ? [better] : [],
      clock: { ...subject.evidence.clock!, epoch_ms: now_ms },
    },
    chain: { ...subject.chain, hop: 1 },
  };
}

async function commit(deps: Deps, subject: Subject, made: NewVerification): Promise<boolean> {
  const real_ms = deps.clock.now();
  const token = {
    jti: newJti(),
    exp: Math.floor((real_ms + 5 * MINUTE_MS) / 1_000),
    epoch: deps.epoch.current(),
    payload_sha256: randomBytes(32),
  };
  const client = await deps.database.pool.connect();
  try {
    await client.query('BEGIN');
    const verification = { ...made, content_exp: contentExpiry(real_ms) };
    const won = await spendAndRecord(client as unknown as pg.Pool, token, verification);
    await dateBack(client, made, new Date(subject.now_ms));
    await client.query('COMMIT');
    return won;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function dateBack(client: pg.PoolClient, made: NewVerification, at: Date): Promise<void> {
  const { org, env, verification_id, events, extra } = made;
  const review = extra.review as { event_id: string } | undefined;
  const ids = [...events.map(({ id }) => id), ...(review ? [review.event_id] : [])];
  await client.query(
    'UPDATE verification SET created_at = $4 WHERE org = $1 AND env = $2 AND verification_id = $3',
    [org, env, verification_id, at],
  );
  await client.query('UPDATE event SET at = $4 WHERE org = $1 AND env = $2 AND event_id = ANY ($3)', [
    org,
    env,
    ids,
    at,
  ]);
}
