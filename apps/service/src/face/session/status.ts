import { createHash } from 'node:crypto';
import type { FaceDecision, SessionStatusAnswer, sessionStatus } from '@standpoint/contract';
import { limitPoll, longPoll, matchesEtag } from '../../calls/long-poll.ts';
import { Answer, type Deps, type TokenCaller } from '../../deps.ts';
import { shownNumber } from '../../handoff/phone.ts';
import { customerIdOf } from '../../privacy/customers.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { mint } from '../../tokens/mint.ts';
import { proofKey } from '../../tokens/proof.ts';
import { requireAgreement } from '../evidence/contradiction.ts';
import { settingsOf, workflowOf } from '../portal/workflow.ts';
import { requireKey, sessionNameOf } from './access.ts';
import { nextDue } from './due.ts';
import { handoffState, opticalPart, publicPart } from './public-view.ts';
import type { Loaded, SessionRow } from './records.ts';
import { isTerminal } from './state.ts';
import { readSession } from './with-session.ts';

/**
 * The latest status of the token's session. With `wait` and the current version in `since` it answers when
 * there is news.
 */
export const sessionStatusHandler: Handler<typeof sessionStatus> = async (call, deps) => {
  const { caller, query } = call;
  const jkt = await proofKey(deps, call, { method: 'GET', path: '/facecheck/session/status' });
  let loaded = await read(deps, caller);
  requireKey(caller, loaded, jkt);
  loaded = await longPoll(deps, loaded, query, {
    org: caller.org,
    token_jti: caller.claims.jti,
    subject: loaded.session.session_id,
    version: ({ session }) => session.version,
    name: ({ session }) => session.status,
    ended: ({ session }) => isTerminal(session.status),
    nextChange: (state) => nextDue(state)?.getTime() ?? null,
    read: () => read(deps, caller),
  });
  const etag = `"${loaded.session.version}"`;
  if (matchesEtag(call.header('if-none-match'), etag))
    return new Answer(null, { status: 304, headers: { etag } });
  return new Answer(await view(deps, call.base_url, caller, loaded), { headers: { etag } });
};

async function read(deps: Deps, caller: TokenCaller): Promise<Loaded> {
  const loaded = await readSession(deps, sessionNameOf(caller));
  if (loaded) return loaded;
  await limitPoll(deps, { org: caller.org, token_jti: caller.claims.jti }, 0);
  return refuse('session_not_found', 'not created yet');
}

async function view(
  deps: Deps,
  base_url: string,
  caller: TokenCaller,
  loaded: Loaded,
): Promise<SessionStatusAnswer> {
  const { session, handoff, attempt } = loaded;
  const number = caller.kind === 'portal' && handoff ? shownNumber(deps, handoff) : null;
  const result_token = caller.kind === 'portal' ? await resultToken(deps, base_url, session) : null;
  const handedOff = session.status === 'processing' && attempt?.device === 'phone';
  const done = isTerminal(session.status) || handedOff;
  const old = deps.clock.now() - session.updated_at.getTime() > 120_000;
  return {
    ...publicPart(session),
    handoff: {
      state: handoffState(handoff),
      ...(handoff?.device_label && { device_label: handoff.device_label }),
      ...(number && { number }),
      ...opticalPart(handoff),
    },
    done,
    poll_after_ms: old || isTerminal(session.status) ? 5_000 : 2_000,
    ...(result_token && { result_token }),
  };
}

/** One session has one result, whichever poll asks for it: a backend that consumes its `jti` pays once. */
const jtiOf = (session_id: string): string =>
  createHash('sha256').update(`face_result|${session_id}`).digest('base64url').slice(0, 22);

/**
 * The signed result, which lives from the decision on, and not from the poll that asks. None for a redacted
 * session: its record is gone, so nothing shows that the decision was not written into the row. None after a
 * review: the result of this `jti` said `review`, and the backend learns the outcome from the event.
 */
export async function resultToken(deps: Deps, iss: string, session: SessionRow): Promise<string | null> {
  if (session.status !== 'completed' || !session.decision || session.redacted_at) return null;
  if (session.decision_source === 'review') return null;
  const { definition } = await workflowOf(deps, session);
  if (settingsOf(definition).client_result !== 'decision') return null;
  await requireAgreement(deps, session);
  const { org, env, session_id, workflow_id } = session;
  const decision: FaceDecision = session.decision;
  const sub = await customerIdOf(deps.database.db, deps.data_keys, session);
  const claims = { sub, session_id, workflow_id, decision };
  const now = session.completed_at!.getTime();
  const { token, exp } = mint(
    deps.keys,
    'face_result',
    { org, env, iss, now, jti: jtiOf(session_id) },
    claims,
  );
  return exp * 1000 > deps.clock.now() ? token : null;
}
