import type { record } from '@standpoint/contract';
import { audit } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import { recordDigest } from '../evidence/signature.ts';
import { faceEvidence } from '../face/evidence/file.ts';
import { exportFaceEvidence } from '../face/evidence/store.ts';
import { type FaceEvidenceReport, verifyFaceEvidence } from '../face/evidence/verify.ts';
import { exportEvidence, storedEvidence } from '../geolocation/evidence/stored.ts';
import { type EvidenceReport, verifyEvidence } from '../geolocation/evidence/verify.ts';
import { refuse } from '../refuse.ts';
import { reviewEvidence } from '../reviews/file.ts';
import { reviewedLine, verifyReview } from '../reviews/verify.ts';
import type { Handler } from '../route.ts';
import { publicSigningKey } from '../tokens/check-evidence.ts';
import { type Subject, subjectOf } from './subject.ts';

/** The lines of a record, as `verifications export` and `sessions export` write them; none once it is gone. */
async function linesOf(deps: Deps, { org, env, record_id, area }: Subject): Promise<string[]> {
  if (area === 'face') {
    const files = await exportFaceEvidence(deps, { org, env, session_id: record_id });
    return files.map((file) => JSON.stringify(file));
  }
  for await (const [row] of storedEvidence(deps, { org, env, verification_id: record_id }))
    return (row ? (exportEvidence(deps, row) ?? []) : []).map((file) => JSON.stringify(file));
  return [];
}

const GONE = { message: 'Its evidence is gone: it was deleted by age, redacted, or erased with the person.' };

export const exportEvidenceHandler: Handler<typeof record.exportEvidence> = async (call, deps) => {
  const subject = await subjectOf(deps.database.db, call);
  const lines = await linesOf(deps, subject);
  if (lines.length === 0) return refuse('not_found', 'no evidence', GONE);
  await audit(deps.database.db, {
    org: subject.org,
    env: subject.env,
    actor: call.caller.actor,
    action: 'record.evidence_exported',
    target: subject.record_id,
    request_id: call.request_id,
    ip: call.ip,
  });
  return { file: `${subject.record_id}.jsonl`, text: lines.map((line) => `${line}\n`).join('') };
};

type Report = Extract<EvidenceReport | FaceEvidenceReport, { signature: unknown }>;

/** From the text alone, as an auditor does it; the service's own keys are the pinned ones. */
export const verifyEvidenceHandler: Handler<typeof record.verifyEvidence> = async (call, deps) => {
  const subject = await subjectOf(deps.database.db, call);
  const lines = await linesOf(deps, subject);
  const pinned = deps.keys.of(subject.env).jwks.keys.flatMap((jwk) => publicSigningKey(jwk) ?? []);
  const evidence: record.EvidenceCheck[] = [];
  for (const [i, line] of lines.entries()) {
    if (reviewEvidence.isOne(line)) continue;
    const report = faceEvidence.isOne(line)
      ? await verifyFaceEvidence(line, pinned)
      : await verifyEvidence(line, deps, pinned);
    if (!('signature' in report)) evidence.push(altered(subject, line, report.form.problem));
    else evidence.push(await checked(report, line, answersAfter(lines, i), pinned));
  }
  return { evidence };
};

/** The answers of the review of a line stand in the lines after it. */
function answersAfter(lines: readonly string[], at: number): string[] {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => !reviewEvidence.isOne(line));
  return end < 0 ? rest : rest.slice(0, end);
}

const digestOf = (line: string): string => {
  const { record: text } = JSON.parse(line) as { record: string };
  return Buffer.from(recordDigest(text), 'base64url').toString('hex');
};

const altered = ({ record_id }: Subject, line: string, problem: string): record.EvidenceCheck => ({
  id: record_id,
  ok: false,
  sha256: digestOf(line),
  signature: 'invalid',
  kid: null,
  engine_version: null,
  decision: 'not_recomputed',
  facts: 'not_rederived',
  notes: [problem],
});

async function checked(
  report: Report,
  line: string,
  answers: readonly string[],
  pinned: Parameters<typeof verifyReview>[2],
): Promise<record.EvidenceCheck> {
  const review = await verifyReview(reviewedLine(line, report.decision.recorded), answers, pinned);
  const face = 'session_id' in report;
  const notes = [
    ...(face
      ? [report.capture.problem]
      : Object.entries(report.facts.not_rederived).map(([n, why]) => `${n}: ${why}`)),
    review && review.outcome !== 'valid' ? `review: ${review.problem ?? review.outcome}` : null,
    ...report.decision.differences.map(({ path }) => `${path} differs`),
  ];
  return {
    id: face ? report.attempt_id : report.verification_id,
    ok: report.ok && (!review || review.outcome === 'valid'),
    sha256: digestOf(line),
    signature: report.signature.outcome,
    kid: report.signature.kid,
    engine_version: report.decision.engine_version,
    decision: report.decision.outcome,
    facts: face ? report.capture.outcome : report.facts.outcome,
    notes: notes.filter((note) => note !== null),
  };
}
