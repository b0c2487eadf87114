import type { Environment, LocationHandoffState } from '@standpoint/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { LocationHandoffTable, Schema } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import { CONFIRM_MS } from '../../handoff/phone.ts';
import { type Claim, CODE_KEPT_MS, claimHandoff } from '../../handoff/redeem.ts';
import { findKey } from '../../privacy/customers.ts';
import { openJson } from '../../privacy/envelope.ts';
import type { RowSweep } from '../../retention/rows.ts';
import type { Person } from '../preflight/person.ts';

export type LocationHandoff = Selectable<LocationHandoffTable>;
type Db = Kysely<Schema>;

/** The subject of the phone's decision; sealed in the row, so that the phone's token names no person. */
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

/** Opens the subject of the hand-off: the check that it was asked for. Null once the person was erased. */
export async function openContext(
  { database, data_keys }: Pick<Deps, 'database' | 'data_keys'>,
  row: LocationHandoff,
): Promise<HandoffContext | null> {
  const { org, env, handoff_id, context_sealed } = row;
  const key = await findKey(database.db, data_keys, row);
  return key && openJson(key, context_sealed, contextAad(org, env, handoff_id));
}

export const contextAad = (org: string, env: Environment, handoff_id: string): string =>
  `location_handoff|${org}|${env}|${handoff_id}`;

/** The state by the clock: a timer that ran out counts although no row says so. */
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

/** By a code alone, of any organization. */
export const handoffOfCode = (db: Db, code_hmac: Buffer, known_after: Date) =>
  db
    .selectFrom('location_handoff')
    .selectAll()
    .where('code_hmac', '=', code_hmac)
    .where('code_expires_at', '>', known_after)
    .executeTakeFirst();

/** Claims the hand-off of a code; null when the caller lost. Without a number it is confirmed at once. */
export const claimByCode = (db: Db, code_hmac: Buffer, claim: Claim): Promise<LocationHandoff | null> =>
  claimHandoff<LocationHandoff>(db, claim, {
    name: 'location_handoff',
    set: sql`state = CASE h.confirm WHEN 'none' THEN 'confirmed' ELSE 'redeemed' END,
           confirmed_at = CASE h.confirm WHEN 'none' THEN ${claim.now}::timestamptz END,
           phone_label = ${claim.device_label}`,
    works: sql`h.code_hmac = ${code_hmac} AND h.left_at IS NULL AND h.code_expires_at > ${claim.now}`,
    epoch: 'h.epoch',
  });

/** Moves a hand-off on from one of the states in `from`; undefined when it was in none of them any more. */
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

/** Hand-offs whose codes are not known any more. */
export const HANDOFFS: RowSweep = {
  table: 'location_handoff',
  due: (now) => sql`r.expires_at < ${new Date(now.getTime() - CODE_KEPT_MS)}`,
};

/** The members of `extra` that `HANDOFF_EFFECTS` reads. */
export const HANDOFF_NAMES = ['handoff_offered', 'handoff_left', 'handoff_completed'] as const;

/**
 * Changes phone hand-offs within the statement that records a verification and spends its token. The
 * verification may offer a hand-off. It may end one, because the asking device's token is spent. Or it is the
 * phone's own and completes one.
 */
export const HANDOFF_EFFECTS = `
  handoff_offered AS (
    INSERT INTO location_handoff (org, env, customer_hash, asked_by, next_jti, handoff_id, code_hmac, root_jti,
      context_sealed, confirm, created_at, code_expires_at, expires_at, epoch)
    SELECT :org, :env, :customer_hash, :verification_id, h.*, (SELECT epoch FROM fence)
      FROM extra, jsonb_to_record(extra -> 'handoff_offered') AS h (next_jti text, handoff_id text,
        code_hmac bytea, root_jti text, context_sealed bytea, confirm text, created_at timestamptz,
        code_expires_at timestamptz, expires_at timestamptz)
     WHERE extra ? 'handoff_offered'),
  handoff_left AS (
    UPDATE location_handoff SET left_at = now() FROM extra
     WHERE org = :org AND env = :env AND next_jti = extra ->> 'handoff_left'),
  handoff_completed AS (
    UPDATE location_handoff SET state = 'completed', ended_at = now(), verification_id = :verification_id
      FROM extra
     WHERE org = :org AND env = :env AND next_jti = extra ->> 'handoff_completed'
       AND state = 'confirmed' AND left_at IS NULL)`;
