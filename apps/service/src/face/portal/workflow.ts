import type { PublicWorkflow, WorkflowDefinition } from '@standpoint/contract';
import { findVersion } from '../../accounts/versions.ts';
import type { Workflow } from '../../accounts/workflows.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import { reviewRulesOf } from '../../reviews/rules.ts';
import { effortOf } from '../challenge/effort.ts';
import type { Db, SessionRow } from '../session/records.ts';

export type Channel = 'qr' | 'link';

/** A workflow with every default filled in (interface §5). */
export function settingsOf(definition: WorkflowDefinition) {
  const { liveness, handoff, consent, retention } = definition;
  return {
    attempts: definition.attempts ?? 3,
    handoff: {
      policy: handoff?.policy ?? ('offer' as const),
      channels: (handoff?.channels ?? ['qr', 'link']) as Channel[],
      confirm: handoff?.confirm ?? ('number' as const),
      optical: handoff?.optical ?? false,
      /** Seconds that a code lives, by its channel. */
      life_s: { qr: handoff?.qr_life_s ?? 60, link: handoff?.link_life_s ?? 600 },
    },
    consent: {
      version: consent?.version ?? '1',
      required: consent?.required ?? true,
      texts: consent?.texts ?? {},
    },
    liveness: {
      mode: liveness?.mode ?? ('adaptive' as const),
      challenges: liveness?.challenges ?? (['turn', 'tilt', 'smile', 'approach', 'flash'] as const),
      alternatives: liveness?.alternatives ?? (['no_flash', 'no_head_motion', 'audio'] as const),
    },
    match: {
      source: definition.match?.source ?? ('none' as const),
      target_fmr: definition.match?.target_fmr,
      threshold: definition.match?.threshold,
    },
    dedupe: { scope: definition.dedupe?.scope ?? ('none' as const) },
    /** A workflow that matches against the template enrols, unless it says otherwise. */
    enroll: definition.enroll?.on_pass ?? definition.match?.source === 'template',
    frames_days: retention?.frames_days ?? 1,
    template_days: retention?.template_days ?? 365,
    review_when: definition.review?.when ?? null,
    review: reviewRulesOf(definition),
    client_result: definition.client_result ?? ('status' as const),
  };
}
export type WorkflowSettings = ReturnType<typeof settingsOf>;

const PINNED_MAX = 1_000;

/**
 * The workflow version that the session's portal token pinned. It was published, so it never changes and is
 * cached for good. Inside a transaction `db` must be that transaction: a caller that holds one connection
 * must not wait for another.
 */
export async function workflowOf(
  deps: Deps,
  session: Pick<SessionRow, 'org' | 'workflow_id' | 'workflow_version'>,
  db: Db = deps.database.db,
): Promise<Workflow> {
  const { org, workflow_id, workflow_version } = session;
  const known = deps.pinned_workflows;
  const name = `${org}|${workflow_id}|${workflow_version}`;
  const found =
    known.get(name) ??
    (await findVersion<WorkflowDefinition>(db, 'workflow', org, workflow_id, workflow_version)) ??
    refuse('token_invalid', 'the pinned workflow version is gone');
  if (known.size >= PINNED_MAX) known.clear();
  known.set(name, found);
  return found;
}

/** The part of a workflow that a client may know. */
export function publicWorkflow(
  { id, version, definition }: Workflow,
  organization: string,
  consent_texts: PublicWorkflow['consent_texts'],
): PublicWorkflow {
  const { ui } = definition;
  const settings = settingsOf(definition);
  return {
    workflow_id: id,
    version,
    name: definition.name,
    integrator: ui?.integrator ?? organization,
    purpose: ui?.purpose ?? null,
    purposes: ui?.purposes ?? {},
    attempts_max: settings.attempts,
    ui: {
      theme: {
        mode: ui?.theme?.mode ?? 'system',
        accent: ui?.theme?.accent ?? null,
        accent_dark: ui?.theme?.accent_dark ?? null,
      },
      logo: ui?.logo ?? null,
      locales: ui?.locales ?? [],
      texts: ui?.texts ?? {},
      support_url: ui?.support_url ?? null,
    },
    consent_texts,
    retention: {
      frames_days: settings.frames_days,
      template_days: settings.enroll ? settings.template_days : 0,
    },
    alternatives: [...settings.liveness.alternatives],
    capture: effortOf(settings.liveness),
    origins: definition.origins ?? [],
    redirect_urls: definition.redirect_urls ?? [],
    client_result: settings.client_result,
  };
}
