import type { FaceRedeemAnswer } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { customerHint } from '../../handoff/device-label.ts';
import { type Minted, mint } from '../../tokens/mint.ts';
import { readPerson } from '../portal/person.ts';
import { consentPart, publicWorkflow, settingsOf, workflowOf } from '../portal/workflow.ts';
import { publicSession } from '../session/public-view.ts';
import type { HandoffRow, SessionRow } from '../session/records.ts';

export interface Redeemed {
  session: SessionRow;
  handoff: HandoffRow;
}

/** Signed anew or again, the token is the same one: id, times and key come from the hand-off's row. */
function handoffToken(deps: Deps, iss: string, { session, handoff }: Redeemed): Minted {
  const { org, env, session_id } = session;
  const context = {
    org,
    env,
    iss,
    now: handoff.redeemed_at!.getTime(),
    not_after: Math.floor(handoff.token_expires_at!.getTime() / 1_000),
    jti: handoff.token_jti!,
  };
  const cnf = handoff.bound_jkt ? { cnf: { jkt: handoff.bound_jkt } } : {};
  return mint(deps.keys, 'handoff', context, {
    session_id,
    handoff_id: handoff.handoff_id,
    ...cnf,
    epoch: deps.epoch.current(),
  });
}

/** What the phone learns: its token, who asks, and as little as possible about the person. */
export async function redeemAnswer(
  deps: Deps,
  base_url: string,
  redeemed: Redeemed,
): Promise<FaceRedeemAnswer> {
  const { session, handoff } = redeemed;
  const { token, exp } = handoffToken(deps, base_url, redeemed);
  const workflow = await workflowOf(deps, session);
  const organization = await deps.organizations.find(session.org);
  const shown = publicWorkflow(workflow, organization?.name ?? '');
  const locale = (session.client?.locale as string | undefined) ?? null;
  const person = await readPerson(deps.database.db, deps.envelope, session);
  return {
    kind: 'face',
    handoff_token: token,
    expires_at: new Date(exp * 1_000).toISOString(),
    session: publicSession(redeemed),
    workflow: shown,
    origin: {
      integrator: shown.integrator,
      purpose: shown.purpose,
      device_label: session.device_label,
      started_at: session.created_at.toISOString(),
      customer_hint: customerHint(person, session.customer_id),
    },
    confirm: { type: handoff.confirm },
    locale,
    consent: consentPart(settingsOf(workflow.definition), locale ?? undefined),
  };
}
