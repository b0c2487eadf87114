import { putHold, readHold, removeHold } from '@standpoint/contract';
import type { Call, Deps, KeyCaller } from '../../deps.ts';
import type { Who } from '../../privacy/customers.ts';
import { customerHash } from '../../privacy/pseudonyms.ts';
import { refuse } from '../../refuse.ts';
import { type Handler, type Route, route } from '../../route.ts';
import { endHold, findHold, holdView, placeHold } from './records.ts';
import { settleHold } from './settle.ts';
import type { By } from './state.ts';

type HoldCall = Call<unknown, unknown, { customer_id: string }, KeyCaller>;

const whoOf = ({ caller: { org, env }, params }: HoldCall, { envelope }: Deps): Who => ({
  org,
  env,
  customer_hash: customerHash(envelope, { org, env }, params.customer_id),
});
const byOf = ({ caller, request_id, ip }: HoldCall): By => ({
  actor: caller.actor,
  request_id,
  ip,
});

const putHandler: Handler<typeof putHold> = async (call, deps) => {
  const { reason } = call.body;
  const until = call.body.until ? new Date(call.body.until) : null;
  if (until && until.getTime() <= deps.clock.now())
    refuse('invalid_request', 'until', { fields: [{ path: 'until', message: 'must lie in the future' }] });
  return holdView(deps, await placeHold(deps, whoOf(call, deps), { reason, until }, byOf(call)));
};

const readHandler: Handler<typeof readHold> = async (call, deps) => {
  const row = await findHold(deps.database.db, whoOf(call, deps), new Date(deps.clock.now()));
  return row ? holdView(deps, row) : refuse('not_found', 'no hold');
};

const removeHandler: Handler<typeof removeHold> = async (call, deps) => {
  const row = (await endHold(deps, whoOf(call, deps), byOf(call))) ?? refuse('not_found', 'no hold');
  const erased = row.erasure_asked_at ? await settleHold(deps, row) : null;
  const ended_at = new Date(row.until).toISOString();
  return { hold_id: row.hold_id, livemode: row.env === 'production', ended_at, erased };
};

export const HOLD_ROUTES: Route[] = [
  route(putHold, putHandler),
  route(readHold, readHandler),
  route(removeHold, removeHandler),
];
