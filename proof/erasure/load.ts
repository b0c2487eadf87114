import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '@standpoint/contract';
import pg from 'pg';
import { openEmbedded } from '../../apps/service/src/database/embedded/embedded.ts';
import { percentile } from '../load.ts';
import { newOrganization } from '../organization.ts';
import { type Harness, openHarness } from '../processes.ts';
import { atRate } from '../webhooks/stage.ts';
import { Callers, type Lives } from './callers.ts';

type Say = (line: string) => void;

/** So few that each is erased every few seconds, while checks of the same person are under way. */
const CUSTOMERS = 100;
const ERASURES = 20;
const VERIFICATIONS = 25;
const CONTROL_ROUNDS = 12;
const SESSIONS = 5;
const quiet = { info() {}, warn() {}, error() {} };

/** Runs all three at their rates, and waits for what is under way. */
async function runLoad(callers: Callers, seconds: number): Promise<void> {
  const any = () => Math.floor(Math.random() * CUSTOMERS);
  await Promise.all([
    atRate(seconds * VERIFICATIONS, VERIFICATIONS, () => callers.verify(any(), Math.random() * 400)),
    atRate(seconds * SESSIONS, SESSIONS, () => callers.session(any(), Math.random() * 400)),
    atRate(seconds * ERASURES, ERASURES, () => callers.erase(any())),
  ]);
}

/** Calls that failed, and how long each kind took. */
function judgeCalls({ kinds }: Callers, say: Say): string[] {
  const wrong: string[] = [];
  for (const [kind, { ms, answers, failed }] of Object.entries(kinds)) {
    const said = [...answers].map(([answer, times]) => `${times} × ${answer}`).join(', ');
    const at = (percent: number) => percentile(ms, percent).toFixed(0);
    say(`${kind.padEnd(9)} p50 ${at(50)} ms, p99 ${at(99)} ms, longest ${at(100)} ms: ${said}`);
    wrong.push(...failed.map((why) => `${kind}: ${why}`));
  }
  return wrong;
}

const deadlocks = (data_dir: string): number =>
  readFileSync(join(data_dir, 'postgres.log'), 'utf8').split('deadlock detected').length - 1;

/**
 * What came back to life: customers whose row was made for a token from before their last erasure, and records of
 * such a token that can still be read.
 */
async function revived(harness: Harness, callers: Callers, lives: readonly Lives[]): Promise<string[]> {
  const { pool, close } = harness.database();
  try {
    const { rows } = await pool.query<{ customer_hash: string }>(
      `SELECT customer_hash FROM customer c JOIN erasure e USING (org, env, customer_hash)
        GROUP BY org, env, customer_hash, c.since HAVING max(e.at) >= c.since`,
    );
    const found = rows.map(
      ({ customer_hash }) => `customer ${customer_hash} has a row from before the erasure`,
    );
    let checked = 0;
    for (const { erased_ms, verifications, sessions } of lives) {
      for (const { id } of verifications.filter(({ iat_ms }) => iat_ms <= erased_ms)) {
        checked++;
        if (await callers.isReadable(id)) found.push(`${id} can be read after the erasure`);
      }
      const ids = sessions.filter(({ iat_ms }) => iat_ms <= erased_ms).map(({ id }) => id);
      checked += ids.length;
      const kept = await pool.query<{ session_id: string }>(
        `SELECT session_id FROM face_session WHERE session_id = ANY ($1) AND customer_hash <> ''`,
        [ids],
      );
      found.push(...kept.rows.map(({ session_id }) => `${session_id} is still a person's`));
    }
    if (checked === 0) found.push('no record is older than an erasure: nothing was checked');
    return found;
  } finally {
    await close();
  }
}

const openNodes = () =>
  openHarness({
    count: 2,
    // Without models every capture goes to review: frames and the rows of a session are written all the same.
    env: { STANDPOINT_FACE_PACK: 'none' },
  });

async function callersOf(harness: Harness): Promise<Callers> {
  const database = harness.database();
  const organization = await newOrganization(database, [...SCOPES]);
  await database.close();
  const urls = harness.services.map(({ url }) => url);
  const callers = new Callers(urls, organization, CUSTOMERS);
  for (let index = 0; index < CUSTOMERS; index++) await callers.verify(index, 0);
  callers.forgetTimes();
  return callers;
}

/** Erasures beside location and face checks of the same customers, on two nodes. */
export async function proveErasureLoad(seconds: number, say: Say): Promise<string[]> {
  const harness = await openNodes();
  try {
    const callers = await callersOf(harness);
    say(
      `${seconds} s: ${ERASURES} erasures, ${VERIFICATIONS} verifications and ${SESSIONS} sessions a second`,
    );
    await runLoad(callers, seconds);
    await sleep(1_000);
    const wrong = judgeCalls(callers, say);
    const locked = deadlocks(harness.data_dir);
    const back = await revived(harness, callers, callers.lives);
    say(`deadlocks: ${locked}; brought back to life: ${back.length}`);
    if (locked > 0) wrong.push(`${locked} deadlocks in PostgreSQL's log`);
    return [...back, ...wrong];
  } finally {
    await harness.close();
  }
}

/** With the defence off, a token from before an erasure brings the customer back, and the proof sees it. */
export async function controlErasureLoad(say: Say): Promise<string[]> {
  const harness = await openNodes();
  try {
    const callers = await callersOf(harness);
    const member = await openEmbedded({ data_dir: harness.data_dir, log: quiet });
    const owner = new pg.Client(member.owner);
    await owner.connect();
    await owner.query(
      `CREATE OR REPLACE FUNCTION refuse_erased(of_org text, of_env text, of_hash text, allowed_at timestamptz)
       RETURNS void LANGUAGE sql AS ''`,
    );
    await owner.end();
    let back: string[] = [];
    // The other defence, the look before the decision, leaves only a race: it may take some seconds to meet one.
    for (let round = 0; round < CONTROL_ROUNDS && back.length === 0; round++) {
      await runLoad(callers, 5);
      back = await revived(harness, callers, callers.lives);
    }
    await member.leave();
    say(`without the look at erasures, ${back.length} customers and records came back to life`);
    return back.length > 0 ? [] : ['the proof found no revival although the defence was off'];
  } finally {
    await harness.close();
  }
}
