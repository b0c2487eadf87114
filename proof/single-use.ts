import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { claimsOf } from '../apps/service/testing/browser-payload.ts';
import { type CallAnswer, call, inParallel, isUnknown } from './calls.ts';
import { type Ledger, newTokenHistory, type TokenHistory } from './history.ts';
import type { ProofOrganization } from './organization.ts';
import { type SealedPayload, sealFresh } from './payloads.ts';

interface RaceOptions {
  urls: readonly string[];
  organization: ProofOrganization;
  tokens: number;
  racers: number;
  /** Number of tokens raced for at the same time. */
  width?: number;
  /**
   * Mints again when a token can no longer be spent, because a restart of PostgreSQL voids older tokens.
   */
  again?: boolean;
  /** After `tokens` tokens, continues with further ones while this returns true. */
  more?: () => boolean;
  progress?: (line: string) => void;
}

/** Races for one customer's turn while processes are being killed. */
const TRIES = 5;
const MINT_TRIES = 400;
const MINT_WAIT_MS = 100;

/** Mints through whichever service answers. Waits while neither does. */
export async function preflight(
  urls: readonly string[],
  api_key: string,
  customer_id: string,
): Promise<string> {
  let last: CallAnswer | null = null;
  for (let i = 0; i < MINT_TRIES; i++) {
    const body = { customer_id, transaction_type: 'deposit' };
    last = await call(urls[i % urls.length]!, { path: '/geolocation/preflight', token: api_key, body });
    if (last.status === 200) return last.data.token;
    if (!isUnknown(last)) break;
    await sleep(MINT_WAIT_MS);
  }
  throw new Error(`preflight answered ${last?.status} ${last?.code}`);
}

const verify = (url: string, token: string, { payload, attempt_id }: SealedPayload, again = false) =>
  call(url, {
    path: '/geolocation/verify',
    token,
    body: { payload },
    headers: again ? { 'standpoint-retry': attempt_id } : undefined,
  });

function note(history: TokenHistory, answer: CallAnswer): void {
  const { status, code, replayed, data } = answer;
  if (isUnknown(answer)) history.unknown++;
  else if (status !== 200) {
    const refusal = `${status} ${code}`;
    history.refused.set(refusal, (history.refused.get(refusal) ?? 0) + 1);
  } else (replayed ? history.replayed : history.accepted).push(data.verification_id);
}

/**
 * Races for one token: `racers` calls of verify() at once, each with its own payload, over all processes.
 */
async function raceToken(token: string, urls: readonly string[], racers: number): Promise<TokenHistory> {
  const history = newTokenHistory(claimsOf(token).jti);
  const payloads = Array.from({ length: racers }, () => sealFresh(token));
  const urlOf = (i: number) => urls[i % urls.length]!;
  const answers = await Promise.all(payloads.map((payload, i) => verify(urlOf(i), token, payload)));
  for (const answer of answers) note(history, answer);
  // A racer without an answer asks again, as our SDKs do. It gets the stored answer, a refusal, or the
  // first acceptance.
  const lost = payloads.filter((_, i) => isUnknown(answers[i]!));
  const again = await Promise.all(lost.map((payload, i) => verify(urlOf(i + 1), token, payload, true)));
  for (const answer of again) note(history, answer);
  return history;
}

/**
 * Races for many tokens. One customer in ten is shared, so that several winners also meet in the same
 * customer's rows.
 */
export async function raceTokens(options: RaceOptions): Promise<TokenHistory[]> {
  const { urls, organization, tokens, racers, width = 4, again, more = () => false, progress } = options;
  const histories: TokenHistory[] = [];
  const began = performance.now();
  const one = async (index: number) => {
    const customer = index % 10 === 0 ? `shared-${index % 3}` : `c-${index}-${Math.random()}`;
    for (let tries = again ? TRIES : 1; tries > 0; tries--) {
      const token = await preflight(urls, organization.api_key, customer);
      const history = await raceToken(token, urls, racers);
      histories.push(history);
      if (history.accepted.length + history.replayed.length > 0) break;
    }
    if (histories.length % Math.max(1, Math.floor(tokens / 5)) === 0) {
      const rate = (histories.length * racers) / ((performance.now() - began) / 1000);
      progress?.(`${histories.length} tokens raced for, ${rate.toFixed(0)} verify() a second`);
    }
  };
  await inParallel(tokens, width, one);
  for (let extra = tokens; more() && extra < tokens * 20; extra += width)
    await inParallel(width, width, (i) => one(extra + i));
  return histories;
}

/**
 * Everything that was written for the organization, and the part that a backend can read with its results
 * key.
 */
export async function readLedger(
  pool: pg.Pool,
  urls: readonly string[],
  { org, results_key }: ProofOrganization,
  acknowledged: readonly string[],
): Promise<Ledger> {
  const spent = await pool.query<{ jti: string; verification_id: string }>(
    'SELECT jti, verification_id FROM spent_token WHERE org = $1',
    [org],
  );
  const rows = await pool.query<{ verification_id: string }>(
    'SELECT verification_id FROM verification WHERE org = $1',
    [org],
  );
  const readable = new Set<string>();
  await inParallel(acknowledged.length, 16, async (i) => {
    const path = `/geolocation/verifications/${acknowledged[i]}`;
    const answer = await call(urls[i % urls.length]!, { method: 'GET', path, token: results_key });
    if (answer.status === 200) readable.add(answer.data.verification_id);
  });
  return {
    spends: new Map(
      [...Map.groupBy(spent.rows, (row) => row.jti)].map(([jti, found]) => [
        jti,
        found.map((row) => row.verification_id),
      ]),
    ),
    verifications: new Set(rows.rows.map((row) => row.verification_id)),
    readable,
  };
}
