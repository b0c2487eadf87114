import type { PublicSession } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import type { Deps } from '../../deps.ts';
import { decide, simulate, type Verdict } from '../decision/decision.ts';
import type { FaceDecided, FaceInput } from '../decision/engines.ts';
import { FACE_ENGINE_VERSION, judge } from '../decision/judge.ts';
import { type SandboxOutcome, sandboxOutcome } from '../decision/sandbox-outcomes.ts';
import { keepDuplicates, keepEvidence } from '../evidence/store.ts';
import { settingsOf, type WorkflowSettings, workflowOf } from '../portal/workflow.ts';
import { openReview } from '../review/open.ts';
import type { Basis, Capture, Findings } from '../runner/runner.ts';
import type { Change } from '../session/change.ts';
import { TIMERS } from '../session/due.ts';
import { publicSession } from '../session/public-view.ts';
import { processingLapsed } from '../session/settle.ts';
import { withSession } from '../session/with-session.ts';
import { keepApproval } from '../templates/approval-records.ts';
import { keepWhatPassed, matchAgain } from '../templates/templates.ts';

type Finish = (change: Change) => Promise<void> | void;

/**
 * Has the capture analysed and records the result; null when that failed (the timer then settles the
 * session). The session's row is not locked meanwhile: a cancellation wins, and a late verdict changes
 * nothing.
 */
export const processCapture = (deps: Deps, capture: Capture): Promise<PublicSession | null> =>
  finishCapture(deps, capture, () => analyseCapture(deps, capture));

type Submitted = Pick<Capture, 'org' | 'env' | 'session_id' | 'attempt_id'>;

/**
 * Has a fixed outcome of the sandbox decide about the capture, whatever its pictures show. `note` runs in the
 * transaction that decides, so not where a cancellation, or the capture's own verdict, came before.
 */
export function simulateCapture(
  deps: Deps,
  capture: Submitted,
  name: string,
  note: (change: Change) => Promise<void>,
): Promise<PublicSession | null> {
  const outcome = sandboxOutcome(capture.env, name);
  if (!outcome) throw new Error('only the sandbox has fixed outcomes');
  return finishCapture(deps, capture, async () => async (change) => {
    await note(change);
    await simulated(deps, outcome)(change);
  });
}

async function finishCapture(
  deps: Deps,
  capture: Submitted,
  analyse: () => Promise<Finish>,
): Promise<PublicSession | null> {
  try {
    const finish = await analyse();
    return await withSession(deps, capture, async (change) => {
      const { status, attempt_id } = change.session;
      if (status === 'processing' && attempt_id === capture.attempt_id) {
        await finish(change);
        change.attempt = { ...change.attempt!, answer: publicSession(change) };
      }
      return publicSession(change);
    });
  } catch (error) {
    deps.log.error({ err: error, session_id: capture.session_id }, 'A capture could not be judged.');
    return null;
  }
}

async function analyseCapture(deps: Deps, capture: Capture): Promise<Finish> {
  const outcome = sandboxOutcome(capture.env, capture.outcome);
  if (outcome?.submits) return simulated(deps, outcome);
  try {
    const findings = await withinTime(deps.face.runner.analyse(capture));
    return (change) =>
      conclude(deps, change, findings, (judged, when) => decide(judged, attemptsOf(change), when));
  } catch (error) {
    // An outage of ours is not the person's failure.
    deps.log.error({ err: error, session_id: capture.session_id }, 'The face runner failed.');
    return (change) => processingLapsed(change, 'processing_failed');
  }
}

const simulated =
  (deps: Deps, outcome: SandboxOutcome): Finish =>
  (change) =>
    conclude(deps, change, { outcome: 'unavailable' }, () => simulate(outcome, attemptsOf(change)));

const attemptsOf = ({ session }: Change) => ({ used: session.attempts_used, max: session.attempts_max });

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), TIMERS.processing).unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Decide = (findings: FaceDecided['findings'], when: readonly string[] | null) => Verdict;

/** Records everything that follows from a judged capture, in the transaction that ends its processing. */
async function conclude(deps: Deps, change: Change, found: Findings, decideOn: Decide): Promise<void> {
  const { definition } = await workflowOf(deps, change.session, change.trx);
  const settings = settingsOf(definition);
  const { basis, findings, verdict, first } = await settleVerdict(change, settings, found, decideOn);
  const input: FaceInput = {
    engine_version: basis?.facts.engine_version ?? FACE_ENGINE_VERSION,
    facts: basis?.facts ?? null,
    attempts: attemptsOf(change),
    review_when: settings.review_when,
  };
  await keepEvidence(change, deps, input, { findings, verdict });
  await keepDuplicates(change, basis?.duplicates ?? []);
  if (basis && isApproved(verdict)) {
    const { facts, pack, probe } = basis;
    const { attempt_id } = change.attempt!;
    const prints = facts.frames.map(({ look }) => look.print);
    const unproven = !first && facts.match.skipped !== undefined;
    await keepWhatPassed(change, settings, { attempt_id, pack, probe, prints, unproven });
  }
  await recordVerdict(change, verdict);
  if (change.session.decision === 'review') await openReview(change, settings, basis);
}

const isApproved = (verdict: Verdict): boolean =>
  verdict.kind === 'decided' && verdict.decision === 'approved';

/**
 * Decides, and notes whether this is the customer's first approval. A capture that was analysed as a first
 * visit is none any more if another session was approved meanwhile. It is compared and judged again here;
 * otherwise a stranger who comes at the same moment would be approved.
 */
async function settleVerdict(change: Change, settings: WorkflowSettings, found: Findings, decideOn: Decide) {
  const { basis, findings } = splitFindings(found);
  const verdict = decideOn(findings, settings.review_when);
  const first = isApproved(verdict) && (await keepApproval(change.trx, change.session, change.now));
  if (first || !isApproved(verdict) || basis?.facts.match.skipped !== 'nothing_to_compare')
    return { basis, findings, verdict, first };
  const facts = { ...basis.facts, match: await matchAgain(change, settings, basis) };
  const again = judge(facts);
  return {
    basis: { ...basis, facts },
    findings: again,
    verdict: decideOn(again, settings.review_when),
    first,
  };
}

/** Separates the findings, which go into the evidence, from their basis, which never does. */
function splitFindings(found: Findings): { basis: Basis | null; findings: FaceDecided['findings'] } {
  if (found.outcome === 'unavailable') return { basis: null, findings: found };
  const { basis, ...findings } = found;
  return { basis: basis ?? null, findings };
}

async function recordVerdict(change: Change, verdict: Verdict): Promise<void> {
  const outcome = verdict.kind === 'retry' ? 'retry' : verdict.decision;
  change.attempt = { ...change.attempt!, outcome };
  if (verdict.kind === 'retry') {
    change.move('retry', { last_error: verdict.last_error });
    return;
  }
  const { decision, decision_source, reasons, checks } = verdict;
  change.move('decided', { decision, decision_source, reasons, checks });
  const { org, env, session_id } = change.session;
  await audit(change.trx, {
    org,
    env,
    actor: 'system',
    action: 'face.decision',
    target: session_id,
    outcome: decision,
    detail: { decision_source, reasons },
  });
}
