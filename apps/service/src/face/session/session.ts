import { createHmac } from 'node:crypto';
import type { PortalClaims, PublicWorkflow, SessionBody, session } from '@standpoint/contract';
import { deviceLabel } from '../../calls/device-label.ts';
import type { Deps, TokenCaller } from '../../deps.ts';
import { record } from '../../events/outbox.ts';
import { isLocalPage, isSandboxBase } from '../../framing.ts';
import { newId } from '../../ids.ts';
import { networkKey } from '../../network-address.ts';
import { makeCustomer, refuseErased } from '../../privacy/customers.ts';
import { sealJson } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { consentPart, shownConsent } from '../consent/shown.ts';
import { sandboxOutcome } from '../decision/sandbox-outcomes.ts';
import { publicWorkflow, settingsOf, workflowOf } from '../portal/workflow.ts';
import { previousReview } from '../review/previous.ts';
import { requireKey, sessionNameOf, type TokenCall } from './access.ts';
import { publicSession } from './public-view.ts';
import { clientAad, type Loaded, load } from './records.ts';
import { readSession, withSession } from './with-session.ts';

const POLL_AFTER_MS = 2_000;

/**
 * Creates the session of a portal token, or resumes it: a token always has the same one. The first proof
 * binds the token to its key.
 */
export const sessionHandler: Handler<typeof session> = async (call, deps) => {
  const { caller, body } = call;
  const claims = caller.claims as unknown as PortalClaims;
  const jkt = await proofKey(deps, call, { method: 'POST', path: '/facecheck/session' });
  const local = localParent(deps, call, body);
  if (!local) admitParent(deps, claims, body);
  const { loaded: made, created } = await ensureSession(deps, call, body);
  const loaded = created ? made : await resume(deps, caller);
  requireKey(caller, loaded, jkt);
  const shown = jkt && !loaded.session.portal_jkt ? await bind(deps, caller, jkt) : loaded;
  const workflow = await workflowOf(deps, shown.session);
  const settings = settingsOf(workflow.definition);
  const organization = await deps.organizations.find(caller.org);
  const consent = shownConsent(workflow, organization);
  return {
    created,
    session: publicSession(shown),
    workflow: withParent(publicWorkflow(workflow, organization?.name ?? '', consent.texts), local),
    consent: consentPart(consent, body.locale),
    handoff: { policy: settings.handoff.policy, channels: [...settings.handoff.channels] },
    poll: { after_ms: POLL_AFTER_MS },
    previous_review:
      settings.client_result === 'none' ? null : await previousReview(deps.database.db, shown.session),
  };
};

/**
 * Refuses a page that is not in the workflow's list and has framed the app, whatever the browser let through.
 */
function admitParent({ config }: Deps, { origins }: PortalClaims, { parent_origin }: SessionBody): void {
  if (!parent_origin || origins.length === 0) return;
  if (![...origins, new URL(config.face_base_url).origin].includes(parent_origin))
    refuse('origin_not_allowed', `parent ${parent_origin}`);
}

/** The page on the developer's own machine that frames a check of the sandbox base address; else null. */
function localParent(
  { config }: Deps,
  { base_url }: TokenCall,
  { parent_origin }: SessionBody,
): string | null {
  return parent_origin && isLocalPage(parent_origin) && isSandboxBase(config, base_url)
    ? parent_origin
    : null;
}

/** The face app speaks only to the origins that this list names. */
const withParent = (workflow: PublicWorkflow, parent: string | null): PublicWorkflow =>
  parent ? { ...workflow, origins: [...new Set([...workflow.origins, parent])] } : workflow;

async function resume(deps: Deps, caller: TokenCaller): Promise<Loaded> {
  return (await readSession(deps, sessionNameOf(caller))) ?? refuse('session_not_found', 'erased meanwhile');
}

/** Binds the token to a key. Of two keys at once one wins, and the other counts as another device. */
function bind(deps: Deps, caller: TokenCaller, jkt: string): Promise<Loaded> {
  return withSession(deps, sessionNameOf(caller), (change) => {
    if (change.session.portal_jkt) requireKey(caller, change, jkt);
    else if (change.can('noted')) change.move('noted', { portal_jkt: jkt });
    else change.session = { ...change.session, portal_jkt: jkt };
    return { session: change.session, handoff: change.handoff, attempt: change.attempt };
  });
}

export const networkHmac = (deps: Deps, ip: string): Buffer =>
  createHmac('sha256', deps.envelope.subkey('network')).update(networkKey(ip)).digest();

/**
 * The session of a portal token. One conditional insert decides which call creates it. Also used by the first
 * short code.
 */
export async function ensureSession(
  deps: Deps,
  call: TokenCall,
  body: SessionBody,
): Promise<{ loaded: Loaded; created: boolean }> {
  const { org, env } = call.caller;
  const found = await load(deps.database.db, sessionNameOf(call.caller));
  if (found) return { loaded: found, created: false };
  const row = await newSession(deps, call, body);
  const { customer_id, iat } = call.caller.claims as unknown as PortalClaims;
  const since = new Date(iat * 1_000);
  return deps.database.db.transaction().execute(async (trx) => {
    const { who, key } = await makeCustomer(trx, deps, { org, env, customer_id, since }).catch(refuseErased);
    const client_sealed = sealJson(key, clientOf(body), clientAad(row));
    const made = await trx
      .insertInto('face_session')
      .values({ ...row, customer_hash: who.customer_hash, client_sealed })
      .onConflict((conflict) => conflict.columns(['org', 'env', 'portal_jti']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!made) return { loaded: (await load(trx, sessionNameOf(call.caller)))!, created: false };
    const { session_id, workflow_id, status } = made;
    const data = {
      session_id,
      workflow_id,
      status,
      decision: null,
      livemode: env === 'production',
    };
    await record(trx, { org, env, type: 'facecheck.session.created', data });
    return { loaded: { session: made, handoff: null, attempt: null }, created: true };
  });
}

const clientOf = (body: SessionBody) => ({
  ...body.client,
  device: body.device,
  parent_origin: body.parent_origin,
  capabilities: body.capabilities,
});

async function newSession(deps: Deps, call: TokenCall, body: SessionBody) {
  const { org, env } = call.caller;
  const claims = call.caller.claims as unknown as PortalClaims;
  const { workflow_id, workflow_version, customer_id } = claims;
  const workflow = await workflowOf(deps, { org, workflow_id, workflow_version });
  const now = new Date(deps.clock.now());
  const portal_exp = new Date(claims.exp * 1_000);
  const outcome = sandboxOutcome(env, customer_id);
  const expires_at = outcome?.expires ? now : portal_exp;
  return {
    org,
    env,
    session_id: newId('session', now.getTime()),
    portal_jti: claims.jti,
    portal_exp,
    outcome: outcome?.name ?? null,
    workflow_id,
    workflow_version,
    status: 'created' as const,
    phase: 'none' as const,
    attempts_max: settingsOf(workflow.definition).attempts,
    checks: '{}',
    locale: body.locale ?? null,
    device_label: deviceLabel(call.header('user-agent')),
    network_hmac: networkHmac(deps, call.ip),
    created_at: now,
    updated_at: now,
    expires_at,
    due_at: expires_at,
  };
}
