import { ERRORS, type ErrorBody } from '@standpoint/contract';
import { settledEpoch } from '../database/epoch.ts';
import type { Deps } from '../deps.ts';

export type Readiness = Record<string, { ok: boolean; why?: string }>;

export interface Watched {
  /** Tables whose partitions must exist ahead of time. */
  partitioned?: readonly string[];
}

const PATIENCE_MS = 2_000;

/** Checks everything that this node needs to mint or spend tokens. */
export async function readiness(deps: Deps, { partitioned = [] }: Watched): Promise<Readiness> {
  const checks: Record<string, () => unknown> = {
    // A balancer must learn it before connections are refused.
    serving: () => !deps.going_down.begun || fail('shutting down'),
    database: () => deps.database.pool.query({ text: 'SELECT 1', query_timeout: PATIENCE_MS } as never),
    epoch: () => settledEpoch(deps.epoch),
    clock: () => deps.clock.healthy() || fail('the database clock was not read, or it went back'),
    signing_keys: () => deps.keys.of('production').active && deps.keys.of('sandbox').active,
    partitions: () => partitions(deps, partitioned),
  };
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, run]) => {
      try {
        await run();
        return [name, { ok: true }] as const;
      } catch (error) {
        deps.log.warn({ err: error, check: name }, 'Not ready.');
        return [
          name,
          { ok: false, why: error instanceof NotReady ? error.message : 'failed; see the log' },
        ] as const;
      }
    }),
  );
  return Object.fromEntries(results);
}

/** What one look has found is the answer for this long. */
const LOOK_MS = 500;

/**
 * Strangers may call `/readyz` as often as they like, and each look costs queries: calls during a look and
 * shortly after it share it. The answer from before a stop does not count while the service goes down.
 */
export function sharedLook(deps: Deps, watched: Watched): () => Promise<Readiness> {
  let last: { found: Promise<Readiness>; until: number; begun: boolean } | null = null;
  return () => {
    const { begun } = deps.going_down;
    if (last && performance.now() < last.until && last.begun === begun) return last.found;
    const look = { found: readiness(deps, watched), until: Number.POSITIVE_INFINITY, begun };
    last = look;
    return look.found.finally(() => {
      look.until = performance.now() + LOOK_MS;
    });
  };
}

class NotReady extends Error {}

function fail(why: string): never {
  throw new NotReady(why);
}

/**
 * Checks that partitions exist two hours ahead. A token is spent into the partition of its expiry. Partitions
 * are made without gaps, so the latest start covers all before it.
 */
async function partitions({ database }: Deps, tables: readonly string[]): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; ahead: boolean }>({
    text: `SELECT t.name, bool_or(coalesce(c.relname >= t.name || '_' || soon.hour, false)) AS ahead
             FROM unnest($1::text[]) AS t(name)
             CROSS JOIN to_char((now() + interval '2 hours') AT TIME ZONE 'UTC', 'YYYYMMDDHH24') AS soon(hour)
             LEFT JOIN pg_inherits i ON i.inhparent = to_regclass(t.name)
             LEFT JOIN pg_class c ON c.oid = i.inhrelid
            GROUP BY t.name`,
    values: [tables],
    query_timeout: PATIENCE_MS,
  } as never);
  const short = rows.filter(({ ahead }) => !ahead).map(({ name }) => name);
  if (short.length > 0) fail(`no partitions ahead for ${short.join(', ')}`);
}

/** The body of `/readyz` and its status. */
export function readinessAnswer(checks: Readiness, request_id: string, base_url: string) {
  const failing = Object.keys(checks).filter((name) => !checks[name]!.ok);
  if (failing.length === 0) return { status_code: 200, message: 'OK', data: { checks } };
  const message = `Not ready: ${failing.join(', ')}.`;
  const error: ErrorBody = {
    code: 'unavailable',
    message,
    retryable: ERRORS.unavailable.retryable,
    request_id,
    docs_url: `${base_url}/docs/errors#unavailable`,
  };
  return { status_code: 503, message, data: { error, checks, failing } };
}
