import type { frames } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { requireAgreement } from '../evidence/contradiction.ts';
import type { FaceEvidenceRecord } from '../evidence/record.ts';
import { exportFaceEvidence } from '../evidence/store.ts';
import { workflowOf } from '../portal/workflow.ts';
import { load, type SessionRow } from '../session/records.ts';
import { explainedAttempt } from './attempt.ts';

export const explainSessionHandler: Handler<typeof frames.explainSession> = async (
  { caller: { org, env }, params: { session_id } },
  deps,
) => {
  const key = { org, env, session_id };
  const { session } = (await load(deps.database.db, key)) ?? refuse('session_not_found', session_id);
  await requireAgreement(deps, key);
  const lines = await exportFaceEvidence(deps, key);
  const pack = deps.face.vision?.pack ?? null;
  const attempts = lines.flatMap((line) =>
    'attempt_id' in line ? [explainedAttempt(JSON.parse(line.record) as FaceEvidenceRecord, pack)] : [],
  );
  return { attempts, workflow: await settingsOf(deps, session), locale: session.locale };
};

/** The part of the workflow that bears on checks and retention. */
async function settingsOf(deps: Deps, session: SessionRow) {
  const { name, definition } = await workflowOf(deps, session);
  const { liveness, match, enroll, dedupe, attempts, retention, review } = definition;
  return { name, settings: { liveness, match, enroll, dedupe, attempts, retention, review } };
}
