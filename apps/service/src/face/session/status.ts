import type { FaceDecision, SessionStatusAnswer, sessionStatus } from '@standpoint/contract';
import { Answer, type Deps, type TokenCaller } from '../../deps.ts';
import { limitOf, limitRefusal } from '../../handoff/limit.ts';
import { openBytes } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { mint } from '../../tokens/mint.ts';
import { partsOf } from '../parts.ts';
import { settingsOf, workflowOf } from '../portal/workflow.ts';
import { proofKey, requireKey, sessionNameOf } from './access.ts';
import { nextDue } from './due.ts';
import { handoffState, opticalPart, publicPart } from './public-view.ts';
import type { HandoffRow, Loaded, SessionRow } from './records.ts';
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
  const wait_ms = Number(query.wait ?? 0) * 1_000;
  const { version, status } = loaded.session;
  // An ended session never has news, so waiting for it would be a way around the limit.
  if (wait_ms > 0 && query.since !== undefined && version === Number(query.since) && !isTerminal(status)) {
    loaded = await waitForNews(deps, caller, loaded, wait_ms);
    partsOf(deps).waiters.isNews(caller.claims.jti, loaded.session.version);
  } else limit(deps, caller, version);
  const etag = `"${loaded.session.version}"`;
  if (matches(call.header('if-none-match'), etag))
    return new Answer(null, { status: 304, headers: { etag } });
  return new Answer(await view(deps, call.base_url, caller, loaded), { headers: { etag } });
};

async function read(deps: Deps, caller: TokenCaller): Promise<Loaded> {
  const loaded = await readSession(deps, sessionNameOf(caller));
  if (loaded) return loaded;
  limit(deps, caller, 0);
  return refuse('session_not_found', 'not created yet');
}

const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

/** Limits polls without news: five at once, then one a second. A poll that brings news is never refused. */
function limit(deps: Deps, caller: TokenCaller, version: number): void {
  const { jti } = caller.claims;
  if (partsOf(deps).waiters.isNews(jti, version)) return;
  const rule = limitOf(deps, 'session_status');
  if (!rule) return;
  const verdict = deps.gcra.take(`session_status|${jti}`, rule, performance.now());
  if (!verdict.allowed)
    refuse('slow_down', 'polls without news', limitRefusal('session_status', rule, verdict.retry_after_s));
}

/**
 * Waits until the version rises, a timer of the session runs out, the time is over, or a newer poll comes.
 */
async function waitForNews(deps: Deps, caller: TokenCaller, seen: Loaded, wait_ms: number): Promise<Loaded> {
  const { version, session_id } = seen.session;
  const end = performance.now() + wait_ms;
  const waiter = partsOf(deps).waiters.enter(caller.claims.jti, session_id);
  try {
    for (;;) {
      const loaded = await read(deps, caller);
      const left = end - performance.now();
      if (loaded.session.version !== version || isTerminal(loaded.session.status) || left <= 0) return loaded;
      const due = (nextDue(loaded)?.getTime() ?? Number.POSITIVE_INFINITY) - deps.clock.now();
      if ((await waiter.until(Math.max(1, Math.min(left, due + 1)))) === 'superseded')
        return await read(deps, caller);
    }
  } finally {
    waiter.leave();
  }
}

async function view(
  deps: Deps,
  base_url: string,
  caller: TokenCaller,
  loaded: Loaded,
): Promise<SessionStatusAnswer> {
  const { session, handoff, attempt } = loaded;
  const number = caller.kind === 'portal' ? shownNumber(deps, handoff) : null;
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

/**
 * The number proves that the person who types it sees this desktop. So only the portal token gets it, and
 * only until it is confirmed.
 */
function shownNumber(deps: Deps, handoff: HandoffRow | null): string | null {
  if (handoff?.state !== 'redeemed' || !handoff.number_sealed) return null;
  return openBytes(
    deps.envelope.subkey('handoff-number'),
    handoff.number_sealed,
    handoff.handoff_id,
  ).toString();
}

async function resultToken(deps: Deps, iss: string, session: SessionRow): Promise<string | null> {
  if (session.status !== 'completed' || !session.decision) return null;
  const { definition } = await workflowOf(deps, session);
  if (settingsOf(definition).client_result !== 'decision') return null;
  const { org, env, session_id, workflow_id } = session;
  const decision: FaceDecision = session.decision;
  const claims = { sub: session.customer_id, session_id, workflow_id, decision };
  return mint(deps.keys, 'face_result', { org, env, iss, now: deps.clock.now() }, claims).token;
}
