import type { workflows } from '@standpoint/contract';
import { audit } from '../accounts/audit.ts';
import { by } from '../developer/by.ts';
import { mintPortal, publishedWorkflow } from '../face/portal/token.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';

/** The same token that a backend mints, made by a person for one customer. Nothing but the audit entry is stored. */
export const makeLinkHandler: Handler<typeof workflows.makeLink> = async (call, deps) => {
  const { org, env } = call.caller;
  const { workflow_id, customer_id, redirect } = call.body;
  const workflow = await publishedWorkflow(deps, org, workflow_id);
  // The page would leave for no other address, so the person would be stranded there.
  if (redirect !== undefined && !workflow.definition.redirect_urls?.includes(redirect))
    refuse('invalid_request', 'redirect', {
      fields: [{ path: 'redirect', message: 'is not one of the workflow’s redirect addresses' }],
    });
  const { base_url } = call;
  const { jti, iat, url, expires_at } = mintPortal(deps, { org, env, base_url, customer_id, workflow });
  await audit(deps.database.db, {
    ...by(call),
    org,
    env,
    action: 'face.link_made',
    target: workflow_id,
    detail: { version: workflow.version, link_id: jti, expires_at },
  });
  return {
    link_id: jti,
    url: redirect === undefined ? url : `${url}&r=${encodeURIComponent(redirect)}`,
    workflow_version: workflow.version,
    made_at: new Date(iat * 1_000).toISOString(),
    expires_at,
  };
};

export const readLinkHandler: Handler<typeof workflows.readLink> = async ({ caller, params }, deps) => {
  const { org, env } = caller;
  const row = await deps.database.db
    .selectFrom('face_session')
    .select('session_id')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('portal_jti', '=', params.link_id)
    .executeTakeFirst();
  return { session_id: row?.session_id ?? null };
};
