import { type ConsentBody, type consent, NEEDED_CONSENT } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import { deviceLabel } from '../../calls/device-label.ts';
import type { FaceConsent } from '../../database/tables/face.ts';
import type { TokenCaller } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { workflowOf } from '../portal/workflow.ts';
import { deviceOf, requireActive, requireKey, sessionNameOf, type TokenCall } from '../session/access.ts';
import type { Change } from '../session/change.ts';
import { publicSession } from '../session/public-view.ts';
import type { Loaded, SessionRow } from '../session/records.ts';
import { isTerminal } from '../session/state.ts';
import { withSession } from '../session/with-session.ts';
import { keepAct } from './records.ts';
import { consentPart, type ShownConsent, sha256, shownConsent } from './shown.ts';
import { languageFor } from './text.ts';
import { withdrawInSession } from './withdraw.ts';

/**
 * Records what the person says to the consent text, before any picture is taken. A refusal ends the session; a
 * refusal after an agreement withdraws it.
 */
export const consentHandler: Handler<typeof consent> = async (call, deps) => {
  const { caller, body } = call;
  const jkt = await proofKey(deps, call, { method: 'POST', path: '/facecheck/session/consent' });
  const organization = await deps.organizations.find(caller.org);
  const session = await withSession(deps, sessionNameOf(caller), async (change) => {
    requireKey(caller, change, jkt);
    const { consent: known, consent_withdrawn_at } = change.session;
    if (known?.accepted && !body.accepted) {
      if (isTerminal(change.session.status)) requireConfirmed(caller, change);
      else requireActive(caller, change);
      return consent_withdrawn_at ? publicSession(change) : null;
    }
    // The same answer again, after a lost reply, also when it has ended the session.
    if (known && !consent_withdrawn_at && known.version === body.version && known.accepted === body.accepted)
      return publicSession(change);
    requireActive(caller, change);
    const shown = shownConsent(await workflowOf(deps, change.session, change.trx), organization);
    if (body.accepted && body.version !== shown.version)
      refuseWith(shown, body.locale, 'consent to another text');
    await take(call, change, shown, jkt !== null);
    return publicSession(change);
  });
  return { session: session ?? (await withdrawInSession(deps, call, jkt !== null)) };
};

/**
 * After the end there is no active device. Then a phone must have been confirmed, because another one may hold
 * the code.
 */
function requireConfirmed({ kind, claims }: TokenCaller, { handoff }: Pick<Loaded, 'handoff'>): void {
  if (kind === 'portal') return;
  if (handoff?.handoff_id !== claims.handoff_id) refuse('not_active_device', 'a hand-off that is over');
  if (!handoff?.confirmed_at) refuse('handoff_unconfirmed', 'not confirmed yet');
}

/** Refuses with the text that the person has to agree to now. */
function refuseWith(shown: ShownConsent, locale: string | undefined, reason: string): never {
  const { version, text } = consentPart(shown, locale);
  const told = { version, text, locale: languageFor(locale) };
  const names = Object.keys(NEEDED_CONSENT) as (keyof typeof NEEDED_CONSENT)[];
  return refuse('consent_required', reason, {
    fields: names.map((name) => ({ path: NEEDED_CONSENT[name], message: told[name] })),
  });
}

/**
 * Refuses a capture without an agreement to the present text. A workflow that does not require it relies on a
 * consent that the operator has recorded elsewhere.
 */
export function requireConsent(
  shown: ShownConsent,
  { consent: given, consent_withdrawn_at, locale }: SessionRow,
): void {
  if (!shown.required) return;
  const agreed = given?.accepted && !consent_withdrawn_at;
  if (!agreed || given.version !== shown.version)
    refuseWith(shown, given?.locale ?? locale ?? undefined, 'no consent to the present text');
}

async function take(
  call: TokenCall & { body: ConsentBody },
  change: Change,
  shown: ShownConsent,
  proven: boolean,
): Promise<void> {
  const { body, caller } = call;
  const language = languageFor(body.locale);
  // A refusal counts whatever text it was about; then it is not known what the person has read.
  const text = body.version === shown.version ? shown.texts[language] : null;
  const device = deviceOf(caller);
  const given: FaceConsent = {
    version: body.version,
    accepted: body.accepted,
    locale: body.locale ?? null,
    text_sha256: text === null ? null : sha256(text).toString('hex'),
    at: change.now.toISOString(),
    device,
  };
  await keepAct(change.trx, change.key, {
    act: body.accepted ? 'agreed' : 'refused',
    at: change.now,
    version: body.version,
    controller: text === null ? null : shown.controller,
    purposes: text === null ? null : shown.purposes,
    language: text === null ? null : language,
    text,
    pressed: body.pressed ?? null,
    device,
    device_label: deviceLabel(call.header('user-agent')),
    proven,
  });
  answer(change, given);
  await auditConsent(call, change, given);
}

async function auditConsent(call: TokenCall, change: Change, given: FaceConsent): Promise<void> {
  const { org, env, session_id } = change.session;
  const { version, device, text_sha256 } = given;
  await audit(change.trx, {
    org,
    env,
    actor: 'client',
    action: 'face.consent',
    target: session_id,
    outcome: given.accepted ? 'ok' : 'refused',
    request_id: call.request_id,
    ip: call.ip,
    detail: { version, device, text_sha256 },
  });
}

/** While a capture is judged, an agreement is only noted, but a refusal still ends the session. */
function answer(change: Change, given: FaceConsent): void {
  if (given.accepted) {
    change.move(change.can('consented') ? 'consented' : 'noted', { consent: given });
    return;
  }
  change.move(change.can('consent_refused') ? 'consent_refused' : 'canceled', {
    consent: given,
    reasons: ['consent_declined'],
    last_error: { code: 'consent_declined', retryable: false },
  });
}
