import type { KeyObject } from 'node:crypto';
import { openBytes } from '../../privacy/envelope.ts';
import { CLIP_STEP, digestsIn } from '../capture/clip.ts';
import { frameDigestAad } from '../capture/frame-aad.ts';
import type { FaceDecided, FaceInput } from '../decision/engines.ts';
import type { Change } from '../session/change.ts';
import { FACE_EVIDENCE_FORMAT, type FaceEvidenceRecord } from './record.ts';

/** The record of the attempt, with its frames as the manifest chained them. */
export async function recordOf(
  change: Change,
  data_key: KeyObject,
  input: FaceInput,
  { findings, verdict }: FaceDecided,
): Promise<FaceEvidenceRecord> {
  const { session, attempt, now } = change;
  const { org, env, session_id } = session;
  const simulated = verdict.kind === 'decided' && verdict.decision_source === 'simulated';
  return {
    format: FACE_EVIDENCE_FORMAT,
    session_id,
    attempt_id: attempt!.attempt_id,
    org,
    env,
    decided_at: now.toISOString(),
    decision_source: simulated ? 'simulated' : 'auto',
    workflow: { workflow_id: session.workflow_id, version: session.workflow_version },
    consent: session.consent,
    capture: await captureOf(change, data_key),
    input,
    findings,
    verdict,
  };
}

/** What the record says of the capture. */
async function captureOf(change: Change, data_key: KeyObject): Promise<FaceEvidenceRecord['capture']> {
  const { nonce, chain, opened_at, submitted_at, device } = change.attempt!;
  const pictures = await openPictures(change, data_key);
  const clip = pictures.find(({ step }) => step === CLIP_STEP);
  return {
    nonce: nonce.toString('base64url'),
    frames: pictures
      .filter(({ step }) => step !== CLIP_STEP)
      .map(({ digest, t_ms, step }) => ({ sha256: digest.toString('hex'), t_ms, step })),
    ...(clip && { clip: digestsIn(clip.digest) }),
    chain: chain!.toString('hex'),
    opened_at: opened_at.toISOString(),
    submitted_at: submitted_at!.toISOString(),
    device,
  };
}

/** The kept frames and the clip of the attempt, each with its opened digest, in their order. */
async function openPictures({ trx, key, session, attempt }: Change, data_key: KeyObject) {
  const { org, env, session_id } = session;
  const { attempt_id } = attempt!;
  const rows = await trx
    .selectFrom('face_frame')
    .select(['index', 'sha256_sealed', 't_ms', 'step'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('session_id', '=', session_id)
    .where('attempt_id', '=', attempt_id)
    .orderBy('index')
    .execute();
  return rows.map(({ index, sha256_sealed, t_ms, step }) => ({
    digest: openBytes(data_key, sha256_sealed, frameDigestAad({ ...key, attempt_id }, index)),
    t_ms,
    step,
  }));
}
