import type { LocationStatusAnswer, locationStatus } from '@standpoint/contract';
import { Answer, type Deps, type TokenCaller } from '../../deps.ts';
import { limitOf, limitRefusal } from '../../handoff/limit.ts';
import { openBytes } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { locationParts } from './parts.ts';
import { handoffOfToken, type LocationHandoff, nextChange, stateOf } from './records.ts';

/**
 * How far the phone is. With `wait` and the current `since` it answers when there is news. The token is not
 * spent.
 */
export const locationStatusHandler: Handler<typeof locationStatus> = async (call, deps) => {
  const { caller, query } = call;
  let row = await read(deps, caller);
  const wait_ms = Number(query.wait ?? 0) * 1_000;
  const current = query.since !== undefined && row.version === Number(query.since);
  if (wait_ms > 0 && current && !view(deps, row).done) {
    row = await waitForNews(deps, caller, row, wait_ms);
    locationParts(deps).waiters.isNews(caller.claims.jti, row.version);
  } else limit(deps, caller, row.version);
  const shown = view(deps, row);
  const etag = `"${row.version}-${shown.state}"`;
  if (call.header('if-none-match')?.replace(/^W\//, '') === etag)
    return new Answer(null, { status: 304, headers: { etag } });
  return new Answer(shown, { headers: { etag } });
};

async function read(deps: Deps, { org, env, claims }: TokenCaller): Promise<LocationHandoff> {
  const row = await handoffOfToken(deps.database.db, org, env, claims.jti);
  if (!row) {
    limit(deps, { claims }, 0);
    return refuse('handoff_not_found', 'no phone was asked with this token');
  }
  return row.left_at ? refuse('token_already_used', 'the asker went on') : row;
}

/** What brings news is never refused; asking again without news is: five at once, then one a second. */
function limit(deps: Deps, { claims: { jti } }: Pick<TokenCaller, 'claims'>, version: number): void {
  if (locationParts(deps).waiters.isNews(jti, version)) return;
  const rule = limitOf(deps, 'session_status');
  if (!rule) return;
  const verdict = deps.gcra.take(`location_status|${jti}`, rule, performance.now());
  if (!verdict.allowed)
    refuse('slow_down', 'polls without news', limitRefusal('session_status', rule, verdict.retry_after_s));
}

/** Waits until the row changes, one of its timers runs out, the time is over, or a newer poll comes. */
async function waitForNews(
  deps: Deps,
  caller: TokenCaller,
  seen: LocationHandoff,
  wait_ms: number,
): Promise<LocationHandoff> {
  const end = performance.now() + wait_ms;
  const before = stateOf(seen, deps.clock.now());
  const waiter = locationParts(deps).waiters.enter(caller.claims.jti, seen.handoff_id);
  try {
    for (;;) {
      const row = await read(deps, caller);
      const now_ms = deps.clock.now();
      const left = end - performance.now();
      if (row.version !== seen.version || stateOf(row, now_ms) !== before || left <= 0) return row;
      const due = (nextChange(row) ?? Number.POSITIVE_INFINITY) - now_ms;
      if ((await waiter.until(Math.max(1, Math.min(left, due + 1)))) === 'superseded')
        return await read(deps, caller);
    }
  } finally {
    waiter.leave();
  }
}

const DONE = ['completed', 'denied', 'aborted', 'expired'];

/**
 * The number proves that whoever types it sees this screen: it goes to the asker alone, until it is
 * confirmed.
 */
function view(deps: Deps, row: LocationHandoff): LocationStatusAnswer {
  const state = stateOf(row, deps.clock.now());
  const number =
    state === 'redeemed' && row.number_sealed
      ? openBytes(deps.envelope.subkey('handoff-number'), row.number_sealed, row.handoff_id).toString()
      : null;
  return {
    state,
    ...(number && { number }),
    ...(row.phone_label && { device_label: row.phone_label }),
    done: DONE.includes(state),
    version: row.version,
    poll_after_ms: 2_000,
  };
}
