import type { FaceRedeemAnswer } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Call, Deps } from '../../deps.ts';
import { customerHint, mintHandoff } from '../../handoff/phone.ts';
import {
  type Claim,
  type CodeArea,
  claimHandoff,
  type FoundCode as KnownCode,
  redeemIn,
} from '../../handoff/redeem.ts';
import { customerIdOf } from '../../privacy/customers.ts';
import { refuse } from '../../refuse.ts';
import { consentPart, type ShownConsent, shownConsent } from '../consent/shown.ts';
import { sandboxOutcome } from '../decision/sandbox-outcomes.ts';
import { readPerson } from '../portal/person.ts';
import { publicWorkflow, workflowOf } from '../portal/workflow.ts';
import { publicSession } from '../session/public-view.ts';
import {
  type Db,
  type HandoffRow,
  handoffOf,
  load,
  type SessionKey,
  type SessionRow,
} from '../session/records.ts';
import { networkHmac } from '../session/session.ts';
import { withSession } from '../session/with-session.ts';
import { confirm, deny } from './phone.ts';

type FoundCode = KnownCode & SessionKey;

interface Redeemed {
  session: SessionRow;
  handoff: HandoffRow;
  /** In which the code was made. */
  epoch: string;
}

const nameOf = ({ org, env, session_id }: SessionKey): SessionKey => ({ org, env, session_id });

/** The person, the workflow and the organization that the phone is told of. */
interface Words {
  person: Awaited<ReturnType<typeof readPerson>>;
  customer_id: string;
  workflow: Awaited<ReturnType<typeof workflowOf>>;
  integrator: string;
  consent: ShownConsent;
}

const CODES: CodeArea<FoundCode, Redeemed, Words> = {
  async find({ database }, code_hmac, known_after) {
    const { rows } = await sql<FoundCode>`
      SELECT c.org, c.env, c.session_id, c.handoff_id, c.valid_until, c.used_at, c.epoch, h.state, h.bound_jkt,
             h.redeemed_at, h.second_at
        FROM face_code c JOIN face_handoff h USING (org, env, session_id, handoff_id)
       WHERE c.code_hmac = ${code_hmac} AND c.valid_until > ${known_after}`.execute(database.db);
    return rows[0] ?? null;
  },

  claim(deps, call, found, claimAt) {
    return withSession(deps, nameOf(found), async (change) => {
      const { network_hmac, portal_exp, outcome } = change.session;
      const claim = claimAt(change.now, portal_exp);
      const ip_same = networkHmac(deps, call.ip).equals(network_hmac);
      const asked = await claimByCode(change.trx, found.code_hmac, { ...claim, ip_same });
      if (!asked) return null;
      change.adopt(asked);
      change.move('handoff_redeemed');
      change.emit('facecheck.session.handoff_redeemed', { handoff_id: found.handoff_id, first: true });
      if (asked.confirm === 'none') confirm(change);
      if (sandboxOutcome(found.env, outcome)?.denies_handoff) deny(change);
      const handoff = { ...asked, state: change.handoff!.state };
      return { session: change.session, handoff, epoch: found.epoch };
    });
  },

  async read({ database }, found) {
    const loaded = await load(database.db, nameOf(found));
    const handoff = loaded && (await handoffOf(database.db, loaded.session, found.handoff_id));
    return handoff ? { session: loaded.session, handoff, epoch: found.epoch } : null;
  },

  /** A late caller with the first redeemer's key is the same person, who opened the link again. */
  async noteSecond(deps, found, same_key) {
    if (!same_key) await warnDesktop(deps, found);
  },

  async words(deps, found) {
    const { database, data_keys, organizations } = deps;
    const loaded = (await load(database.db, nameOf(found))) ?? refuse('session_not_found', 'no row');
    const { session } = loaded;
    const [workflow, organization, person, customer_id] = await Promise.all([
      workflowOf(deps, session),
      organizations.find(session.org),
      readPerson(database.db, data_keys, session),
      customerIdOf(database.db, data_keys, session),
    ]);
    return {
      workflow,
      integrator: organization?.name ?? '',
      consent: shownConsent(workflow, organization),
      person,
      customer_id,
    };
  },

  answer: redeemAnswer,
};

/** Short codes of face sessions. */
export const redeemFaceCode = redeemIn(CODES);

/**
 * Claims the hand-off of a code; null when the caller lost. The code only has to be one of those that still
 * work: a refreshed one works for 10 s beside its successor.
 */
export async function claimByCode(
  db: Db,
  code_hmac: Buffer,
  claim: Claim & { ip_same: boolean },
): Promise<HandoffRow | null> {
  const row = await claimHandoff<HandoffRow>(db, claim, {
    name: 'face_handoff',
    set: sql`state = 'redeemed', device_label = ${claim.device_label}, ip_same = ${claim.ip_same}`,
    from: sql`FROM face_code k`,
    works: sql`k.code_hmac = ${code_hmac} AND k.valid_until > ${claim.now} AND h.org = k.org AND h.env = k.env
       AND h.session_id = k.session_id AND h.handoff_id = k.handoff_id`,
    epoch: 'k.epoch',
  });
  if (row) await sql`UPDATE face_code SET used_at = ${claim.now} WHERE code_hmac = ${code_hmac}`.execute(db);
  return row;
}

/** Another person holds the code too, and the person at the desktop should know. Once per hand-off. */
async function warnDesktop(deps: Deps, found: FoundCode): Promise<void> {
  const { org, env, handoff_id } = found;
  await withSession(deps, nameOf(found), async (change) => {
    const { handoff } = change;
    if (handoff?.handoff_id !== handoff_id || handoff.second_at || !change.can('noted')) return;
    change.handoff = { ...handoff, second_at: change.now };
    change.move('noted', { last_error: { code: 'short_code_used', retryable: false } });
    change.emit('facecheck.session.handoff_redeemed', { handoff_id, first: false });
    await audit(change.trx, {
      org,
      env,
      actor: 'client',
      action: 'face.second_redeemer',
      target: handoff_id,
      outcome: 'refused',
    });
  });
}

/** The phone gets its token, the name of the organization, and as little as possible about the person. */
function redeemAnswer(
  deps: Deps,
  { base_url }: Pick<Call, 'base_url'>,
  redeemed: Redeemed,
  { person, customer_id, workflow, integrator, consent }: Words,
): FaceRedeemAnswer {
  const { session, handoff, epoch } = redeemed;
  const { org, env, session_id } = session;
  const token = { iss: base_url, jti: handoff.token_jti!, now_ms: handoff.redeemed_at!.getTime() };
  const minted = mintHandoff(deps, { ...handoff, org, env, epoch }, token, { session_id });
  const shown = publicWorkflow(workflow, integrator, consent.texts);
  const { locale } = session;
  return {
    kind: 'face',
    handoff_token: minted.token,
    expires_at: new Date(minted.exp * 1_000).toISOString(),
    session: publicSession(redeemed),
    workflow: shown,
    origin: {
      integrator: shown.integrator,
      purpose: shown.purpose,
      device_label: session.device_label,
      started_at: session.created_at.toISOString(),
      customer_hint: customerHint(person, customer_id),
    },
    confirm: { type: handoff.confirm },
    locale,
    consent: consentPart(consent, locale ?? undefined),
  };
}
