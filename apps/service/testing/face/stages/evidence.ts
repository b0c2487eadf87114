import type { FaceFacts } from '../../../src/face/decision/facts.ts';
import { exportFaceEvidence } from '../../../src/face/evidence/store.ts';
import { type FaceEvidenceReport, verifyFaceEvidence } from '../../../src/face/evidence/verify.ts';
import { clockedService } from '../clocked.ts';
import { person } from '../face.ts';
import { answering, atEase } from '../runner.ts';

type Full = Extract<FaceEvidenceReport, { signature: unknown }>;
export const verified = async (line: string) => (await verifyFaceEvidence(line)) as Full;

/** Sessions that are judged by the real judge, and the evidence of them. */
export function evidenceStage() {
  const { clock, service, org } = clockedService();

  async function capturing(env: 'production' | 'sandbox' = 'production', customer = {}) {
    const desktop = await person(service, org, { env, customer });
    const { session } = (await desktop.open()).data;
    await desktop.consent();
    return { desktop, key: { org: org.org, env, session_id: session.session_id as string } };
  }

  async function judged(change?: (facts: FaceFacts) => void) {
    service.deps.face.runner = answering(change);
    const { desktop, key } = await capturing();
    const attempt = await desktop.attempt();
    clock.pass(17);
    const answer = await desktop.submit(attempt, atEase(attempt));
    const lines = (await exportFaceEvidence(service.deps, key)).map((file) => JSON.stringify(file));
    return { desktop, key, answer, lines };
  }

  return { clock, service, org, capturing, judged };
}
