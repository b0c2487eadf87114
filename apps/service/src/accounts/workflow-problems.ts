import type { WorkflowDefinition } from '@standpoint/contract';
import { MIN_BITS, reachesMinBits } from '../face/challenge/path.ts';
import { lowestClaim } from '../face/decision/calibration.ts';
import { REVIEW_CONDITIONS } from '../face/decision/decision.ts';
import { LOOSEST_FMR, thresholdsFor } from '../face/decision/match.ts';
import type { Pack } from '../face/vision/vision.ts';
import type { WorkflowProblem } from './workflow-problem.ts';
import { uiProblems } from './workflow-ui-problems.ts';

/**
 * Finds the parts of a workflow that fit the schema but can never take effect, and the promises that the
 * model pack cannot keep. An empty list: the workflow can be published.
 */
export function workflowProblems(
  definition: WorkflowDefinition,
  pack: Pick<Pack, 'id' | 'match'>,
): WorkflowProblem[] {
  return [
    ...livenessProblems(definition),
    ...matchProblems(definition),
    ...calibrationProblems(definition, pack),
    ...reviewProblems(definition),
    ...handoffProblems(definition),
    ...redirectProblems(definition),
    ...uiProblems(definition),
  ];
}

function livenessProblems({ liveness }: WorkflowDefinition): WorkflowProblem[] {
  if (!liveness?.challenges) return [];
  const path = 'liveness.challenges';
  if (liveness.mode === 'passive')
    return [{ path, message: 'are never shown in passive mode: use active or adaptive' }];
  if (!reachesMinBits(liveness.challenges))
    return [
      {
        path,
        message: `must reach ${MIN_BITS} bits: add turn, tilt, smile or approach; colours only support a decision`,
      },
    ];
  return [];
}

function matchProblems({ match, enroll, dedupe, retention }: WorkflowDefinition): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const source = match?.source ?? 'none';
  if (source === 'none' && (match?.threshold !== undefined || match?.target_fmr !== undefined))
    problems.push({
      path: 'match.source',
      message: 'is needed: a threshold without anything to compare with never acts',
    });
  if (match?.threshold !== undefined && match.target_fmr !== undefined)
    problems.push({ path: 'match', message: 'takes a threshold or a target_fmr, not both' });
  if (source === 'template' && enroll?.on_pass === false)
    problems.push({
      path: 'enroll.on_pass',
      message: 'must be true: otherwise there is never a template to match',
    });
  if (source === 'template' && retention?.template_days === 0)
    problems.push({
      path: 'retention.template_days',
      message: 'must be at least 1: a template that is not kept is never matched',
    });
  if (dedupe?.scope === 'none' && dedupe.action)
    problems.push({ path: 'dedupe.action', message: 'never acts with scope none' });
  return problems;
}

/** Refuses error rates that the pack was not measured on. */
function calibrationProblems(
  { match }: WorkflowDefinition,
  pack: Pick<Pack, 'id' | 'match'>,
): WorkflowProblem[] {
  if (!match?.source || match.source === 'none') return [];
  const lowest = lowestClaim(pack);
  if (lowest === null)
    return [
      {
        path: 'match.source',
        message: `needs a calibrated model pack: ${pack.id} has no measured error rates`,
      },
    ];
  const { source, target_fmr, threshold } = match;
  if (target_fmr !== undefined && target_fmr < lowest * (1 - 1e-9))
    return [
      {
        path: 'match.target_fmr',
        message:
          `must be at least ${Number(lowest.toPrecision(3))}: the pack ${pack.id} was measured on too few ` +
          'impostor pairs for a lower rate (30 ÷ pairs)',
      },
    ];
  const told = CAPTURES.every((counts) => thresholdsFor(pack, { threshold }, counts, source));
  if (threshold !== undefined && !told)
    return [
      {
        path: 'match.threshold',
        message: `accepts more than one in ${Math.round(1 / LOOSEST_FMR)} strangers with the pack ${pack.id}`,
      },
    ];
  return [];
}

/** Images that each side needs: the least, and the usual number. */
const CAPTURES = [
  { template: 1, probe: 1 },
  { template: 5, probe: 5 },
];

/** Refuses unknown conditions: with a misspelled one, no session would ever go to review. */
function reviewProblems({ review }: WorkflowDefinition): WorkflowProblem[] {
  return (review?.when ?? []).flatMap((name, i) =>
    (REVIEW_CONDITIONS as readonly string[]).includes(name)
      ? []
      : [{ path: `review.when.${i}`, message: `must be one of ${REVIEW_CONDITIONS.join(', ')}` }],
  );
}

function handoffProblems({ handoff }: WorkflowDefinition): WorkflowProblem[] {
  if (!handoff) return [];
  const { policy, channels, confirm, optical } = handoff;
  if (policy === 'force' && channels?.length === 0)
    return [
      {
        path: 'handoff.channels',
        message: 'must name qr or link: the policy is force, and the phone needs a way to arrive',
      },
    ];
  if (policy === 'offer' && channels?.length === 0)
    return [{ path: 'handoff.channels', message: 'must name qr or link, unless handoff.policy is off' }];
  if (policy === 'off' && (channels?.length || confirm || optical))
    return [{ path: 'handoff.policy', message: 'is off, so channels, confirm and optical have no effect' }];
  return (['qr', 'link'] as const)
    .filter((channel) => handoff[`${channel}_life_s`] !== undefined)
    .filter((channel) => policy === 'off' || (channels && !channels.includes(channel)))
    .map((channel) => ({
      path: `handoff.${channel}_life_s`,
      message: `has no effect: there are no codes of the channel ${channel}`,
    }));
}

/** A result that is handed over in clear text could be changed by an attacker on the network. */
function redirectProblems({ redirect_urls = [] }: WorkflowDefinition): WorkflowProblem[] {
  return redirect_urls.flatMap((text, i) => {
    const url = URL.parse(text);
    const loopback = url && /^(localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)$/.test(url.hostname);
    const ok =
      url &&
      (url.protocol === 'https:' ||
        (url.protocol === 'http:' && loopback) ||
        !/^(http|javascript|data|file|blob):$/.test(url.protocol));
    return ok
      ? []
      : [
          {
            path: `redirect_urls.${i}`,
            message: 'must be https, http on localhost, or the scheme of an app',
          },
        ];
  });
}
