import {
  type AnswerOf,
  type cancelSession,
  EXPORT_COUNTED_MAX,
  type FaceSession,
  type listSessions,
  type QueryOf,
  type readSession,
  type redactSession,
} from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import type { Call, Deps, KeyCaller } from '../../deps.ts';
import { noteContradiction } from '../../evidence/contradiction.ts';
import { endId, firstId } from '../../ids.ts';
import { customerHash } from '../../privacy/pseudonyms.ts';
import { refuse } from '../../refuse.ts';
import { refuseHeld } from '../../retention/holds/state.ts';
import type { Handler } from '../../route.ts';
import { agreedSession, compareSessions } from '../evidence/contradiction.ts';
import { noteDuplicatesSeen } from '../explained/seen.ts';
import { backendViews } from './backend-view.ts';
import type { Change } from './change.ts';
import type { SessionName, SessionRow } from './records.ts';
import { redact } from './redaction.ts';
import { isTerminal } from './state.ts';
import { readSession as settled, withSession } from './with-session.ts';

export type SessionCall = Call<unknown, unknown, { session_id: string }, KeyCaller>;

export const nameOf = ({ caller: { org, env }, params: { session_id } }: SessionCall): SessionName => ({
  org,
  env,
  session_id,
});

export async function backendSession(deps: Deps, call: SessionCall): Promise<FaceSession> {
  const loaded = (await settled(deps, nameOf(call))) ?? refuse('session_not_found', 'unknown, or of another');
  const { session } = loaded;
  const compared = new Map([[session.session_id, await agreedSession(deps, session)]]);
  return (await backendViews(deps, [session], compared))[0]!;
}

const withDuplicates = (sessions: readonly FaceSession[]): string[] =>
  sessions.filter(({ duplicates }) => duplicates.length > 0).map(({ session_id }) => session_id);

export const readSessionHandler: Handler<typeof readSession> = async (call, deps) => {
  const session = await backendSession(deps, call);
  await noteDuplicatesSeen(deps, call, withDuplicates([session]));
  return session;
};

type Place = Pick<KeyCaller, 'org' | 'env'>;
type Filters = Omit<QueryOf<typeof listSessions>, 'cursor' | 'limit'> & { ids?: readonly string[] };

function matching({ database, envelope }: Deps, { org, env }: Place, filters: Filters) {
  let rows = database.db.selectFrom('face_session').where('org', '=', org).where('env', '=', env);
  if (filters.ids) rows = rows.where('session_id', 'in', [...filters.ids]);
  if (filters.customer_id !== undefined)
    rows = rows.where('customer_hash', '=', customerHash(envelope, { org, env }, filters.customer_id));
  for (const column of ['workflow_id', 'status', 'decision'] as const) {
    const wanted = filters[column];
    if (wanted !== undefined) rows = rows.where(column, '=', wanted as never);
  }
  if (filters.receipt_number !== undefined)
    rows = rows.where('session_id', 'like', `%${receiptSuffix(filters.receipt_number)}`);
  const { from, to } = filters;
  if (from)
    rows = rows
      .where('created_at', '>=', new Date(from))
      .where('session_id', '>=', firstId('fcs', Date.parse(from)));
  if (to)
    rows = rows.where('created_at', '<', new Date(to)).where('session_id', '<', endId('fcs', Date.parse(to)));
  return rows;
}

/** How many there are, up to one more than is counted. */
export async function countSessions(deps: Deps, place: Place, filters: Filters): Promise<number> {
  const counted = matching(deps, place, filters)
    .select('session_id')
    .limit(EXPORT_COUNTED_MAX + 1);
  const { count } = await deps.database.db
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type ListCall = Pick<Parameters<Handler<typeof listSessions>>[0], 'caller' | 'query'>;

export const listSessionsHandler: Handler<typeof listSessions> = async (call, deps) => {
  const page = await pageOfSessions(call, deps);
  await noteDuplicatesSeen(deps, call, withDuplicates(page.sessions));
  return page;
};

/**
 * Newest first; the cursor is the last id, which sorts by time. A caller that shows duplicates from it notes
 * that they were seen.
 */
export async function pageOfSessions(
  { caller, query }: ListCall,
  deps: Deps,
): Promise<AnswerOf<typeof listSessions>> {
  const limit = Number(query.limit ?? 20);
  if (query.cursor && !/^fcs_[0-9A-HJKMNP-TV-Z]{26}$/.test(query.cursor))
    refuse('invalid_request', 'cursor', {
      fields: [{ path: 'cursor', message: 'is not a cursor of this list' }],
    });
  let rows = matching(deps, caller, query);
  if (query.cursor) rows = rows.where('session_id', '<', query.cursor);
  const found = await rows
    .selectAll()
    .orderBy('session_id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, limit);
  return {
    sessions: await backendViews(deps, page, await comparedIn(deps, caller, page)),
    next_cursor: found.length > limit ? page.at(-1)!.session_id : null,
  };
}

/** The sessions of a list, compared with their signed records. */
async function comparedIn(deps: Deps, { org, env }: KeyCaller, page: readonly SessionRow[]) {
  const ids = page.map(({ session_id }) => session_id);
  const found = await compareSessions(deps, { org, env }, ids);
  for (const [id, { what }] of found)
    if (what) await noteContradiction(deps, { area: 'face', org, env, id, what });
  return found;
}

/**
 * The receipt number as people read it out and type it: case, hyphens and spaces do not matter, O counts as
 * 0, I and L count as 1.
 */
function receiptSuffix(receipt: string): string {
  const symbols = receipt.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{8}$/.test(symbols))
    refuse('invalid_request', 'receipt number', {
      fields: [{ path: 'receipt_number', message: 'has eight symbols' }],
    });
  return symbols;
}

export const cancelSessionHandler: Handler<typeof cancelSession> = async (call, deps) => {
  await withSession(deps, nameOf(call), async (change) => {
    if (isTerminal(change.session.status)) refuse('session_terminal', change.session.status);
    const reason = call.body.reason ?? 'canceled_by_backend';
    change.move('canceled', { reasons: [reason] });
    await note(change, call, 'face.canceled');
  });
  return backendSession(deps, call);
};

/** Deletes frames and all data derived from them. Safe to repeat. 409 `legal_hold` while a hold keeps the person. */
export const redactSessionHandler: Handler<typeof redactSession> = async (call, deps) => {
  await withSession(deps, nameOf(call), async (change) => {
    await refuseHeld(change.trx, change.session, change.now);
    if (await redact(change)) await note(change, call, 'face.redacted');
  });
  return backendSession(deps, call);
};

function note(change: Change, call: SessionCall, action: string): Promise<void> {
  const { org, env, session_id } = change.session;
  const { caller, request_id, ip } = call;
  return audit(change.trx, {
    org,
    env,
    actor: caller.actor,
    action,
    target: session_id,
    request_id,
    ip,
  });
}
