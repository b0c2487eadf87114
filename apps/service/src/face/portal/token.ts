import type { portalToken } from '@standpoint/contract';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { mint } from '../../tokens/mint.ts';
import { keepPerson, personOf } from './person.ts';

/**
 * Mints the token with which a front end opens the face app. Pins the published version of the workflow, so
 * that editing never changes a session in progress. E-mail and names stay here, sealed; without them nothing
 * is written.
 */
export const portalTokenHandler: Handler<typeof portalToken> = async ({ caller, body, base_url }, deps) => {
  const { org, env } = caller;
  const { customer_id } = body.customer;
  const workflow = await deps.workflows.published(org, body.workflow_id);
  if (workflow === null) return refuse('workflow_not_found', 'unknown, or of another organization');
  if (workflow === 'inactive') return refuse('workflow_inactive', 'no published version');
  const person = personOf(body.customer);
  if (person) await keepPerson(deps.database.db, deps.envelope, { org, env, customer_id }, person);
  const { token, exp } = mint(
    deps.keys,
    'portal',
    { env, org, iss: base_url, now: deps.clock.now() },
    {
      sub: customer_id,
      customer_id,
      workflow_id: workflow.id,
      workflow_version: workflow.version,
      origins: workflow.definition.origins ?? [],
      epoch: deps.epoch.current(),
    },
  );
  return {
    token,
    customer_id,
    url: `${deps.config.face_base_url}/${workflow.id}#t=${token}`,
    expires_at: new Date(exp * 1_000).toISOString(),
  };
};
