import type { Environment, PublicSession, withdrawConsent } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import { deviceLabel } from '../../calls/device-label.ts';
import type { Deps } from '../../deps.ts';
import { customerHash } from '../../privacy/pseudonyms.ts';
import { refuse } from '../../refuse.ts';
import { refuseHeld } from '../../retention/holds/state.ts';
import type { Handler } from '../../route.ts';
import { forgetDuplicate } from '../evidence/store.ts';
import { deviceOf, sessionNameOf, type TokenCall } from '../session/access.ts';
import { Change } from '../session/change.ts';
import { publicSession } from '../session/public-view.ts';
import { type Db, load, lockSessions, type SessionKey } from '../session/records.ts';
import { redact } from '../session/redaction.ts';
import { isTerminal } from '../session/state.ts';
import { removePrints } from '../templates/prints.ts';
import { removeTemplates } from '../templates/records.ts';
import { keepAct } from './records.ts';

interface Person {
  org: string;
  env: Environment;
  customer_hash: string;
}

/** Who withdrew, and on what. */
interface Withdrawal {
  device: 'desktop' | 'phone' | 'backend';
  device_label: string | null;
  pressed: string | null;
  proven: boolean;
}

interface Counts {
  sessions_canceled: number;
  frames: number;
  templates: number;
  prints: number;
  pending: number;
  records: number;
}

/** A backend withdraws for a person who told it so. */
export const withdrawConsentHandler: Handler<typeof withdrawConsent> = async (call, deps) => {
  const { org, env, actor } = call.caller;
  const { customer_id } = call.params;
  const who = { org, env, customer_hash: customerHash(deps.envelope, { org, env }, customer_id) };
  const how = { device: 'backend', device_label: null, pressed: null, proven: false } as const;
  const now = new Date(deps.clock.now());
  const counts = await deps.database.db.transaction().execute(async (trx) => {
    const done = (await withdraw(trx, deps, who, how)) ?? refuse('not_found', 'no such customer');
    await note(trx, call, { org, env, actor, target: null }, done);
    return done;
  });
  return { customer_id, livemode: env === 'production', withdrawn_at: now.toISOString(), counts };
};

/** The person withdraws with a token that still lives. The caller has checked that the token may. */
export async function withdrawInSession(
  deps: Deps,
  call: TokenCall & { body: { pressed?: string } },
  proven: boolean,
): Promise<PublicSession> {
  const name = sessionNameOf(call.caller);
  return deps.database.db.transaction().execute(async (trx) => {
    const { session } = (await load(trx, name)) ?? refuse('session_not_found', 'erased meanwhile');
    const { org, env, customer_hash, session_id } = session;
    const done = await withdraw(
      trx,
      deps,
      { org, env, customer_hash },
      {
        device: deviceOf(call.caller),
        device_label: deviceLabel(call.header('user-agent')),
        pressed: call.body.pressed ?? null,
        proven,
      },
    );
    if (done) await note(trx, call, { org, env, actor: 'client', target: session_id }, done);
    return publicSession((await load(trx, name))!);
  });
}

/**
 * Stops all processing of a person's face and deletes what came of it: frames, templates, prints, what waits
 * for a review, and records with measurements. Ids, times, decisions and the proof of consent stay. Null when
 * there is no such customer. Locks in the order of an erasure: the customer, all sessions, the gallery.
 */
async function withdraw(trx: Db, deps: Deps, who: Person, how: Withdrawal): Promise<Counts | null> {
  const { org, env, customer_hash } = who;
  const { rows } = await sql`
    SELECT 1 FROM customer WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}
       FOR UPDATE`.execute(trx);
  if (rows.length === 0) return null;
  await refuseHeld(trx, who, new Date(deps.clock.now()));
  const keys = await lockSessions(trx, who);
  const held = await countHeld(trx, who);
  const templates = await removeTemplates(trx, { org, env }, { customer_hash });
  await removePrints(trx, who);
  await forgetDuplicate(trx, who);
  let sessions_canceled = 0;
  for (const key of keys) if (await withdrawSession(trx, deps, key, how)) sessions_canceled++;
  return { sessions_canceled, ...held, templates };
}

/** True when the session was under way. */
async function withdrawSession(trx: Db, deps: Deps, key: SessionKey, how: Withdrawal): Promise<boolean> {
  const change = new Change(trx, deps, (await load(trx, key))!);
  const ran = !isTerminal(change.session.status);
  const { consent, consent_withdrawn_at } = change.session;
  await redact(change);
  if (ran)
    change.session = {
      ...change.session,
      reasons: ['consent_withdrawn'],
      last_error: { code: 'consent_withdrawn', retryable: false },
    };
  if (consent?.accepted && !consent_withdrawn_at) {
    change.session = { ...change.session, consent_withdrawn_at: change.now };
    await keepAct(trx, key, {
      ...how,
      act: 'withdrawn',
      at: change.now,
      version: consent.version,
      controller: null,
      purposes: null,
      language: null,
      text: null,
    });
  }
  await change.save();
  return ran;
}

/** What the tables of a person's sessions hold now. */
async function countHeld(trx: Db, { org, env, customer_hash }: Person) {
  const of = (table: string, kept = sql`true`) => sql<number>`(
    SELECT count(*)::int FROM ${sql.table(table)} t JOIN face_session s USING (org, env, session_id)
     WHERE s.org = ${org} AND s.env = ${env} AND s.customer_hash = ${customer_hash} AND ${kept})`;
  const { rows } = await sql<Pick<Counts, 'frames' | 'prints' | 'pending' | 'records'>>`
    SELECT ${of('face_frame', sql`s.frames_state = 'kept'`)} AS frames, ${of('face_print')} AS prints,
           ${of('face_pending')} AS pending, ${of('face_evidence')} AS records`.execute(trx);
  return rows[0]!;
}

function note(
  trx: Db,
  { request_id, ip }: Pick<TokenCall, 'request_id' | 'ip'>,
  about: { org: string; env: Environment; actor: string; target: string | null },
  counts: Counts,
): Promise<void> {
  return audit(trx, { ...about, action: 'face.consent_withdrawn', request_id, ip, detail: { ...counts } });
}
