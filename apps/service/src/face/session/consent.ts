import type { ConsentBody, consent } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import type { FaceConsent } from '../../database/face-schema.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { consentText, settingsOf, sha256Hex, workflowOf } from '../portal/workflow.ts';
import { deviceOf, requireActive, requireKey, sessionNameOf } from './access.ts';
import { publicSession } from './public-view.ts';
import { withSession } from './with-session.ts';

/**
 * Records the consent of the person before any capture: version, text, time and device. A refusal ends the
 * session.
 */
export const consentHandler: Handler<typeof consent> = async (call, deps) => {
  const { caller, body } = call;
  const jkt = await proofKey(deps, call, { method: 'POST', path: '/facecheck/session/consent' });
  return withSession(deps, sessionNameOf(caller), async (change) => {
    requireKey(caller, change, jkt);
    const known = change.session.consent;
    // The same answer again, after a lost reply, also when it has ended the session.
    if (known && known.version === body.version && known.accepted === body.accepted)
      return { session: publicSession(change) };
    requireActive(caller, change);
    const { consent } = settingsOf((await workflowOf(deps, change.session, change.trx)).definition);
    if (body.version !== consent.version)
      refuse('invalid_request', 'consent to another version', {
        fields: [{ path: 'version', message: `must be ${consent.version}` }],
      });
    const text = consentText(consent.texts, body.locale);
    const entry: FaceConsent = {
      ...entryOf(body, text),
      at: change.now.toISOString(),
      device: deviceOf(caller),
    };
    const wished = body.accepted ? 'consented' : 'consent_refused';
    // While a capture is judged, an acceptance is only noted, but a refusal still ends the session.
    const late = body.accepted ? 'noted' : 'canceled';
    change.move(change.can(wished) ? wished : late, { consent: entry });
    const { org, env, session_id } = change.session;
    await audit(change.trx, {
      org,
      env,
      actor: 'client',
      action: 'face.consent',
      target: session_id,
      outcome: body.accepted ? 'ok' : 'refused',
      request_id: call.request_id,
      ip: call.ip,
      detail: { version: entry.version, device: entry.device, text_sha256: entry.text_sha256 },
    });
    return { session: publicSession(change) };
  });
};

const entryOf = ({ version, accepted, locale }: ConsentBody, text: string | null) => ({
  version,
  accepted,
  locale: locale ?? null,
  text_sha256: text === null ? null : sha256Hex(text),
});
