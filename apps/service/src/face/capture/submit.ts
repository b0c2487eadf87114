import { setTimeout as after } from 'node:timers/promises';
import type { Environment, PublicSession, submit } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import type { Deps, TokenCaller } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { settingsOf, workflowOf } from '../portal/workflow.ts';
import type { Capture } from '../runner/runner.ts';
import { requireActive, requireKey, sessionNameOf, type TokenCall } from '../session/access.ts';
import type { Change } from '../session/change.ts';
import { publicSession } from '../session/public-view.ts';
import { type AttemptRow, attemptOf, type Loaded } from '../session/records.ts';
import { readSession, withSession } from '../session/with-session.ts';
import { requireClip } from './clip.ts';
import { keepFrames, SeenFrame } from './keep.ts';
import { manifestProblem } from './manifest.ts';
import { processCapture } from './processing.ts';
import { MANIFEST_BYTES, readUpload, type Upload } from './upload.ts';
import { uploadLimits } from './upload-limits.ts';
import { ARRIVES_WITHIN_MS, enterSandbox, goAhead, requirePictures, requireRoom } from './upload-room.ts';

const DAY_MS = 86_400_000;

/**
 * Takes the frames of an attempt. A capture that does not fit is refused and not counted. A capture that fits
 * counts as one attempt, once: the same capture again, after a lost reply, gets the same answer.
 */
export const submitHandler: Handler<typeof submit> = async (call, deps) => {
  const { attempt_id } = call.params;
  const path = `/facecheck/session/attempt/${attempt_id}/submit`;
  const ends = [goAhead(deps, call.caller, ARRIVES_WITHIN_MS)];
  let judged: Promise<PublicSession | null> | undefined;
  try {
    const jkt = await proofKey(deps, call, { method: 'POST', path });
    const { loaded, attempt } = await findAttempt(deps, call, jkt, attempt_id);
    if (attempt.state !== 'submitted') requireOpen(call.caller, loaded, attempt);
    ends.push(enterSandbox(deps, call, loaded, attempt));
    const limits = await uploadLimits(deps, call.caller.org);
    // A manifest is a part like any other, and may be larger than a small frame.
    const part_bytes = Math.max(limits.frame_bytes, limits.clip_bytes, MANIFEST_BYTES);
    const upload = await readUpload(call.parts!({ part_bytes }), limits);
    if (attempt.state === 'submitted') return { session: repeated(attempt, loaded, upload) };
    requireFits(deps, attempt, upload);
    ends.push(goAhead(deps, call.caller));
    await requirePictures(deps, call.caller, upload);
    requireRoom(deps, call.caller, loaded, upload);
    const taken = await takeCapture(deps, call, jkt, attempt_id, upload);
    if (taken.capture === null) return { session: taken.session };
    judged = deps.face.judging.add(processCapture(deps, taken.capture));
    const decided = await Promise.race([judged, after(deps.face.answer_within_ms, null, { ref: false })]);
    return { session: decided ?? taken.session };
  } finally {
    // Judging may take longer than the answer.
    void Promise.resolve(judged).then(() => ends.forEach((end) => void end()));
  }
};

async function findAttempt(deps: Deps, call: TokenCall, jkt: string | null, attempt_id: string) {
  const loaded =
    (await readSession(deps, sessionNameOf(call.caller))) ?? refuse('session_not_found', 'not created yet');
  requireKey(call.caller, loaded, jkt);
  const { org, env, session_id } = loaded.session;
  const found = await attemptOf(deps.database.db, { org, env, session_id }, attempt_id);
  // The device is checked first, so that a phone that is not confirmed learns nothing about attempts.
  if (found?.token_jti !== call.caller.claims.jti) requireActive(call.caller, loaded);
  const attempt = found ?? refuse('not_found', 'no such attempt in this session');
  if (attempt.token_jti !== call.caller.claims.jti) refuse('challenge_mismatch', 'attempt of another token');
  return { loaded, attempt };
}

function requireOpen(caller: TokenCaller, loaded: Omit<Loaded, 'attempt'>, attempt: AttemptRow | null): void {
  requireActive(caller, loaded);
  if (attempt?.state !== 'open') refuse('attempt_expired', `attempt is ${attempt?.state}`);
}

function repeated(attempt: AttemptRow, loaded: Loaded, { manifest }: Upload): PublicSession {
  if (attempt.chain?.toString('hex') !== manifest.chain)
    refuseCapture(attempt.env, 'another capture for a submitted attempt');
  return attempt.answer ?? publicSession(loaded);
}

function requireFits(deps: Deps, attempt: AttemptRow, { manifest, frames, clip }: Upload): void {
  requireClip(attempt.challenge, clip);
  const problem = manifestProblem({
    manifest,
    attempt_id: attempt.attempt_id,
    nonce: attempt.nonce,
    challenge: attempt.challenge,
    hashes: frames.map(({ sha256 }) => sha256),
    clip: clip?.pictures.map(({ sha256 }) => sha256) ?? [],
    elapsed_ms: deps.clock.now() - attempt.opened_at.getTime(),
  });
  if (problem) refuseCapture(attempt.env, problem);
}

/**
 * 422 `challenge_mismatch`. The sandbox alone says what does not match: in production that would tell which
 * part of a recording still gives it away. Our own page never gets this refusal, so the operator's log says
 * why it came, not only at `debug`.
 */
function refuseCapture(env: Environment, problem: string): never {
  const message = `The capture does not fit its attempt: ${problem}.`;
  return refuse('challenge_mismatch', problem, { level: 'info', ...(env === 'sandbox' && { message }) });
}

/** Counts the attempt and keeps its frames, sealed with the person's key: both, or neither. */
async function takeCapture(
  deps: Deps,
  call: TokenCall,
  jkt: string | null,
  attempt_id: string,
  upload: Upload,
) {
  try {
    return await withSession(deps, sessionNameOf(call.caller), async (change) => {
      requireKey(call.caller, change, jkt);
      const twin = change.attempt?.attempt_id === attempt_id && change.attempt.state === 'submitted';
      if (twin) return { capture: null, session: repeated(change.attempt!, change, upload) };
      const current = change.attempt?.attempt_id === attempt_id ? change.attempt : null;
      requireOpen(call.caller, change, current);
      const { definition } = await workflowOf(deps, change.session, change.trx);
      if (call.caller.kind === 'portal' && settingsOf(definition).handoff.policy === 'force')
        refuse('not_active_device', 'this workflow captures on the phone only');
      countAttempt(change, current!, upload, settingsOf(definition).frames_days);
      await keepFrames(deps, change, upload);
      return { capture: captureOf(change, current!, upload), session: publicSession(change) };
    });
  } catch (error) {
    if (error instanceof SeenFrame) return refuseSeenFrame(deps, call, attempt_id);
    throw error;
  }
}

function countAttempt(change: Change, attempt: AttemptRow, { manifest }: Upload, frames_days: number): void {
  change.attempt = {
    ...attempt,
    state: 'submitted',
    submitted_at: change.now,
    chain: Buffer.from(manifest.chain, 'hex'),
  };
  change.move('submitted', {
    frames_state: 'kept',
    frames_delete_after: new Date(change.now.getTime() + frames_days * DAY_MS),
    last_error: null,
  });
}

function captureOf({ session, now }: Change, attempt: AttemptRow, upload: Upload): Capture {
  const { org, env, session_id, customer_hash, outcome, workflow_id, workflow_version } = session;
  return {
    org,
    env,
    session_id,
    attempt_id: attempt.attempt_id,
    customer_hash,
    outcome,
    workflow_id,
    workflow_version,
    challenge: attempt.challenge,
    elapsed_ms: now.getTime() - attempt.opened_at.getTime(),
    ...upload,
  };
}

/** Outside the transaction that took the capture back, so that the audit entry stays. */
async function refuseSeenFrame(deps: Deps, call: TokenCall, attempt_id: string): Promise<never> {
  const { org, env } = call.caller;
  await audit(deps.database.db, {
    org,
    env,
    actor: 'client',
    action: 'face.frame_seen',
    target: attempt_id,
    outcome: 'refused',
    request_id: call.request_id,
    ip: call.ip,
  });
  return refuseCapture(
    env,
    'a frame was submitted before, in this or another session. A camera never repeats a picture; a recording ' +
      'or a simulated camera does. Use a customer_id that begins with test_face_ to go on with it',
  );
}
