import type { backtests } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { type Bundle, openStoredBundle } from '../evidence/bundle.ts';
import { evidenceOf, type StoredEvidence } from '../evidence/stored.ts';
import { bothWays } from '../evidence/time-machine.ts';
import { compileInTurn } from '../facts/place.ts';
import { backtestRow } from './backtest-rows.ts';
import { asPolicy } from './backtests.ts';

const PAGE = 100;
type Shown = backtests.ListedFlip;

/** What the verification still knows of the person: nothing once they are erased. */
function personal(
  row: StoredEvidence | undefined,
  because: string | null,
): Pick<
  Shown,
  'customer_id' | 'transaction_type' | 'decided_at' | 'because' | 'country' | 'subdivision' | 'position'
> {
  const bundle = row ? openStoredBundle(row) : null;
  const position = bundle?.input.position;
  return {
    customer_id: bundle?.customer_id ?? null,
    // It tells how far from a border they were.
    because: bundle && because,
    transaction_type: row?.transaction_type ?? null,
    decided_at: bundle ? new Date(bundle.input.now_ms).toISOString() : null,
    country: bundle?.input.place?.country ?? null,
    subdivision: bundle?.input.place?.subdivision ?? null,
    position: position ? { lat: position.lat, lng: position.lng, accuracy_m: position.p95_m } : null,
  };
}

export const listFlipsHandler: Handler<typeof backtests.listFlips> = async (
  { caller, params, query },
  deps,
) => {
  const { db } = deps.database;
  const place = { org: caller.org, env: caller.env };
  await backtestRow(db, { ...place, ...params });
  const offset = Number(query.offset ?? 0);
  let wanted = db
    .selectFrom('policy_backtest_flip')
    .selectAll()
    .where('org', '=', caller.org)
    .where('env', '=', caller.env)
    .where('backtest_id', '=', params.backtest_id)
    .orderBy('verification_id', 'desc')
    .offset(offset)
    .limit(PAGE + 1);
  if (query.to) wanted = wanted.where('to_decision', '=', query.to);
  const rows = await wanted.execute();
  const page = rows.slice(0, PAGE);
  const stored = await evidenceRows(
    deps,
    place,
    page.map(({ verification_id }) => verification_id),
  );
  return {
    flips: page.map((row) => ({
      verification_id: row.verification_id,
      from: row.from_decision,
      to: row.to_decision,
      reasons_added: row.reasons_added,
      reasons_removed: row.reasons_removed,
      ...personal(stored.get(row.verification_id), row.because),
    })),
    next: rows.length > PAGE ? offset + PAGE : null,
  };
};

async function evidenceRows(deps: Deps, place: Parameters<typeof evidenceOf>[1], ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await evidenceOf(deps, place, ids);
  return new Map(rows.map((row) => [row.verification_id, row]));
}

export const readFlipHandler: Handler<typeof backtests.readFlip> = async ({ caller, params }, deps) => {
  const place = { org: caller.org, env: caller.env };
  const { verification_id } = params;
  const { policy_id, definition } = await backtestRow(deps.database.db, { ...place, ...params });
  const [row] = await evidenceOf(deps, place, [verification_id]);
  const bundle: Bundle | null = row ? openStoredBundle(row) : null;
  if (!row || !bundle)
    return refuse('not_found', verification_id, {
      message: 'This decision cannot be opened any more: the person was erased, or its evidence was deleted.',
    });
  await compileInTurn(deps, bundle.input.policy.definition, caller.org);
  await compileInTurn(deps, definition, caller.org);
  const { was, would } = bothWays(deps, bundle.input, asPolicy({ policy_id, version: 0, definition }));
  const side = ({ decision, reason_codes, checks }: typeof was) => ({ decision, reason_codes, checks });
  return {
    verification_id,
    decided_at: new Date(bundle.input.now_ms).toISOString(),
    recorded: row.decision,
    was: { ...side(was), policy_id: row.policy_id, version: row.policy_version ?? 0 },
    would: side(would),
  };
};
