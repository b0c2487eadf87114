import type { BodyOf, simulateSession } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { newChallenge } from '../challenge/challenge.ts';
import { settingsOf, workflowOf } from '../portal/workflow.ts';
import type { Change } from '../session/change.ts';
import { backendSession, nameOf, type SessionCall } from '../session/sessions.ts';
import { isTerminal } from '../session/state.ts';
import { resultToken } from '../session/status.ts';
import { readSession, withSession } from '../session/with-session.ts';
import { giveUp, openAttempt } from './attempt.ts';
import { chainOf } from './manifest.ts';
import { simulateCapture } from './processing.ts';

type SimulateCall = SessionCall & { body: BodyOf<typeof simulateSession> };

/** The fixed outcome that decides. The other ends are moves without a capture. */
const DECIDED_BY = {
  approved: 'test_face_approved',
  declined: 'test_face_declined_liveness',
  review: 'test_face_review',
} as const;

/**
 * Brings a session of the sandbox to an end. It goes through the moves of every session, so that its events, its
 * review and its evidence are real; only the pictures are missing.
 */
export const simulateSessionHandler: Handler<typeof simulateSession> = async (call, deps) => {
  const { outcome } = call.body;
  if (outcome === 'expired' || outcome === 'canceled') await end(deps, call, outcome);
  else await decide(deps, call, DECIDED_BY[outcome]);
  const session = await backendSession(deps, call);
  // A real capture that was being judged may have been faster.
  if (![session.status, session.decision].includes(outcome)) refuse('session_terminal', 'decided meanwhile');
  const loaded = await readSession(deps, nameOf(call));
  const result_token = loaded && (await resultToken(deps, call.base_url, loaded.session));
  return { session, ...(result_token && { result_token }) };
};

const end = (deps: Deps, call: SimulateCall, outcome: 'expired' | 'canceled'): Promise<void> =>
  withSession(deps, nameOf(call), async (change) => {
    requireAlive(change);
    // The table has no such move: a session that is being judged does not run out.
    if (!change.can(outcome)) refuse('attempt_open', 'processing');
    change.move(outcome, outcome === 'canceled' ? { reasons: ['simulated'] } : {});
    await note(change, call);
  });

/** A capture without pictures, then the decision about it. A capture that is being judged is decided as it is. */
async function decide(deps: Deps, call: SimulateCall, name: string): Promise<void> {
  const { org, env } = call.caller;
  const { session_id } = call.params;
  const attempt_id = await withSession(deps, nameOf(call), async (change) => {
    requireAlive(change);
    return change.session.status === 'processing' ? change.session.attempt_id! : open(deps, change);
  });
  await withSession(deps, nameOf(call), (change) => submitNothing(change, attempt_id));
  const judged = simulateCapture(deps, { org, env, session_id, attempt_id }, name, (change) =>
    note(change, call),
  );
  if (!(await deps.face.judging.add(judged))) refuse('unavailable', 'the simulated capture was not judged');
}

function requireAlive({ session: { status } }: Change): void {
  if (isTerminal(status)) refuse('session_terminal', status);
}

async function open(deps: Deps, change: Change): Promise<string> {
  if (change.attempt?.state === 'open') await giveUp(change, change.attempt);
  const { definition } = await workflowOf(deps, change.session, change.trx);
  const { challenge } = newChallenge(settingsOf(definition).liveness, {}, deps.draw);
  const { attempt_id } = await openAttempt(change, {
    challenge,
    token_jti: change.session.portal_jti,
    device: change.handoff?.state === 'confirmed' ? 'phone' : 'desktop',
    client_attempt_id: null,
  });
  return attempt_id;
}

function submitNothing(change: Change, attempt_id: string): void {
  requireAlive(change);
  const { attempt } = change;
  if (attempt?.attempt_id !== attempt_id) refuse('attempt_open', 'another attempt was opened meanwhile');
  // It is being judged.
  if (attempt!.state !== 'open') return;
  const chain = chainOf(attempt!.nonce, []);
  change.attempt = { ...attempt!, state: 'submitted', submitted_at: change.now, chain };
  change.move('submitted', { last_error: null });
}

function note(change: Change, call: SimulateCall): Promise<void> {
  const { caller, body, request_id, ip } = call;
  return audit(change.trx, {
    org: caller.org,
    env: caller.env,
    actor: caller.actor,
    action: 'session.simulated',
    target: change.session.session_id,
    outcome: body.outcome,
    request_id,
    ip,
  });
}
