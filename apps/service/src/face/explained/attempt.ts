import type { frames } from '@standpoint/contract';
import { fairFmrAt, fnmrAt } from '../decision/calibration.ts';
import { stepFindings } from '../decision/checks/challenge.ts';
import { DOUBTFUL } from '../decision/checks/liveness.ts';
import type { FaceFacts } from '../decision/facts.ts';
import { FACE_ENGINE_VERSION } from '../decision/judge.ts';
import { clipMoments } from '../evidence/clip-moments.ts';
import type { FaceEvidenceRecord } from '../evidence/record.ts';
import type { Pack } from '../vision/vision.ts';

type Explained = frames.ExplainedAttempt;

/**
 * A judged attempt, from its signed record. `pack`: the one in use, whose measurements are believed for
 * itself alone.
 */
export function explainedAttempt(record: FaceEvidenceRecord, pack: Pack | null): Explained {
  const { input, verdict, attempt_id, decided_at, capture } = record;
  const { facts } = input;
  const same = pack && facts && pack.id === facts.pack.id && pack.version === facts.pack.version;
  return {
    attempt_id,
    decided_at,
    engine_version: input.engine_version,
    pack: facts ? { id: facts.pack.id, version: facts.pack.version } : null,
    outcome: verdict.kind === 'retry' ? 'retry' : verdict.decision,
    elapsed_ms: facts?.elapsed_ms ?? null,
    steps: facts ? stepsOf(facts, input.engine_version) : [],
    clip: capture.clip ? { index: capture.frames.length, pictures: clipMoments(record) } : null,
    match: facts ? matchOf(facts, same ? pack : null) : null,
    liveness: facts ? livenessOf(facts, input.engine_version, same ? pack : null) : null,
    dedupe: facts?.dedupe.skipped === undefined && facts ? dedupeOf(facts) : null,
  };
}

/** The strengths are computed from the stored looks; only by the engine that judged them. */
function stepsOf(facts: FaceFacts, engine_version: string): Explained['steps'] {
  const found = engine_version === FACE_ENGINE_VERSION ? stepFindings(facts.challenge, facts.frames) : [];
  return facts.challenge.steps.map(({ id, kind, window_ms }, place) => {
    const finding = found[place];
    const frame = facts.frames.findLast(({ step }) => step === id);
    return {
      id,
      kind,
      window_ms,
      t_ms: frame?.t_ms ?? null,
      strength: finding?.strength ?? null,
      outcome: finding?.outcome ?? 'not_known',
    };
  });
}

/** Rates come from the calibration of exactly this many images, and only where it was measured. */
function matchOf({ match }: FaceFacts, pack: Pack | null): Explained['match'] {
  if (match.skipped !== undefined) return null;
  const { source, score, threshold, review_threshold, target_fmr, template_age_days } = match;
  const measured = pack?.match.find((each) => each.template === match.template && each.probe === match.probe);
  return {
    source,
    score,
    threshold,
    review_threshold,
    target_fmr,
    template_age_days,
    rates: measured
      ? {
          fmr: fairFmrAt(measured, threshold),
          fnmr: fnmrAt(measured, threshold),
          genuine_pairs: measured.genuine_pairs,
          impostor_pairs: measured.impostor_pairs,
        }
      : null,
  };
}

function livenessOf(facts: FaceFacts, engine_version: string, pack: Pack | null): Explained['liveness'] {
  const passes = facts.pack.liveness_threshold;
  if (passes === null || engine_version !== FACE_ENGINE_VERSION) return null;
  const measured = pack?.liveness
    ? { apcer: pack.liveness.apcer, bpcer: pack.liveness.bpcer, report: pack.liveness.report }
    : null;
  return { passes, review: passes * DOUBTFUL, measured };
}

function dedupeOf({ dedupe }: FaceFacts): Explained['dedupe'] {
  if (dedupe.skipped !== undefined) return null;
  const { gallery, threshold, target_fpir } = dedupe;
  return { gallery, threshold, target_fpir };
}
