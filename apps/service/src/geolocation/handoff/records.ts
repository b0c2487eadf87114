import type { Environment, LocationHandoffState } from '@standpoint/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { LocationHandoffTable, Schema } from '../../database/schema.ts';
import type { Person } from '../preflight/person.ts';

export type LocationHandoff = Selectable<LocationHandoffTable>;
type Db = Kysely<Schema>;

/** What the phone's decision is about; sealed in the row, so that the phone's token names nobody. */
export interface HandoffContext {
  customer_id: string;
  transaction: {
    type: string;
    name?: string;
    id?: string;
    expected_jurisdiction?: { country: string; subdivision?: string };
  };
  policy: string | null;
  person: Person;
  /** "Chrome on Windows". */
  device_label: string;
  /** Country of the asker's network. */
  country: string | null;
}

export const contextAad = (org: string, env: Environment, handoff_id: string): string =>
  `location_handoff|${org}|${env}|${handoff_id}`;

/** A number that nobody typed by then ends the hand-off. */
export const CONFIRM_MS = 120_000;
/** The same key may fetch its answer again for so long. */
export const REDEEM_AGAIN_MS = 60_000;
/** A code is known for so long after its end: it is then told from one that never was. */
export const CODE_KEPT_MS = 24 * 3_600_000;

/** The state by the clock: timers that ran out need nobody to write it down. */
export function stateOf(row: LocationHandoff, now_ms: number): LocationHandoffState {
  const { state } = row;
  if (state === 'completed' || state === 'denied' || state === 'aborted') return state;
  if (row.left_at || row.expires_at.getTime() <= now_ms) return 'expired';
  if (state === 'issued' && row.code_expires_at.getTime() <= now_ms) return 'expired';
  if (state === 'redeemed' && row.redeemed_at!.getTime() + CONFIRM_MS <= now_ms) return 'aborted';
  return state;
}

/** The next moment at which a timer changes the state; null when none does. */
export function nextChange(row: LocationHandoff): number | null {
  if (row.state === 'issued') return row.code_expires_at.getTime();
  if (row.state === 'redeemed')
    return Math.min(row.redeemed_at!.getTime() + CONFIRM_MS, row.expires_at.getTime());
  return row.state === 'confirmed' ? row.expires_at.getTime() : null;
}

const rows = (db: Db, org: string, env: Environment) =>
  db.selectFrom('location_handoff').selectAll().where('org', '=', org).where('env', '=', env);

/** The hand-off that waits for the device with this `next_token`. */
export const handoffOfToken = (db: Db, org: string, env: Environment, next_jti: string) =>
  rows(db, org, env).where('next_jti', '=', next_jti).executeTakeFirst();

export const handoffById = (db: Db, org: string, env: Environment, handoff_id: string) =>
  rows(db, org, env).where('handoff_id', '=', handoff_id).executeTakeFirst();

/** By a code alone, whosever it is; ended ones are known for a day. */
export const handoffOfCode = (db: Db, code_hmac: Buffer, known_after: Date) =>
  db
    .selectFrom('location_handoff')
    .selectAll()
    .where('code_hmac', '=', code_hmac)
    .where('code_expires_at', '>', known_after)
    .executeTakeFirst();

export type Claim = Pick<
  LocationHandoff,
  'bound_jkt' | 'token_jti' | 'token_expires_at' | 'number_sealed' | 'phone_label'
>;

/** The one claim: who gets the row has won the hand-off, whatever a look-up said before. */
export const claimCode = (
  db: Db,
  code_hmac: Buffer,
  now: Date,
  claim: Claim,
): Promise<LocationHandoff | undefined> =>
  db
    .updateTable('location_handoff')
    .set({
      ...claim,
      redeemed_at: now,
      state: sql`CASE confirm WHEN 'none' THEN 'confirmed' ELSE 'redeemed' END`,
      confirmed_at: sql`CASE confirm WHEN 'none' THEN ${now}::timestamptz END`,
    })
    .where('code_hmac', '=', code_hmac)
    .where('state', '=', 'issued')
    .where('left_at', 'is', null)
    .where('code_expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Moves a hand-off on from one of the states in `from`; undefined when it was no longer there. */
export const moveHandoff = (
  db: Db,
  { org, env, next_jti }: Pick<LocationHandoff, 'org' | 'env' | 'next_jti'>,
  from: readonly LocationHandoff['state'][],
  set: Partial<Pick<LocationHandoff, 'state' | 'confirmed_at' | 'ended_at' | 'second_at'>>,
): Promise<LocationHandoff | undefined> =>
  db
    .updateTable('location_handoff')
    .set(set)
    .where('org', '=', org)
    .where('env', '=', env)
    .where('next_jti', '=', next_jti)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst();

/** Rows of ended hand-offs that nobody can ask for any more. */
export const forgetHandoffs = (db: Db) =>
  sql`DELETE FROM location_handoff WHERE expires_at < now() - ${`${CODE_KEPT_MS} ms`}::interval`.execute(db);
