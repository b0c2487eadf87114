import { type Consent, PublicWorkflow, WorkflowDefinition } from '@standpoint/contract';
import type { Organization } from '../accounts/organizations.ts';
import type { WorkflowProblem } from '../accounts/workflow-problem.ts';
import { workflowProblems } from '../accounts/workflow-problems.ts';
import type { Deps } from '../deps.ts';
import { consentPart, makeConsent } from '../face/consent/shown.ts';
import { publicWorkflow } from '../face/portal/workflow.ts';
import { packOf, WrongFile } from '../face/vision/packs/manifest.ts';
import { locatePack } from '../face/vision/packs/packs.ts';
import { refuse } from '../refuse.ts';
import { inspector } from '../validate.ts';

const mistakes = inspector(WorkflowDefinition);
const showable = inspector(PublicWorkflow);

export interface Preview {
  workflow: PublicWorkflow;
  consent: Consent;
}

/**
 * What keeps a definition from being published: where it does not fit the schema, else what could never
 * take effect.
 */
export function problemsOf({ config }: Pick<Deps, 'config'>, definition: unknown): WorkflowProblem[] {
  return mistakes(definition) ?? workflowProblems(definition as WorkflowDefinition, modelsOf(config));
}

/** The description of the models in use. It does not load the models. */
function modelsOf({ face_pack, data_dir }: Deps['config']) {
  try {
    return packOf(locatePack(face_pack, data_dir));
  } catch (error) {
    if (error instanceof WrongFile) return refuse('unavailable', error.message, { cause: error });
    throw error;
  }
}

/**
 * What the face page gets of a definition, by the functions that serve it: the public part, and the consent text. Null
 * while the definition does not fit its schema.
 */
export function previewOf(
  id: string,
  definition: WorkflowDefinition,
  organization: Organization | null,
): Preview | null {
  if (mistakes(definition)) return null;
  const shown = makeConsent({ definition }, organization);
  const version = { id, version: 1, name: definition.name, status: 'draft' as const };
  const made = { ...version, definition, created_at: '', published_at: null };
  const workflow = publicWorkflow(made, organization?.name ?? '', shown.texts);
  return showable(workflow) ? null : { workflow, consent: consentPart(shown, undefined) };
}
