import type { Environment, portalToken } from '@standpoint/contract';
import type { Workflow } from '../../accounts/workflows.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { type Minted, mint } from '../../tokens/mint.ts';
import { keepPerson, personOf } from './person.ts';

interface Wanted {
  org: string;
  env: Environment;
  base_url: string;
  customer_id: string;
  workflow: Workflow;
}

/** The published version of a workflow, which a token pins. */
export async function publishedWorkflow({ workflows }: Deps, org: string, id: string): Promise<Workflow> {
  const workflow = await workflows.published(org, id);
  if (workflow === null) return refuse('workflow_not_found', 'unknown, or of another organization');
  if (workflow === 'inactive') return refuse('workflow_inactive', 'no published version');
  return workflow;
}

/** A portal token, and the address at which it opens the face app. */
export function mintPortal(
  { keys, clock, epoch, config, tally }: Deps,
  { org, env, base_url, customer_id, workflow }: Wanted,
): Minted & { url: string; expires_at: string } {
  tally.asked('face', { org, env }, clock.now());
  const minted = mint(
    keys,
    'portal',
    { env, org, iss: base_url, now: clock.now() },
    {
      sub: customer_id,
      customer_id,
      workflow_id: workflow.id,
      workflow_version: workflow.version,
      origins: workflow.definition.origins ?? [],
      epoch: epoch.current(),
    },
  );
  return {
    ...minted,
    url: `${config.face_base_url}/${workflow.id}#t=${minted.token}`,
    expires_at: new Date(minted.exp * 1_000).toISOString(),
  };
}

/**
 * Mints the token with which a front end opens the face app. Pins the published version of the workflow, so
 * that editing never changes a session in progress. E-mail and names stay here, sealed; without them nothing
 * is written.
 */
export const portalTokenHandler: Handler<typeof portalToken> = async ({ caller, body, base_url }, deps) => {
  const { org, env } = caller;
  const { customer_id } = body.customer;
  const workflow = await publishedWorkflow(deps, org, body.workflow_id);
  const person = personOf(body.customer);
  const since = new Date(deps.clock.now());
  if (person) await keepPerson(deps, deps.database.db, { org, env, customer_id, since }, person);
  const { token, url, expires_at } = mintPortal(deps, { org, env, base_url, customer_id, workflow });
  return { token, customer_id, url, expires_at };
};
