import type { Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { ulid } from '../../ids.ts';
import { refuse } from '../../refuse.ts';
import { CLOCKS_APART_MS, type StoredEvidence } from '../evidence/stored.ts';
import { type BacktestPlan, IN_TIME_MOST } from './backtest-rows.ts';

/** Rows that are looked at together. */
const LOOKED_AT = 1_000;

export type AskedPeriod = Pick<BacktestPlan, 'days' | 'from' | 'to'>;
const DAY_MS = 86_400_000;

/** The last days, or from one time to another. */
export function periodOf(
  { days, from, to }: { days?: number; from?: string; to?: string },
  now: number,
): AskedPeriod {
  const wrong = (path: string, message: string) =>
    refuse('invalid_request', path, { fields: [{ path, message }] });
  if (days !== undefined) {
    if (from !== undefined || to !== undefined) return wrong('days', 'Leave it out where `from` is given.');
    return { days, from: new Date(now - days * DAY_MS), to: null };
  }
  if (from === undefined) return wrong('from', 'Give `days`, or `from` with or without `to`.');
  const [since, until] = [new Date(from), to === undefined ? null : new Date(to)];
  if (since.getTime() >= now) return wrong('from', 'It lies in the future: nothing is decided there yet.');
  if (until && until <= since) return wrong('to', 'It is not after `from`.');
  return { days: null, from: since, to: until };
}

/** The decisions of an environment in a time. */
export type Period = Pick<BacktestPlan, 'org' | 'env' | 'from' | 'to'>;
/** Who would be decided is known without the sealed columns, which are most of a row. */
export type Light = Pick<StoredEvidence, 'verification_id' | 'transaction_type' | 'policy_id'>;

const idAt = (ms: number) => `ver_${ulid(Math.max(0, ms), new Uint8Array(10))}`;
const firstId = ({ from }: Period) => idAt(from.getTime() - CLOCKS_APART_MS);
const lastId = ({ to }: Period) => (to ? idAt(to.getTime() + CLOCKS_APART_MS) : 'ver_~');

/** How many there are, up to `IN_TIME_MOST`. */
export async function countIn({ database }: Pick<Deps, 'database'>, period: Period): Promise<number> {
  const { org, env, from, to } = period;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM verification WHERE org = ${org} AND env = ${env}
         AND verification_id > ${firstId(period)} AND verification_id < ${lastId(period)}
         AND created_at >= ${from} AND created_at < ${to ?? sql`'infinity'`} LIMIT ${IN_TIME_MOST}) v`.execute(
    database.db,
  );
  return rows[0]!.count;
}

export async function* newestFirst(
  { database }: Pick<Deps, 'database'>,
  period: Period,
): AsyncGenerator<Light[]> {
  const { org, env, from, to } = period;
  let last = lastId(period);
  for (;;) {
    let wanted = database.db
      .selectFrom('verification')
      .select(['verification_id', 'transaction_type', 'policy_id'])
      .where('org', '=', org)
      .where('env', '=', env)
      .where('verification_id', '>', firstId(period))
      .where('verification_id', '<', last)
      .where('created_at', '>=', from)
      .orderBy('verification_id', 'desc')
      .limit(LOOKED_AT);
    if (to) wanted = wanted.where('created_at', '<', to);
    const page = await wanted.execute();
    if (page.length > 0) yield page;
    if (page.length < LOOKED_AT) return;
    last = page.at(-1)!.verification_id;
  }
}

/** When the oldest decision was made that is still stored. */
export async function oldestOf(
  { database }: Pick<Deps, 'database'>,
  { org, env }: { org: string; env: Environment },
): Promise<Date | null> {
  const row = await database.db
    .selectFrom('verification')
    .select('created_at')
    .where('org', '=', org)
    .where('env', '=', env)
    .orderBy('verification_id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
