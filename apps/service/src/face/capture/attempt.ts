import { type AttemptAnswer, type attempt, CLIP } from '@standpoint/contract';
import { randomBytes } from '../../chance.ts';
import { newId } from '../../ids.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { newChallenge } from '../challenge/challenge.ts';
import { requireConsent } from '../consent/give.ts';
import { shownConsent } from '../consent/shown.ts';
import { sandboxOutcome } from '../decision/sandbox-outcomes.ts';
import { skipOptical } from '../optical/optical.ts';
import { settingsOf, workflowOf } from '../portal/workflow.ts';
import { deviceOf, requireActive, requireKey, sessionNameOf } from '../session/access.ts';
import type { Change } from '../session/change.ts';
import { TIMERS } from '../session/due.ts';
import type { AttemptRow } from '../session/records.ts';
import { withSession } from '../session/with-session.ts';
import { prepareDuplicates } from '../templates/dedupe/gather.ts';
import { type UploadLimits, uploadLimits } from './upload-limits.ts';

/** One frame for each step of a challenge; ten of the one step of a passive one. */
const FRAMES = 10;

/**
 * Opens an attempt: a random challenge for a single use, timed by the server, bound to this token. Only one
 * attempt is open at a time.
 */
export const attemptHandler: Handler<typeof attempt> = async (call, deps) => {
  const { caller, body } = call;
  const jkt = await proofKey(deps, call, { method: 'POST', path: '/facecheck/session/attempt' });
  const limits = await uploadLimits(deps, caller.org);
  const organization = await deps.organizations.find(caller.org);
  const view = (row: AttemptRow) => answer(row, limits);
  return withSession(deps, sessionNameOf(caller), async (change) => {
    requireKey(caller, change, jkt);
    requireActive(caller, change);
    const workflow = await workflowOf(deps, change.session, change.trx);
    const settings = settingsOf(workflow.definition);
    if (caller.kind === 'portal' && settings.handoff.policy === 'force')
      refuse('not_active_device', 'this workflow captures on the phone only');
    requireConsent(shownConsent(workflow, organization), change.session);
    const open = change.attempt?.state === 'open' ? change.attempt : null;
    const mine = open && body.client_attempt_id && sameAsker(open, caller.claims.jti, body.client_attempt_id);
    if (open && mine && !leavesLight(open, body)) return view(open);
    if ((open && !mine) || change.session.status === 'processing')
      refuse('attempt_open', open?.attempt_id ?? 'processing');
    if (open) await giveUp(change, open);
    if (change.session.attempts_used >= change.session.attempts_max)
      refuse('attempts_exhausted', 'none left');
    const { alternative } = body;
    if (alternative) requireOffered(settings.liveness, alternative);
    const { runner, vision } = deps.face;
    // The models and the gallery load while the person answers.
    if (!sandboxOutcome(caller.env, change.session.outcome)) {
      runner.prepare?.();
      if (vision) void prepareDuplicates(deps, change.session, settings, vision.pack);
    }
    const { challenge } = newChallenge(settings.liveness, body, deps.draw);
    return view(
      await openAttempt(change, {
        challenge,
        token_jti: caller.claims.jti,
        device: deviceOf(caller),
        client_attempt_id: body.client_attempt_id ?? null,
      }),
    );
  });
};

function requireOffered({ alternatives }: { alternatives: readonly string[] }, alternative: string): void {
  if (!alternatives.includes(alternative))
    refuse('invalid_request', 'alternative is not offered', {
      fields: [{ path: 'alternative', message: 'is not offered by this workflow' }],
    });
}

const sameAsker = (open: AttemptRow, token_jti: string, client_attempt_id: string): boolean =>
  open.client_attempt_id === client_attempt_id && open.token_jti === token_jti;

/**
 * Whether a device that has a challenge with light says now that it does not show it: its clip was refused, the
 * room has become too bright, or the person does not want it. It may draw anew once, since the next challenge has
 * no light to leave.
 */
const leavesLight = ({ challenge }: AttemptRow, { light }: { light?: string }): boolean =>
  challenge.parameters.light !== undefined && light !== undefined && light !== 'ready';

/** Ends an attempt that another one takes the place of, at once: only one attempt may be open. */
export const giveUp = (change: Change, { attempt_id }: AttemptRow): Promise<unknown> =>
  change.trx
    .updateTable('face_attempt')
    .set({ state: 'abandoned' })
    .where('org', '=', change.key.org)
    .where('attempt_id', '=', attempt_id)
    .execute();

export async function openAttempt(
  change: Change,
  asked: Pick<AttemptRow, 'challenge' | 'token_jti' | 'device' | 'client_attempt_id'>,
): Promise<AttemptRow> {
  const expires = Math.min(change.now.getTime() + TIMERS.attempt, change.session.portal_exp.getTime());
  const row = await change.trx
    .insertInto('face_attempt')
    .values({
      ...change.key,
      ...asked,
      attempt_id: newId('attempt', change.now.getTime()),
      state: 'open',
      nonce: randomBytes(32),
      challenge: JSON.stringify(asked.challenge),
      opened_at: change.now,
      expires_at: new Date(expires),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  change.attempt = row;
  // The person has moved on to the capture, so the desktop need not show a moving code any longer.
  if (asked.device === 'phone') skipOptical(change);
  change.move('attempt_opened', { attempt_id: row.attempt_id, last_error: null });
  return row;
}

function answer(row: AttemptRow, { capture_body_bytes, clip_bytes }: UploadLimits): AttemptAnswer {
  const { challenge } = row;
  const lit = challenge.parameters.light !== undefined;
  return {
    attempt_id: row.attempt_id,
    nonce: row.nonce.toString('base64url'),
    challenge,
    upload: {
      frames: lit ? challenge.steps.length : FRAMES,
      max_bytes: capture_body_bytes,
      ...(lit && { clip: { max_bytes: clip_bytes, ...CLIP } }),
    },
    expires_at: row.expires_at.toISOString(),
  };
}
