import {
  type FaceSession,
  type listSessionRows,
  type listVerificationRows,
  ROWS_BY_ID_MAX,
  type SessionRow,
  type Verification,
  type VerificationRow,
} from '@standpoint/contract';
import type { Call, Deps, PersonCaller } from '../deps.ts';
import { pageOfSessions } from '../face/session/sessions.ts';
import { listVerificationsHandler } from '../geolocation/records/verifications.ts';
import type { Handler } from '../route.ts';

/** What a list of records answers, page by page. */
export interface PageOf<T> {
  found: readonly T[];
  next_cursor: string | null;
}
/** The filters of the list; `ids` only here, because the endpoints for backends have none. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;
/** Rows by their ids, as many as there are of them. */
const named = (ids: string | undefined) =>
  ids === undefined ? {} : { ids: ids.split(','), limit: String(ROWS_BY_ID_MAX) };
type PersonCall = Pick<Call<unknown, unknown, unknown, PersonCaller>, 'caller'>;

/** The list for backends. A person is seen as a key with every scope. */
export async function verificationsOf(
  deps: Deps,
  call: PersonCall,
  query: Query,
): Promise<PageOf<Verification>> {
  const answer = await listVerificationsHandler({ ...call, query } as never, deps);
  const { verifications, next_cursor } = answer as {
    verifications: Verification[];
    next_cursor: string | null;
  };
  return { found: verifications, next_cursor };
}

export async function sessionsOf(deps: Deps, call: PersonCall, query: Query): Promise<PageOf<FaceSession>> {
  const { sessions, next_cursor } = await pageOfSessions({ ...call, query } as never, deps);
  return { found: sessions, next_cursor };
}

const verificationRow = (one: Verification): VerificationRow => ({
  verification_id: one.verification_id,
  customer_id: one.customer_id,
  erased: one.erased,
  created_at: one.created_at,
  decision: one.decision,
  transaction_type: one.transaction_type,
  reason_codes: one.reason_codes,
  country: one.jurisdiction.country,
  subdivision: one.jurisdiction.subdivision,
  p95_m: one.position?.p95_m ?? null,
  network_country: one.network?.country ?? null,
  install_id: one.install_id,
  record_contradicted: one.record_contradicted,
});

export const handedOver = ({ handoffs }: FaceSession): boolean =>
  handoffs.some(({ confirmed_at }) => confirmed_at !== null);

const sessionRow = (one: FaceSession): SessionRow => ({
  session_id: one.session_id,
  customer_id: one.customer_id,
  workflow_id: one.workflow_id,
  status: one.status,
  decision: one.decision,
  reasons: one.reasons,
  attempts: one.attempts.length,
  attempts_max: one.attempts_max,
  handed_over: handedOver(one),
  created_at: one.created_at,
  record_contradicted: one.record_contradicted,
});

export const verificationRowsHandler: Handler<typeof listVerificationRows> = async (call, deps) => {
  const { ids, ...query } = call.query;
  const { found, next_cursor } = await verificationsOf(deps, call, { ...query, ...named(ids) });
  return { rows: found.map(verificationRow), next_cursor };
};

export const sessionRowsHandler: Handler<typeof listSessionRows> = async (call, deps) => {
  const { ids, ...query } = call.query;
  const { found, next_cursor } = await sessionsOf(deps, call, { ...query, ...named(ids) });
  return { rows: found.map(sessionRow), next_cursor };
};
