import { differences } from '../../evidence/differences.ts';
import type { DecisionAgain, ReportOn } from '../../evidence/report.ts';
import { signatureStep } from '../../evidence/signature.ts';
import type { PublicSigningKey } from '../../tokens/check-evidence.ts';
import { chainOf } from '../capture/manifest.ts';
import { faceEngineOf } from '../decision/engines.ts';
import { faceEvidence } from './file.ts';
import { type FaceEvidenceRecord, faceRecordText } from './record.ts';

interface CaptureStep {
  /** `same`: the chain follows from the nonce and the frames, and the facts are about these frames. */
  outcome: 'same' | 'different' | 'not_checked';
  frames: number;
  problem: string | null;
}

/**
 * `not_analysed`: no runner looked, and the verdict follows from that. `unfounded`: findings without the
 * facts that they are based on.
 */
type FaceDecisionStep = DecisionAgain<
  'identical' | 'not_analysed' | 'simulated' | 'different' | 'unfounded' | 'not_recomputed'
>;

export type FaceEvidenceReport = ReportOn<{
  session_id: string;
  attempt_id: string;
  workflow: { workflow_id: string; version: number };
  pack: { id: string; version: string } | null;
  capture: CaptureStep;
  decision: FaceDecisionStep;
}>;

const GOOD: readonly string[] = ['identical', 'not_analysed', 'simulated'];

/**
 * Computes the verdict of one attempt again from its evidence file, and checks the signature and the chain of
 * its frames. Uses only this code: no models, database or network. `pinned`: the trusted keys; without them,
 * the key in the file is used.
 */
export async function verifyFaceEvidence(
  line: string,
  pinned: PublicSigningKey[] | null = null,
): Promise<FaceEvidenceReport> {
  const read = faceEvidence.read(line);
  if ('problem' in read) return { ok: false, form: { outcome: 'altered', problem: read.problem } };
  const { file, record } = read;
  const { session_id, attempt_id, org, env, decided_at, workflow } = record;
  const names = { session_id, attempt_id, org, env };
  const signature = await signatureStep(file, 'face_evidence', names, pinned);
  // A record without a valid signature is not run through an engine, because it could be anything.
  const trusted = signature.outcome !== 'invalid';
  const capture = trusted ? captureStep(record) : notChecked(record);
  const decision = trusted ? await decisionStep(file.record, record) : unknown(record);
  const pack = record.input.facts?.pack;
  return {
    ok: signature.outcome === 'valid' && capture.outcome === 'same' && GOOD.includes(decision.outcome),
    session_id,
    attempt_id,
    org,
    env,
    livemode: env === 'production',
    decided_at,
    form: { outcome: 'well_formed' },
    signature,
    workflow,
    pack: pack ? { id: pack.id, version: pack.version } : null,
    capture,
    decision,
  };
}

const notChecked = ({ capture }: FaceEvidenceRecord): CaptureStep => ({
  outcome: 'not_checked',
  frames: capture.frames.length,
  problem: null,
});

function captureStep(record: FaceEvidenceRecord): CaptureStep {
  const problem = captureProblem(record);
  return { ...notChecked(record), outcome: problem ? 'different' : 'same', problem };
}

function captureProblem({ capture, input }: FaceEvidenceRecord): string | null {
  try {
    const named = [...capture.frames.map(({ sha256 }) => sha256), ...(capture.clip ?? [])];
    const hashes = named.map((sha256) => Buffer.from(sha256, 'hex'));
    const chain = chainOf(Buffer.from(capture.nonce, 'base64url'), hashes).toString('hex');
    if (chain !== capture.chain) return 'the chain does not follow from the nonce and the frames';
    const { facts } = input;
    if (!facts) return null;
    const judged = facts.frames.map(({ sha256, t_ms, step }) => ({ sha256, t_ms, step }));
    if (differences(capture.frames, judged).length > 0) return 'the facts are about other frames';
    const clip = facts.clip?.pictures.map(({ sha256 }) => sha256) ?? [];
    return differences(capture.clip ?? [], clip).length > 0 ? 'the facts are about another clip' : null;
  } catch (error) {
    return (error as Error).message;
  }
}

const unknown = ({ input, verdict }: FaceEvidenceRecord): FaceDecisionStep => ({
  outcome: 'not_recomputed',
  engine_version: input.engine_version,
  recorded: verdict.kind === 'retry' ? 'retry' : verdict.decision,
  recomputed: null,
  differences: [],
});

async function decisionStep(text: string, record: FaceEvidenceRecord): Promise<FaceDecisionStep> {
  const step = unknown(record);
  const { input, findings, verdict } = record;
  if (record.decision_source === 'simulated') return { ...step, outcome: 'simulated' };
  if (!input.facts && findings.outcome === 'analysed') return { ...step, outcome: 'unfounded' };
  const engine = await faceEngineOf(input.engine_version);
  if (!engine) return step;
  try {
    const again = engine(input);
    const recomputed = again.verdict.kind === 'retry' ? 'retry' : again.verdict.decision;
    // The whole text is written again and must be exactly the signed one.
    if (faceRecordText({ ...record, ...again }) === text)
      return { ...step, outcome: input.facts ? 'identical' : 'not_analysed', recomputed };
    return {
      ...step,
      outcome: 'different',
      recomputed,
      differences: differences({ findings, verdict }, again),
    };
  } catch {
    return { ...step, outcome: 'different' };
  }
}
