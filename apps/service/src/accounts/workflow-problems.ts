import type { WorkflowDefinition } from '@standpoint/contract';

export interface WorkflowProblem {
  /** Where in the file, e.g. `match.threshold`. */
  path: string;
  message: string;
}

/** What no person could ever reach in a workflow that fits the schema. Empty: it can be published. */
export function workflowProblems(definition: WorkflowDefinition): WorkflowProblem[] {
  return [
    ...livenessProblems(definition),
    ...matchProblems(definition),
    ...handoffProblems(definition),
    ...redirectProblems(definition),
  ];
}

function livenessProblems({ liveness }: WorkflowDefinition): WorkflowProblem[] {
  return liveness?.mode === 'passive' && liveness.challenges
    ? [{ path: 'liveness.challenges', message: 'are never shown in passive mode: use active or adaptive' }]
    : [];
}

function matchProblems({ match, enroll, dedupe }: WorkflowDefinition): WorkflowProblem[] {
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
      message: 'must be true: without it there is never a template to match',
    });
  if (dedupe?.scope === 'none' && dedupe.action)
    problems.push({ path: 'dedupe.action', message: 'never acts with scope none' });
  return problems;
}

function handoffProblems({ handoff }: WorkflowDefinition): WorkflowProblem[] {
  if (!handoff) return [];
  const { policy, channels, confirm } = handoff;
  if (policy === 'force' && channels?.length === 0)
    return [
      {
        path: 'handoff.channels',
        message: 'must name qr or link: the phone is forced and has no way to arrive',
      },
    ];
  if (policy === 'offer' && channels?.length === 0)
    return [{ path: 'handoff.channels', message: 'must name qr or link, or the policy be off' }];
  if (policy === 'off' && (channels?.length || confirm))
    return [{ path: 'handoff.policy', message: 'is off, so channels and confirm never act' }];
  return [];
}

/** A result handed over in clear text on the network would be anybody's to change. */
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
            message: 'must be https, or http on this computer, or an app’s own scheme',
          },
        ];
  });
}
