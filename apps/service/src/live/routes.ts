import { live } from '@standpoint/contract';
import { Streamed } from '../deps.ts';
import { refuse } from '../refuse.ts';
import { type Handler, type Route, route } from '../route.ts';

const liveHandler: Handler<typeof live> = async ({ caller, query }, deps) => {
  const { org, env, session_id, role } = caller;
  if (role === null) return refuse('not_found', 'no member');
  const screen = await deps.live.show({ org, session_id, role }, { org, env }, query.after);
  return new Streamed('text/event-stream; charset=utf-8', screen.body);
};

export const LIVE_ROUTES: readonly Route[] = [route(live, liveHandler)];
